import { Secret } from '../../api/secret';
import { dynamicValue, dynamicProblem, type ValueSources } from './dynamicValue';
import { referencesIn, unclosedReferences } from './references';
import { RequestError } from './requestError';
import { reveal, type Piece } from './secretText';
import { responseValue, type NamedResponse } from './responseReference';
import type { Reference, RequestDocument, Token, VariableNode } from './syntax';

/** The sources of `{{…}}` in order of precedence: the document, the environment, earlier responses. */
export interface VariableScope extends ValueSources {
  document: RequestDocument;
  /** `undefined`: the setting has a value that cannot be used. */
  environmentVariables: Readonly<Record<string, string | undefined>>;
  responses: ReadonlyMap<string, NamedResponse>;
  /** Called for each value from an earlier response. */
  onResponseValue?(expression: string): void;
}

/** The values that are known before anything is sent. */
export type WrittenScope = Pick<VariableScope, 'document' | 'environmentVariables'>;

/** A part of a template: literal text, or the value of a reference. */
export interface ResolvedPart {
  pieces: Piece[];
  reference: Reference | undefined;
}

export type Resolver = (token: Token, inside: Reference['inside']) => Promise<ResolvedPart[]>;

/** Maximum length of a text after its variables are filled in. */
const longest = 10 * 1024 * 1024;
/** Maximum depth of variables that refer to each other. */
const deepest = 100;

/**
 * Returns a resolver for the references of one request. A variable has the same value wherever the request uses it, and
 * each question is asked once.
 * @param request the name of the resolved request
 */
export function resolver(scope: VariableScope, request?: string): Resolver {
  return resolverOf(scope, expression =>
    expression.text.startsWith('$')
      ? dynamicValue(expression, scope)
      : Promise.resolve().then(() => fromResponse(expression, scope, request)),
  );
}

/** The placeholder for a value that is known only when the request is sent. */
export const unknownValue = '{{_}}';

/**
 * Returns a resolver for the values that are known before sending. Functions and responses may give another value each
 * time, so they become `unknownValue`; secrets and values of this machine stay secrets.
 */
export function writtenResolver(scope: WrittenScope): Resolver {
  return resolverOf(scope, async ({ text }) =>
    /^\$(secret|dotenv|processEnv)\s/.test(text) ? new Secret(unknownValue) : unknownValue,
  );
}

function resolverOf(scope: WrittenScope, valueAtSending: (expression: Token) => Promise<Piece>): Resolver {
  const values = new Map<string, Promise<Piece[]>>();
  const variables = definitions(scope.document);

  const valueOf = async (expression: Token, path: readonly string[]): Promise<Piece[]> => {
    const name = expression.text;
    if (path.includes(name)) throw circular([...path, name], expression);
    if (path.length > deepest) throw new RequestError('tooLong', name, expression);
    const pending = values.get(name) ?? evaluate(expression, path);
    // Store the value only when it is known: two variables that wait for each other's promise would never end.
    const value = await pending;
    values.set(name, Promise.resolve(value));
    return value;
  };

  const evaluate = async (expression: Token, path: readonly string[]): Promise<Piece[]> => {
    const name = expression.text;
    if (name.startsWith('$')) return [await valueAtSending(expression)];
    const node = variables.get(name);
    if (node !== undefined) {
      const parts = await expand(node.value, 'variable', [...path, name]);
      const pieces = parts.flatMap(part => part.pieces);
      if (reveal(pieces).length > longest) throw new RequestError('tooLong', name, expression);
      return pieces;
    }
    if (!Object.hasOwn(scope.environmentVariables, name)) return [await valueAtSending(expression)];
    const value = scope.environmentVariables[name];
    if (value === undefined) throw new RequestError('unusableVariable', name, expression);
    return [value];
  };

  const expand = async (
    token: Token,
    inside: Reference['inside'],
    path: readonly string[],
  ): Promise<ResolvedPart[]> => {
    const [unclosed] = unclosedReferences(token);
    if (unclosed !== undefined) throw new RequestError('unclosedReference', unclosed.text, unclosed);
    const parts: ResolvedPart[] = [];
    let from = 0;
    for (const reference of referencesIn(token, inside)) {
      const to = reference.start - token.start;
      if (to > from) parts.push({ pieces: [token.text.slice(from, to)], reference: undefined });
      parts.push({ pieces: await valueOf(reference.expression, path), reference });
      from = reference.end - token.start;
    }
    if (from < token.text.length) parts.push({ pieces: [token.text.slice(from)], reference: undefined });
    return parts;
  };

  return (token, inside) => expand(token, inside, []);
}

export interface VariableProblem {
  code: 'undefinedVariable' | 'unusableVariable' | 'circularVariable' | 'unknownFunction' | 'badArguments';
  reference: Reference;
  /** The expression with the error; for a cycle, the names in it. */
  detail: string;
}

/**
 * Returns the problems of the references in a document, without resolving a value.
 * @param variablesAt returns the environment variables that a reference can use; called in the order of the references
 */
