import type { AnyNode } from 'acorn';
import { requiredModule, type NodePath } from './syntax';

/**
 * Returns the names that the code declares, assigns or tests with `typeof`, and the properties that it defines or
 * tests, as `.name`. These are never reported, because a missing report is better than a wrong one.
 */
export function declaredNames(nodePaths: readonly NodePath[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { node } of nodePaths) {
    for (const pattern of patternsOf(node)) addPattern(pattern, names);
    const property = definedProperty(node);
    if (property !== undefined) names.add(`.${property}`);
    if (node.type === 'UnaryExpression' && node.operator === 'typeof') addPattern(node.argument, names);
  }
  return names;
}

/** Returns the modules in variables, by variable name, such as `crypto` for `c` in `const c = require('crypto')`. */
export function declaredModules(nodePaths: readonly NodePath[]): ReadonlyMap<string, string> {
  const modules = new Map<string, string>();
  for (const { node } of nodePaths) {
    if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || !node.init) continue;
    const module = requiredModule(node.init);
    if (module !== undefined) modules.set(node.id.name, module);
  }
  return modules;
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

function addPattern(pattern: AnyNode, names: Set<string>): void {
  const pending: AnyNode[] = [pattern];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.type === 'Identifier') names.add(node.name);
    if (node.type === 'ObjectPattern')
      pending.push(...node.properties.map(each => (each.type === 'Property' ? each.value : each.argument)));
    if (node.type === 'ArrayPattern') pending.push(...node.elements.filter(each => each !== null));
    if (node.type === 'AssignmentPattern') pending.push(node.left);
    if (node.type === 'RestElement') pending.push(node.argument);
  }
}

/** Returns the name of a property that the code defines or tests, such as a method `at` of a class. */
function definedProperty(node: AnyNode): string | undefined {
  if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression')
    return identifierName(node.left.property);
  if (node.type === 'UnaryExpression' && node.argument.type === 'MemberExpression')
    return identifierName(node.argument.property);
  const condition = conditionOf(node);
  if (condition?.type === 'MemberExpression') return identifierName(condition.property);
  if (node.type === 'MethodDefinition' || node.type === 'PropertyDefinition') return identifierName(node.key);
  // Only functions count: the key of a pattern reads a property and does not define it.
  return node.type === 'Property' && node.value.type.endsWith('FunctionExpression')
    ? identifierName(node.key)
    : undefined;
}

function conditionOf(node: AnyNode): AnyNode | undefined {
  if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') return node.test;
  return node.type === 'LogicalExpression' ? node.left : undefined;
}

function identifierName(node: AnyNode): string | undefined {
  return node.type === 'Identifier' ? node.name : undefined;
}
