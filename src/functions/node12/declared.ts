import type { AnyNode } from 'acorn';
import { requiredModule, type SyntaxPlace } from './syntax';

/**
 * Returns the names that the code declares, assigns or tests with `typeof`, and the properties that it defines or
 * tests, as `.name`. A name that is declared anywhere is never reported: a missing report is better than a wrong one.
 */
export function declaredNames(all: readonly SyntaxPlace[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { node } of all) {
    for (const pattern of patternsOf(node)) addPattern(pattern, names);
    const property = ownProperty(node);
    if (property !== undefined) names.add(`.${property}`);
    if (node.type === 'UnaryExpression' && node.operator === 'typeof') addPattern(node.argument, names);
  }
  return names;
}

/** Returns the modules in variables, by variable name, such as `crypto` for `c` in `const c = require('crypto')`. */
export function declaredModules(all: readonly SyntaxPlace[]): ReadonlyMap<string, string> {
  const modules = new Map<string, string>();
  for (const { node } of all) {
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
  const waiting: AnyNode[] = [pattern];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'Identifier') names.add(node.name);
    if (node.type === 'ObjectPattern')
      waiting.push(...node.properties.map(each => (each.type === 'Property' ? each.value : each.argument)));
    if (node.type === 'ArrayPattern') waiting.push(...node.elements.filter(each => each !== null));
    if (node.type === 'AssignmentPattern') waiting.push(node.left);
    if (node.type === 'RestElement') waiting.push(node.argument);
  }
}

/** Returns the name of a property that the code defines or tests, such as a method `at` of a class. */
function ownProperty(node: AnyNode): string | undefined {
  if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression') return nameOf(node.left.property);
  if (node.type === 'UnaryExpression' && node.argument.type === 'MemberExpression')
    return nameOf(node.argument.property);
  const test = testOf(node);
  if (test?.type === 'MemberExpression') return nameOf(test.property);
  if (node.type === 'MethodDefinition' || node.type === 'PropertyDefinition') return nameOf(node.key);
  // In a pattern, the key reads a property, but does not define it.
  return node.type === 'Property' && node.value.type.endsWith('FunctionExpression') ? nameOf(node.key) : undefined;
}

function testOf(node: AnyNode): AnyNode | undefined {
  if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') return node.test;
  return node.type === 'LogicalExpression' ? node.left : undefined;
}

function nameOf(node: AnyNode): string | undefined {
  return node.type === 'Identifier' ? node.name : undefined;
}
