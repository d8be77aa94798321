import type { AnyNode, MemberExpression } from 'acorn';
import { newerGlobals, newerMembers, newerMethods, newerExports } from './names';
import { requiredModule, type NodePath } from './syntax';

/** The names that the code of a function declares. */
export interface Declarations {
  /** Variables, and properties that the code defines or tests, as `.name`. */
  names: ReadonlySet<string>;
  /** The modules in variables, by variable name, such as `crypto` for `c` in `const c = require('crypto')`. */
  modules: ReadonlyMap<string, string>;
}

/** A member that Node 12 does not have, with the code to use instead. */
interface MissingMember {
  code: 'global' | 'method';
  node: AnyNode;
  name: string;
  replacement: string;
}

/**
 * The maximum number of members in a path of `names.ts`. Without a limit, checking a long chain of members would take
 * quadratic time.
 */
const longestPath = 3;

/** Returns a member that Node 12 does not have, if the code calls it or reads a member of it. */
export function missingMember({ node, parentPath }: NodePath, declared: Declarations): MissingMember | undefined {
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return undefined;
  const { property } = node;
  const parent = parentPath?.node;
  const isCall = parent?.type === 'CallExpression' || parent?.type === 'NewExpression';
  const isUsed = isCall
    ? parent.callee === node
    : (parent?.type === 'MemberExpression' && parent.object === node) || isBundledCallee(parent, node);
  if (!isUsed || declared.names.has(`.${property.name}`)) return undefined;
  const missing = missingPathMember(node, declared);
  if (missing !== undefined) return { code: 'global', node: property, ...missing };
  const replacement = isCall ? newerMethods.get(property.name) : undefined;
  // Libraries have methods `at` with another number of arguments.
  if (replacement === undefined || (property.name === 'at' && isCall && parent.arguments.length !== 1))
    return undefined;
  return { code: 'method', node: property, name: `.${property.name}()`, replacement };
}

/** Returns an export that Node 12 does not have, such as `randomUUID` in `const { randomUUID } = require('crypto')`. */
export function missingExport({ node, parentPath }: NodePath): MissingMember | undefined {
  const [pattern, declarator] = [parentPath?.node, parentPath?.parentPath?.node];
  if (node.type !== 'Property' || pattern?.type !== 'ObjectPattern' || declarator?.type !== 'VariableDeclarator')
    return undefined;
  const { key, value } = node;
  // With a default value, the code works without the export.
  if (key.type !== 'Identifier' || value.type === 'AssignmentPattern' || !declarator.init) return undefined;
  const name = `${requiredModule(declarator.init)}.${key.name}`;
  const replacement = newerExports.get(name);
  return replacement === undefined ? undefined : { code: 'global', node: key, name, replacement };
}

/** Returns the encoding `base64url`, which Node 12 does not have, in the arguments of a call. */
export function missingEncoding(node: AnyNode): MissingMember | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
  const { property } = node.callee;
  if (property.type !== 'Identifier' || !['toString', 'from', 'digest'].includes(property.name)) return undefined;
  const argument = node.arguments.find(each => each.type === 'Literal' && each.value === 'base64url');
  // The encoding 'base64' also decodes base64url.
  const replacement = property.name === 'from' ? `'base64'` : `${property.name}('base64').replace(/[+/=]/g, …)`;
  return argument && { code: 'global', node: argument, name: `'base64url'`, replacement };
}

/** True for a member that is called as bundlers call an import: `(0, crypto_1.randomUUID)()`. */
function isBundledCallee(parent: AnyNode | undefined, member: AnyNode): boolean {
  return parent?.type === 'SequenceExpression' && parent.expressions.at(-1) === member;
}

function missingPathMember(
  node: MemberExpression,
  declared: Declarations,
): { name: string; replacement: string } | undefined {
  const path = pathOf(node, declared);
  if (path === undefined) return undefined;
  const { name, isOfModule, root } = path;
  if (!isOfModule && declared.names.has(root)) return undefined;
  const replacement = isOfModule ? newerExports.get(name) : globalReplacement(name, declared);
  return replacement === undefined ? undefined : { name, replacement };
}

function globalReplacement(name: string, { names }: Declarations): string | undefined {
  const [, method] = /^(?:Array|String|Set)\.prototype\.(\w+)$/.exec(name) ?? [];
  if (method !== undefined) return newerMethods.get(method);
  const [, globalName] = /^global(?:This)?\.(\w+)$/.exec(name) ?? [];
  if (globalName !== undefined) return names.has(globalName) ? undefined : newerGlobals.get(globalName);
  return newerMembers.get(name);
}

/** Returns the path `a.b.c` of a member, where `a` is a name, a module in a variable, or `require('a')`. */
function pathOf(
  member: MemberExpression,
  { modules }: Declarations,
): { root: string; isOfModule: boolean; name: string } | undefined {
  const names: string[] = [];
  let node: AnyNode = member;
  for (; node.type === 'MemberExpression' && names.length < longestPath; node = node.object) {
    if (node.computed || node.property.type !== 'Identifier') return undefined;
    names.unshift(node.property.name);
  }
  const variable = node.type === 'Identifier' ? node.name : undefined;
  const module = variable === undefined ? requiredModule(node) : modules.get(variable);
  const root = module ?? variable;
  // Bundlers write `crypto_1.default` for the module itself.
  if (module !== undefined && names[0] === 'default') names.shift();
  return root === undefined ? undefined : { root, isOfModule: module !== undefined, name: [root, ...names].join('.') };
}
