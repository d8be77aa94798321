import type { NamedEnvironment } from '../../api/environmentNames';
import {
  decodedPath,
  familyOf,
  headerProblem,
  isPlainPath,
  namedApplications,
  ownPath,
  type ConfiguredApplication,
  type Origins,
} from '../document/rules';
import { fitsFamily, isActor, parseDuration, parseRetry } from '../document/directiveValues';
import { multipartOf } from '../document/multipart';
import { requestsInBody } from '../document/requestsInBody';
import { referencesIn } from '../document/references';
import { diagnoseEnvironment, type Diagnostic } from './diagnostic';
import { diagnoseCall } from './diagnoseCall';
import { ambiguousSnapshots, diagnoseChecks } from './diagnoseChecks';
import { ignoredLines } from './ignoredLines';
import { pastedSecrets, secretName } from './pastedSecrets';
import { repeatedNames } from './repeatedNames';
import {
  directive,
  directiveNames,
  httpMethods,
  isName,
  methodOf,
  rangeOf,
  type DirectiveNode,
  type HeaderNode,
  type Range,
  type Reference,
  type RequestDocument,
  type RequestNode,
} from '../document/syntax';
import { variableOf, writtenTarget, type WrittenTarget } from './targetAt';
import { definitions, variableProblems, variablesWith } from '../document/variables';

type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

interface DiagnoseContext {
  /** The variables of the selected environment. */
  environmentVariables: EnvironmentVariables;
  /** Returns the variables of the environment that a request is sent to. Default: `environmentVariables`. */
  variablesOf?: (request: RequestNode) => EnvironmentVariables;
  /** The application's test environments; absent when unknown, and then environment names are not checked. */
  environments?: readonly NamedEnvironment[] | undefined;
  /** The application's hosts; absent: every complete address counts as another host. */
  origins?: Origins;
  /** The applications that `# @application` may name; absent when unknown, and then the names are not checked. */
  applications?: readonly ConfiguredApplication[];
}

/** Returns the diagnostics of a document in the order of the document, without sending anything. */
export function diagnose(document: RequestDocument, context: DiagnoseContext): Diagnostic[] {
  const diagnostics: Diagnostic[] = document.problems.map(({ code, start, end, detail }) => ({
    code,
    severity: 'error',
    range: { start, end },
    detail: code === 'unclosedReference' ? document.text.slice(start, end) : detail,
  }));
  for (const { code, reference, detail } of variableProblems(document, variableLookup(document, context))) {
    // A missing variable can be defined at the top of the document.
    const isDefinable = code === 'undefinedVariable' && isName(detail);
    const fix = { kind: 'replace' as const, range: { start: 0, end: 0 }, text: `@${detail} = \n` };
    diagnostics.push({
      code,
      severity: 'error',
      range: rangeOf(reference),
      detail,
      fix: isDefinable ? fix : undefined,
    });
  }
  const secrets = variablesWith(definitions(document), isSecret);
  for (const request of document.requests) {
    const requestContext = contextOf(request, context);
    for (const diagnostic of diagnoseRequest(request, document, requestContext)) diagnostics.push(diagnostic);
    for (const diagnostic of secretsInAddress(request, secrets)) diagnostics.push(diagnostic);
  }
  for (const diagnostic of ignoredLines(document)) diagnostics.push(diagnostic);
  for (const diagnostic of repeatedNames(document)) diagnostics.push(diagnostic);
  for (const diagnostic of ambiguousSnapshots(document)) diagnostics.push(diagnostic);
  for (const { range, name, isCertain } of pastedSecrets(document)) {
    diagnostics.push({
      code: 'pastedSecret',
      severity: isCertain ? 'error' : 'warning',
      range,
      detail: name,
      fix: { kind: 'moveSecret', range, name: secretName(name) },
    });
  }
  return diagnostics.sort((a, b) => a.range.start - b.range.start);
}

/**
 * Returns a function for the variables that a reference can use, called in the order of the references. A variable of the
 * document is resolved for each request that uses it, so it can use those of any request.
 */
