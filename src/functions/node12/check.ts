import { parse, type AnyNode, type Program } from 'acorn';
import { globals, members, methods, modules, moduleMembers } from './names';
import { declaredNames } from './declared';
import { commonJs, newSyntax, places, type SyntaxPlace } from './syntax';

/** Code that does not run in Node 12, the runtime of the service. */
export interface NodeProblem {
  code:
    | 'syntax' // it is no JavaScript; `name`: the parser’s words
    | 'newSyntax' // Node 12 cannot parse it, so the whole function fails
    | 'module' // `import` or `export` of an ES module
    | 'global' // a name that Node 12 does not have
    | 'method' // a method that strings and lists of Node 12 do not have; other objects may
    | 'requiredModule' // a module that Node 12 does not have
    | 'tooDeep'; // the code is nested too deeply to be checked
  /** Offsets in the code. */
  start: number;
  end: number;
  /** Text of the code. */
  name: string;
  /** Code; empty if nothing similar exists. */
  replacement: string;
}

/** Checks code for everything that Node 12 is known not to have. */
export function checkNode12(code: string): NodeProblem[] {
  let program: Program;
  try {
    program = parse(code, commonJs);
  } catch (error) {
    return [unparsed(code, error)];
  }
  const all = [...places(program)];
  const declared = declaredNames(all);
  return all.flatMap(place => problemOf(place, declared) ?? []);
}

function unparsed(code: string, error: unknown): NodeProblem {
  if (!(error instanceof SyntaxError)) throw error;
  if (error.message.startsWith('Not enough stack space'))
    return { code: 'tooDeep', start: 0, end: 0, name: '', replacement: '' };
  const { pos = 0 } = error as { pos?: number };
  const statement = moduleStatement(code);
  if (statement !== undefined) {
    const { start, type } = statement;
    const [name, replacement] = type.startsWith('Import') ? ['import', 'require(…)'] : ['export', 'exports.main = …'];
    return { code: 'module', start, end: start + 6, name, replacement };
  }
  const words = error.message.replace(/ \(\d+:\d+\)$/, '');
  return { code: 'syntax', start: pos, end: Math.min(pos + 1, code.length), name: words, replacement: '' };
}

function moduleStatement(code: string): AnyNode | undefined {
  try {
    const { body } = parse(code, { ...commonJs, sourceType: 'module' });
    return body.find(({ type }) => /^(Import|Export)/.test(type));
  } catch {
    // It is no module either; the error of the script is reported.
    return undefined;
  }
}

function problemOf(place: SyntaxPlace, declared: ReadonlySet<string>): NodeProblem | undefined {
  const { node } = place;
  const { start, end } = node;
  const syntax = newSyntax(node);
  if (syntax !== undefined) return { code: 'newSyntax', start, end, ...syntax };
  if (node.type === 'Identifier') {
    const replacement = isReference(place) && !declared.has(node.name) ? globals.get(node.name) : undefined;
    return replacement === undefined ? undefined : { code: 'global', start, end, name: node.name, replacement };
  }
  if (node.type === 'MemberExpression') return memberProblem(place, declared);
  if (node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'require') {
    const [argument] = node.arguments;
    if (argument?.type !== 'Literal' || typeof argument.value !== 'string') return undefined;
    const name = argument.value;
    const found = name.startsWith('node:') ? `require('${name.slice(5)}')` : undefined;
    const replacement = modules.get(name.replace(/^node:/, '')) ?? found;
    const { start, end } = argument;
    return replacement === undefined ? undefined : { code: 'requiredModule', start, end, name, replacement };
  }
  return undefined;
}

/** True for the value of a name; false for the name of a property, a label or a tested name. */
function isReference({ node, above }: SyntaxPlace): boolean {
  const parent = above?.node;
  if (parent === undefined) return true;
  if (parent.type === 'MemberExpression') return parent.object === node || parent.computed;
  if (parent.type === 'Property' || parent.type === 'MethodDefinition' || parent.type === 'PropertyDefinition')
    return parent.value === node || parent.computed;
  if (parent.type === 'UnaryExpression') return parent.operator !== 'typeof';
  return !['LabeledStatement', 'BreakStatement', 'ContinueStatement'].includes(parent.type);
}

function memberProblem({ node, above }: SyntaxPlace, declared: ReadonlySet<string>): NodeProblem | undefined {
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return undefined;
  const { object, property } = node;
  const { start, end } = property;
  const parent = above?.node;
  if (parent?.type !== 'CallExpression' && parent?.type !== 'NewExpression') return undefined;
  if (parent.callee !== node) return undefined;
  if (object.type === 'Identifier') {
    const name = `${object.name}.${property.name}`;
    const own = declared.has(object.name) ? undefined : members.get(name);
    const isGlobal = ['global', 'globalThis'].includes(object.name) && !declared.has(property.name);
    const replacement = own ?? moduleMembers.get(name) ?? (isGlobal ? globals.get(property.name) : undefined);
    if (replacement !== undefined && !declared.has(`.${property.name}`))
      return { code: 'global', start, end, name, replacement };
  }
  const replacement = methods.get(property.name);
  // Libraries have an `at` with other arguments.
  const { length } = parent.arguments;
  if (replacement === undefined || declared.has(`.${property.name}`) || (property.name === 'at' && length !== 1))
    return undefined;
  return { code: 'method', start, end, name: `.${property.name}()`, replacement };
}