export function variableProblems(
  document: RequestDocument,
  variablesAt: (reference: Reference) => VariableScope['environmentVariables'],
): VariableProblem[] {
  const variables = definitions(document);
  const names = new Set(document.requests.map(request => request.name).filter(name => name !== undefined));
  const cycles = findCycles(variables);
  return document.references.flatMap((reference): VariableProblem[] => {
    const { text } = reference.expression;
    if (text.startsWith('$')) {
      const code = dynamicProblem(text);
      return code === undefined ? [] : [{ code, reference, detail: text }];
    }
    const cycle = cycles.get(text);
    if (cycle !== undefined) return [{ code: 'circularVariable', reference, detail: cycle.join(' → ') }];
    const isNamed = names.has(requestNameIn(text) ?? '');
    if (variables.has(text)) return [];
    const environmentVariables = variablesAt(reference);
    if (!Object.hasOwn(environmentVariables, text)) {
      return isNamed ? [] : [{ code: 'undefinedVariable', reference, detail: text }];
    }
    return environmentVariables[text] === undefined ? [{ code: 'unusableVariable', reference, detail: text }] : [];
  });
}

/** Returns the name of the request in a reference: `login` in `login.response.body.token`. */
export function requestNameIn(expression: string): string | undefined {
  return /^([\p{L}\p{M}\p{N}_-]+)\.response\./u.exec(expression)?.[1];
}

const definitionsCache = new WeakMap<RequestDocument, ReadonlyMap<string, VariableNode>>();

/**
 * Returns the variables by name. The last definition of a name counts. Caches them per document, because every request
 * looks them up.
 */
export function definitions(document: RequestDocument): ReadonlyMap<string, VariableNode> {
  const variables =
    definitionsCache.get(document) ?? new Map(document.variables.map(node => [node.name.text, node] as const));
  definitionsCache.set(document, variables);
  return variables;
}

/** Returns an expression, and those that its value contains, directly or through other variables. */
export function expressionsIn(expression: string, variables: ReadonlyMap<string, VariableNode>): Set<string> {
  const all = new Set([expression]);
  // The set grows while it is read.
  for (const name of all) for (const inner of referencedBy(variables.get(name))) all.add(inner);
  return all;
}

function fromResponse(expression: Token, scope: VariableScope, requestName: string | undefined): Piece {
  const request = requestNameIn(expression.text);
  if (request === undefined) throw new RequestError('undefinedVariable', expression.text, expression);
  const response = scope.responses.get(request);
  if (response !== undefined) {
    scope.onResponseValue?.(expression.text);
    return responseValue(response, expression.text.slice(`${request}.response.`.length), expression);
  }
  if (request === requestName) throw new RequestError('needsItself', request, expression);
  const isNamed = scope.document.requests.some(node => node.name === request);
  throw new RequestError(isNamed ? 'noResponse' : 'undefinedVariable', isNamed ? request : expression.text, expression);
}

function circular(path: readonly string[], expression: Token): RequestError {
  const from = path.indexOf(path.at(-1) ?? '');
  return new RequestError('circularVariable', path.slice(from).join(' → '), expression);
}

type Cycles = Map<string, string[] | undefined>;

/** Finds the variables that are in a cycle or lead to one, each with the names in the cycle. */
function findCycles(variables: ReadonlyMap<string, VariableNode>): Cycles {
  const cycles: Cycles = new Map();
  for (const name of variables.keys()) if (!cycles.has(name)) findCycle(name, variables, cycles);
  return cycles;
}

const longestCycle = 20;

/**
 * Searches depth first from one variable and visits each variable once. The path is an array and not the call stack,
 * because it may contain every variable of the document.
 * @param cycles the results of visited variables; `undefined` for a variable that leads to no cycle
 */
function findCycle(start: string, variables: ReadonlyMap<string, VariableNode>, cycles: Cycles): void {
  const path: string[] = [];
  const unvisited = new Map<string, string[]>();
  const enter = (name: string): void => {
    path.push(name);
    unvisited.set(name, referencedBy(variables.get(name)).reverse());
  };
  enter(start);
  for (let name = path.at(-1); name !== undefined; name = path.at(-1)) {
    const next = cycles.get(name) === undefined ? unvisited.get(name)?.pop() : undefined;
    if (next === undefined) {
      const cycle = cycles.get(name);
      cycles.set(name, cycle);
      unvisited.delete(name);
      path.pop();
      const before = path.at(-1);
      if (before !== undefined && cycle !== undefined) cycles.set(before, cycle);
    } else if (unvisited.has(next)) {
      cycles.set(name, [...path.slice(path.indexOf(next)), next].slice(0, longestCycle));
    } else if (!cycles.has(next) && variables.has(next)) {
      enter(next);
    } else if (cycles.get(next) !== undefined) {
      cycles.set(name, cycles.get(next));
    }
  }
}

/**
 * Finds the variables whose values contain an expression of a kind, directly or through other variables.
 * @param isOfKind tests an expression
 * @returns the expression by the name of each variable
 */
export function variablesWith(
  variables: ReadonlyMap<string, VariableNode>,
  isOfKind: (expression: string) => boolean,
): Map<string, string> {
  const usersOf = new Map<string, string[]>();
  for (const [name, node] of variables) {
    for (const expression of referencedBy(node)) {
      const users = usersOf.get(expression);
      if (users === undefined) usersOf.set(expression, [name]);
      else users.push(name);
    }
  }
  const found = new Map([...usersOf.keys()].filter(isOfKind).map(expression => [expression, expression]));
  // The map grows while it is read.
  for (const [name, expression] of found) {
    for (const user of usersOf.get(name) ?? []) if (!found.has(user)) found.set(user, expression);
  }
  return found;
}

function referencedBy(node: VariableNode | undefined): string[] {
  return node === undefined ? [] : referencesIn(node.value, 'variable').map(({ expression }) => expression.text);
}