function variableLookup(
  document: RequestDocument,
  { environmentVariables, variablesOf }: DiagnoseContext,
): (reference: Reference) => EnvironmentVariables {
  if (variablesOf === undefined) return () => environmentVariables;
  const ofRequests = document.requests.map(variablesOf);
  const ofAny = { ...environmentVariables };
  for (const variables of new Set(ofRequests)) Object.assign(ofAny, variables);
  let index = 0;
  return ({ start, inside }) => {
    if (inside === 'variable') return ofAny;
    while (start >= (document.requests[index]?.end ?? Infinity)) index++;
    return ofRequests[index] ?? environmentVariables;
  };
}

/** Returns the context with the variables, environments and hosts of the target that the request names. */
function contextOf(request: RequestNode, selected: DiagnoseContext): DiagnoseContext {
  const context = {
    ...selected,
    environmentVariables: selected.variablesOf?.(request) ?? selected.environmentVariables,
  };
  const named = directive(request, 'application')?.value.text;
  if (named === undefined || context.applications === undefined) return context;
  const [application, ...more] = namedApplications(context.applications, named);
  const isKnown = application !== undefined && more.length === 0;
  if (!isKnown) return { ...context, environments: undefined };
  return { ...context, environments: application.environments, origins: application };
}

function diagnoseRequest(request: RequestNode, document: RequestDocument, context: DiagnoseContext): Diagnostic[] {
  const target = writtenTarget(request, document);
  const ownAddress = target.kind === 'path' ? target.path : ownPathOf(target, context.origins);
  const isForeign = target.kind === 'other' && ownAddress === undefined;
  const diagnostics: Diagnostic[] = [
    ...request.directives.flatMap(node => diagnoseDirective(node, ownAddress, context)),
    ...request.headers.flatMap(node => diagnoseHeader(node, isForeign, document.text)),
    ...diagnoseParts(request),
    ...diagnoseBodyLines(request, document),
    ...diagnoseChecks(request, document, context.environments),
    ...emptyInPath(request, document, context.environmentVariables),
    ...diagnoseAddress(request, document, target, isForeign),
  ];
  const method = methodOf(request);
  if (request.method !== undefined && !httpMethods.some(known => known === method)) {
    diagnostics.push({ code: 'unknownMethod', severity: 'error', range: rangeOf(request.method), detail: method });
  }
  return diagnostics;
}

