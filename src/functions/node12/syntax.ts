import { parse, tokenizer, tokTypes, type AnyNode, type ImportExpression, type Options } from 'acorn';

/** A node of the syntax tree with the path to its ancestors. */
export interface NodePath {
  node: AnyNode;
  parentPath: NodePath | undefined;
}

/** Yields all nodes in the order of the text. Does not recurse, so deeply nested code cannot overflow the stack. */
export function* walk(root: AnyNode): Generator<NodePath> {
  const pending: NodePath[] = [{ node: root, parentPath: undefined }];
  for (let nodePath = pending.pop(); nodePath !== undefined; nodePath = pending.pop()) {
    yield nodePath;
    // In a loop, because a list can have more items than a call can have arguments.
    for (const node of children(nodePath.node).reverse()) pending.push({ node, parentPath: nodePath });
  }
}

function children(node: AnyNode): AnyNode[] {
  return Object.values(node)
    .flat()
    .filter((value): value is AnyNode => isNode(value))
    .sort((one, other) => one.start - other.start);
}

function isNode(value: unknown): boolean {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

interface NewSyntax {
  name: string;
  /** The code to use instead; empty if nothing similar exists. */
  replacement: string;
}

const assignments: ReadonlyMap<string, string> = new Map([
  ['??=', 'if (a == null) a = b'],
  ['||=', 'a = a || b'],
  ['&&=', 'a = a && b'],
]);

/**
 * Returns the syntax of a node that Node 12 does not support, and what to use instead; `undefined` if it is supported.
 * @param code the whole code
 */
export function newSyntax(node: AnyNode, code: string): NewSyntax | undefined {
  if (node.type === 'ChainExpression') return { name: '?.', replacement: 'a && a.b' };
  if (node.type === 'LogicalExpression' && node.operator === '??')
    return { name: '??', replacement: 'a != null ? a : b' };
  if (node.type === 'AssignmentExpression') {
    const replacement = assignments.get(node.operator);
    return replacement === undefined ? undefined : { name: node.operator, replacement };
  }
  if (node.type === 'StaticBlock') return { name: 'static {}', replacement: 'Class.name = …' };
  if (node.type === 'MethodDefinition' && node.key.type === 'PrivateIdentifier')
    return { name: `#${node.key.name}()`, replacement: `#${node.key.name} = () => …` };
  if (node.type === 'BinaryExpression' && node.left.type === 'PrivateIdentifier')
    return { name: `#${node.left.name} in`, replacement: 'WeakSet' };
  if (node.type === 'VariableDeclaration' && node.kind.endsWith('using'))
    return { name: node.kind, replacement: 'try … finally' };
  if (node.type === 'ImportExpression')
    return hasComma(node, code) ? { name: 'import(…, …)', replacement: 'require(…)' } : undefined;
  if ('computed' in node && 'key' in node && !node.computed && node.key.type === 'Literal' && node.key.bigint)
    return { name: `{ ${node.key.raw}: … }`, replacement: `{ '${node.key.bigint}': … }` };
  return node.type === 'Literal' && node.regex ? newRegExp(node.raw ?? '') : undefined;
}

/** True for `import('module', options)`, and for `import('module',)`. */
function hasComma({ source, end }: ImportExpression, code: string): boolean {
  return [...tokenizer(code.slice(source.end, end), commonJs)].some(({ type }) => type === tokTypes.comma);
}

/** Returns the module of `require('module')`, without `node:`. */
export function requiredModule(node: AnyNode): string | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'require')
    return undefined;
  const [argument] = node.arguments;
  if (argument?.type !== 'Literal' || typeof argument.value !== 'string') return undefined;
  return argument.value.replace(/^node:/, '');
}

/** Parser options for a file that is loaded with `require`. */
export const commonJs: Options = {
  ecmaVersion: 'latest',
  sourceType: 'commonjs',
  allowHashBang: true,
};

function newRegExp(raw: string): NewSyntax | undefined {
  try {
    // Node 12 knows the writing systems of `\p{Script=…}` of this version. The next one has new flags.
    parse(raw, { ...commonJs, ecmaVersion: 2021 });
    return undefined;
  } catch {
    // The expression is valid in the newest version of JavaScript, because the whole file was parsed before.
    return { name: raw.length > 40 ? `${raw.slice(0, 40)}…` : raw, replacement: '' };
  }
}
