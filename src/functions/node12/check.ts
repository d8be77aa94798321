import { isBuiltin } from 'node:module';
import { parse, type AnyNode, type Program } from 'acorn';
import { declaredModules, declaredNames, namesIn } from './declared';
import { missingEncoding, missingExport, missingMember, type Declarations } from './members';
import { newerGlobals, newerModules } from './names';
import { commonJs, newSyntax, walk, requiredModule, type NodePath } from './syntax';

/** A part of the code that does not run in Node 12, the runtime of the service. */
export interface NodeProblem {
  code:
    | 'syntax' // not valid JavaScript; `name` is the parser’s message
    | 'newSyntax' // Node 12 cannot parse it, so the whole function fails
    | 'module' // `import` or `export` of an ES module
    | 'global' // a global name or a member that Node 12 does not have
    | 'method' // a method that strings and lists do not have in Node 12; the object may be of another type
    | 'requiredModule' // a module that Node 12 does not have
    | 'tooDeep'; // the code is nested too deeply to be checked
  /** Offsets in the code. */
  start: number;
  end: number;
  /** The code that does not run, or the parser’s message. */
  name: string;
  /** The code to use instead; empty if nothing similar exists. */
  replacement: string;
}

/** Finds the parts of the code that are known not to run in Node 12. */
export function checkNode12(code: string): NodeProblem[] {
  let program: Program;
  try {
    program = parse(code, commonJs);
  } catch (error) {
    return [parseProblem(code, error)];
  }
  const nodePaths = [...walk(program)];
  const declared = { names: declaredNames(nodePaths), modules: declaredModules(nodePaths) };
  const problems = nodePaths.flatMap(nodePath => problemOf(nodePath, declared, code) ?? []);
  return [...repeatedParameters(program), ...problems].sort((one, other) => one.start - other.start);
}

/** The parameters of the function that Node puts around a module. A module cannot declare them again. */
const moduleParameters: ReadonlySet<string> = new Set(['exports', 'require', 'module', '__filename', '__dirname']);

function repeatedParameters({ body }: Program): NodeProblem[] {
  const patterns = body.flatMap((statement): AnyNode[] => {
    if (statement.type === 'ClassDeclaration') return [statement.id];
    const isLexical = statement.type === 'VariableDeclaration' && statement.kind !== 'var';
    return isLexical ? statement.declarations.map(({ id }) => id) : [];
  });
  return patterns.flatMap(pattern =>
    namesIn(pattern)
      .filter(name => moduleParameters.has(name))
      .map(name => {
        // In the words of the parser, which reports other names.
        const message = `Identifier '${name}' has already been declared`;
        return { code: 'syntax', start: pattern.start, end: pattern.end, name: message, replacement: '' };
      }),
  );
}

/** True if Node 12 cannot load the function at all. Any other problem fails only where the code is reached. */
export function preventsLoading({ code }: NodeProblem): boolean {
  return code === 'syntax' || code === 'newSyntax' || code === 'module';
}

function parseProblem(code: string, error: unknown): NodeProblem {
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
  const message = error.message.replace(/ \(\d+:\d+\)$/, '');
  return { code: 'syntax', start: pos, end: Math.min(pos + 1, code.length), name: message, replacement: '' };
}

function moduleStatement(code: string): AnyNode | undefined {
  try {
    const { body } = parse(code, { ...commonJs, sourceType: 'module' });
    return body.find(({ type }) => /^(Import|Export)/.test(type));
  } catch {
    // The code is no module either. The caller reports why it is not a script.
    return undefined;
  }
}

function problemOf(nodePath: NodePath, declared: Declarations, source: string): NodeProblem | undefined {
  const { node } = nodePath;
  const { start, end } = node;
  const syntax = newSyntax(node, source);
  if (syntax !== undefined) return { code: 'newSyntax', start, end, ...syntax };
  if (node.type === 'Identifier') {
    const replacement =
      isReference(nodePath) && !declared.names.has(node.name) ? newerGlobals.get(node.name) : undefined;
    return replacement === undefined ? undefined : { code: 'global', start, end, name: node.name, replacement };
  }
  const missing = missingMember(nodePath, declared) ?? missingExport(nodePath) ?? missingEncoding(node);
  if (missing === undefined) return missingModule(node);
  const { code, name, replacement } = missing;
  return { code, start: missing.node.start, end: missing.node.end, name, replacement };
}

function missingModule(node: AnyNode): NodeProblem | undefined {
  const module = requiredModule(node);
  if (module === undefined || node.type !== 'CallExpression') return undefined;
  const [argument = node] = node.arguments;
  const { start, end } = argument;
  const name = argument.type === 'Literal' ? String(argument.value) : module;
  // Modules such as `node:test` do not exist without their prefix.
  const withoutPrefix = isBuiltin(module) ? `require('${module}')` : '';
  const replacement = newerModules.get(module) ?? (name.startsWith('node:') ? withoutPrefix : undefined);
  return replacement === undefined ? undefined : { code: 'requiredModule', start, end, name, replacement };
}

/** True if an identifier reads or writes a variable: not the name of a property or label, nor an operand of `typeof`. */
function isReference({ node, parentPath }: NodePath): boolean {
  const parent = parentPath?.node;
  if (parent === undefined) return true;
  if (parent.type === 'MemberExpression') return parent.object === node || parent.computed;
  if (parent.type === 'Property' || parent.type === 'MethodDefinition' || parent.type === 'PropertyDefinition')
    return parent.value === node || parent.computed;
  if (parent.type === 'UnaryExpression') return parent.operator !== 'typeof';
  return !['LabeledStatement', 'BreakStatement', 'ContinueStatement'].includes(parent.type);
}