function diagnoseAddress(
  request: RequestNode,
  document: RequestDocument,
  target: WrittenTarget,
  isForeign: boolean,
): Diagnostic[] {
  const range = target.pathRange ?? request.line;
  if (isForeign && /^https?:\/\//i.test(target.path)) return [{ code: 'otherOrigin', severity: 'information', range }];
  if (isForeign || (target.kind === 'path' && !isPlainPath(target.path)))
    return [{ code: 'badPath', severity: 'error', range }];
  return target.kind === 'path' ? diagnoseCall(request, target, document) : [];
}

/** Reports the variables in the path that have an empty value. An empty one before the path means the application's host. */
function emptyInPath(
  { target: [first] }: RequestNode,
  document: RequestDocument,
  environmentVariables: EnvironmentVariables,
): Diagnostic[] {
  if (first === undefined) return [];
  const path = { ...first, text: first.text.split('?', 1)[0] ?? '' };
  return referencesIn(path, 'target').flatMap(({ start, end, expression: { text: name } }) => {
    const isEmpty = (variableOf(document, name) ?? environmentVariables[name]) === '';
    const isBeforePath = start === path.start && path.text.charAt(end - path.start) === '/';
    return isEmpty && !isBeforePath
      ? [{ code: 'emptyVariable', severity: 'error', range: { start, end }, detail: name }]
      : [];
  });
}

/**
 * Reports the secrets in an address, with which the request is not sent.
 * @param secrets the variables that contain a secret, each with the expression of the secret
 */
function secretsInAddress({ target }: RequestNode, secrets: ReadonlyMap<string, string>): Diagnostic[] {
  return target
    .flatMap(token => referencesIn(token, 'target'))
    .flatMap(({ start, end, expression: { text } }): Diagnostic[] => {
      const secret = isSecret(text) ? text : secrets.get(text);
      return secret === undefined
        ? []
        : [{ code: 'secretInAddress', severity: 'error', range: { start, end }, detail: secret }];
    });
}

function isSecret(expression: string): boolean {
  return /^\$secret\s|^\$(?:dotenv|processEnv)\s(?!.*\spublic$)/.test(expression);
}

/** Returns path and query of a complete address on a host of the application. */
function ownPathOf({ kind, path }: WrittenTarget, origins: Origins | undefined): string | undefined {
  return kind === 'other' && origins !== undefined ? ownPath(path, origins) : undefined;
}

function diagnoseDirective(
  { name, value, start, end }: DirectiveNode,
  path: string | undefined,
  context: DiagnoseContext,
): Diagnostic[] {
  const range = value.text === '' ? { start, end } : rangeOf(value);
  const badDirective: Diagnostic = { code: 'badDirective', severity: 'error', range, detail: name.text };
  const directiveText = value.text;
  if (!directiveNames.some(known => known === name.text)) return [];
  if (name.text === 'name') return isName(directiveText) ? [] : [badDirective];
  if (name.text === 'skip') return [];
  if (['setup', 'teardown', 'only'].includes(name.text)) return directiveText === '' ? [] : [badDirective];
  if (name.text === 'retry') return parseRetry(directiveText) === undefined ? [badDirective] : [];
  if (name.text === 'timeout') return parseDuration(directiveText) === undefined ? [badDirective] : [];
  if (name.text === 'as') {
    if (!isActor(directiveText)) return [badDirective];
    // A variable at the beginning of the path decides which API it belongs to.
    const known = path === undefined ? '' : decodedPath(path);
    const isUnfitting = /^\/[^/{]+\//.test(known) && !fitsFamily(directiveText, familyOf(known));
    return isUnfitting ? [{ ...badDirective, code: 'wrongFamily', detail: directiveText }] : [];
  }
  if (directiveText === '') return [badDirective];
  if (name.text === 'application') {
    if (context.applications === undefined) return [];
    const { length } = namedApplications(context.applications, directiveText);
    const code = length === 0 ? 'unknownApplication' : 'ambiguousApplication';
    return length === 1 ? [] : [{ code, severity: 'error', range, detail: directiveText }];
  }
  return context.environments === undefined ? [] : diagnoseEnvironment(directiveText, range, context.environments);
}

function diagnoseHeader({ name, value, start, end }: HeaderNode, isForeign: boolean, text: string): Diagnostic[] {
  const problem = headerProblem(name.text, value.text);
  if (problem === undefined || (problem === 'own' && isForeign)) return [];
  const code = problem === 'own' ? 'ownHeader' : 'badHeader';
  const line = wholeLine(text, start, end);
  return [
    {
      code,
      severity: 'error',
      range: rangeOf(name),
      detail: name.text,
      fix: { kind: 'replace', range: line, text: '' },
    },
  ];
}

/** Reports lines of the body that are probably meant as requests. */
function diagnoseBodyLines(request: RequestNode, { text }: RequestDocument): Diagnostic[] {
  return requestsInBody(request, text).map(range => {
    const fix = { kind: 'replace', range: { start: range.start, end: range.start }, text: '###\n' } as const;
    return { code: 'requestInBody', severity: 'warning', range, fix };
  });
}

/** Reports the lines of parts of a body that are neither a header nor below an empty line. */
function diagnoseParts(request: RequestNode): Diagnostic[] {
  return (multipartOf(request)?.parts ?? []).flatMap(({ malformedHeader }): Diagnostic[] =>
    malformedHeader === undefined
      ? []
      : [{ code: 'malformedHeader', severity: 'error', range: rangeOf(malformedHeader) }],
  );
}

/**
 * Returns the range of a line with its line break. Without the break, a deletion would leave an empty line, which would
 * begin the body.
 */
function wholeLine(text: string, start: number, end: number): Range {
  const lineEnd = text.indexOf('\n', end);
  return { start: text.lastIndexOf('\n', start - 1) + 1, end: lineEnd < 0 ? text.length : lineEnd + 1 };
}
