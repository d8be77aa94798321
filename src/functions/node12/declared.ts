import type { AnyNode } from 'acorn';
import { requiredModule, type NodePath } from './syntax';

/**
 * Returns the names that the code declares, assigns or tests with `typeof`, and the properties that it defines or
 * tests, as `.name`. These are never reported, because a missing report is better than a wrong one.
 */
export function declaredNames(nodePaths: readonly NodePath[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const nodePath of nodePaths) {
    const { node } = nodePath;
    for (const name of patternsOf(node).flatMap(namesIn)) names.add(name);
    const defined = definedProperty(nodePath);
    if (defined !== undefined) names.add(`.${defined.name}`);
    if (defined !== undefined && isGlobalObject(defined.object)) names.add(defined.name);
    if (node.type === 'UnaryExpression' && node.operator === 'typeof')
      for (const name of namesIn(node.argument)) names.add(name);
  }
  return names;
}

/** Returns the modules in variables, by variable name, such as `crypto` for `c` in `const c = require('crypto')`. */
export function declaredModules(nodePaths: readonly NodePath[]): ReadonlyMap<string, string> {
  const modules = new Map<string, string>();
  for (const { node } of nodePaths) {
    if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || !node.init) continue;
    const module = requiredModule(helperArgument(node.init) ?? node.init);
    if (module !== undefined) modules.set(node.id.name, module);
  }
  return modules;
}

/** The functions that wrap `require(…)` in the output of TypeScript, esbuild and Babel. */
const importHelpers: ReadonlySet<string> = new Set([
  ...['__importDefault', '__importStar', '__toESM', '_interopRequireDefault', '_interopRequireWildcard'],
]);

/** Returns the argument of `__toESM(require('crypto'))` and of the helpers of other bundlers. */
function helperArgument(node: AnyNode): AnyNode | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const { callee } = node;
  const name = keyName(callee.type === 'MemberExpression' ? callee.property : callee, false);
  return name !== undefined && importHelpers.has(name) ? node.arguments[0] : undefined;
}

/** Returns the patterns of variables that a node declares or assigns. */
function patternsOf(node: AnyNode): readonly AnyNode[] {
  if (node.type === 'VariableDeclarator') return [node.id];
  if (node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression')
    return node.id ? [node.id, ...node.params] : node.params;
  if (node.type === 'ArrowFunctionExpression') return node.params;
  if (node.type === 'ClassDeclaration' || node.type === 'ClassExpression') return node.id ? [node.id] : [];
  if (node.type === 'CatchClause') return node.param ? [node.param] : [];
  return node.type === 'AssignmentExpression' ? [node.left] : [];
}

/** Returns the names of the variables in a pattern, such as `a` and `b` in `{ a, x: [b] }`. */
export function namesIn(pattern: AnyNode): string[] {
  const names: string[] = [];
  const pending: AnyNode[] = [pattern];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.type === 'Identifier') names.push(node.name);
    if (node.type === 'ObjectPattern')
      pending.push(...node.properties.map(each => (each.type === 'Property' ? each.value : each.argument)));
    if (node.type === 'ArrayPattern') pending.push(...node.elements.filter(each => each !== null));
    if (node.type === 'AssignmentPattern') pending.push(node.left);
    if (node.type === 'RestElement') pending.push(node.argument);
  }
  return names;
}

/** A property that the code defines or tests, such as `at` of a class. */
interface DefinedProperty {
  name: string;
  /** The object, if the node names it. */
  object?: AnyNode | undefined;
}

function definedProperty({ node, parentPath }: NodePath): DefinedProperty | undefined {
  const member = changedOrTested(node);
  if (member?.type === 'MemberExpression') return property(keyName(member.property, member.computed), member.object);
  if (node.type === 'MethodDefinition' || node.type === 'PropertyDefinition')
    return property(keyName(node.key, node.computed));
  if (node.type === 'CallExpression' && node.callee.type === 'MemberExpression') {
    // `Object.defineProperty(String.prototype, 'at', …)`
    const [object, key] = node.arguments;
    const isDefinition = keyName(node.callee.property, node.callee.computed) === 'defineProperty';
    return isDefinition && key !== undefined ? property(keyName(key, true), object) : undefined;
  }
  // The key of a pattern reads a property and does not define it. A variable may contain a function, a literal does not.
  if (node.type !== 'Property' || parentPath?.node.type !== 'ObjectExpression') return undefined;
  const mayBeFunction = node.value.type === 'Identifier' || node.value.type.endsWith('FunctionExpression');
  return mayBeFunction ? property(keyName(node.key, node.computed)) : undefined;
}

function property(name: string | undefined, object?: AnyNode): DefinedProperty | undefined {
  return name === undefined ? undefined : { name, object };
}

/** Returns the expression that a node assigns or tests. */
function changedOrTested(node: AnyNode): AnyNode | undefined {
  if (node.type === 'AssignmentExpression') return node.left;
  if (node.type === 'UnaryExpression') return node.argument;
  if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') return node.test;
  return node.type === 'LogicalExpression' ? node.left : undefined;
}

/** Returns the name of a property; `undefined` for one that is computed while the code runs. */
function keyName(key: AnyNode, computed: boolean): string | undefined {
  if (key.type === 'Literal' && typeof key.value === 'string') return key.value;
  return key.type === 'Identifier' && !computed ? key.name : undefined;
}

function isGlobalObject(node: AnyNode | undefined): boolean {
  return node?.type === 'Identifier' && (node.name === 'global' || node.name === 'globalThis');
}
