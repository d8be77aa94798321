import type { AnyNode, MemberExpression } from 'acorn';
import { globals, members, methods, moduleMembers } from './names';
import { requiredModule, type SyntaxPlace } from './syntax';

/** The names that a file declares. */
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
 * No known path has more members. Without a limit, each part of a long chain would be followed to the start of the
 * chain.
 */
const longestPath = 3;

/** Returns a member that Node 12 does not have, if the code calls it or reads a member of it. */
export function missingMember({ node, above }: SyntaxPlace, declared: Declarations): MissingMember | undefined {
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return undefined;
  const { property } = node;
  const parent = above?.node;
  const isCall = parent?.type === 'CallExpression' || parent?.type === 'NewExpression';
  const isUsed = isCall ? parent.callee === node : parent?.type === 'MemberExpression' && parent.object === node;
  if (!isUsed || declared.names.has(`.${property.name}`)) return undefined;
  const known = memberOfPath(node, declared);
  if (known !== undefined) return { code: 'global', node: property, ...known };
  const replacement = isCall ? methods.get(property.name) : undefined;
  // In libraries, `at` may have other arguments.
  if (replacement === undefined || (property.name === 'at' && isCall && parent.arguments.length !== 1))
    return undefined;
  return { code: 'method', node: property, name: `.${property.name}()`, replacement };
}

/** Returns a function that Node 12 does not have in `const { randomUUID } = require('crypto')`. */
export function missingExport({ node, above }: SyntaxPlace): MissingMember | undefined {
  const [pattern, declarator] = [above?.node, above?.above?.node];
  if (node.type !== 'Property' || pattern?.type !== 'ObjectPattern' || declarator?.type !== 'VariableDeclarator')
    return undefined;
  const { key, value } = node;
  // With a default value, the code works without the export.
  if (key.type !== 'Identifier' || value.type === 'AssignmentPattern' || !declarator.init) return undefined;
  const name = `${requiredModule(declarator.init)}.${key.name}`;
  const replacement = moduleMembers.get(name);
  return replacement === undefined ? undefined : { code: 'global', node: key, name, replacement };
}

/** Returns the encoding `base64url` in the arguments of a call. */
export function missingEncoding(node: AnyNode): MissingMember | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
  const { property } = node.callee;
  if (property.type !== 'Identifier' || !['toString', 'from', 'digest'].includes(property.name)) return undefined;
  const argument = node.arguments.find(each => each.type === 'Literal' && each.value === 'base64url');
  // The encoding 'base64' also decodes base64url.
  const replacement = property.name === 'from' ? `'base64'` : `${property.name}('base64').replace(/[+/=]/g, …)`;
  return argument && { code: 'global', node: argument, name: `'base64url'`, replacement };
}

function memberOfPath(
  node: MemberExpression,
  declared: Declarations,
): { name: string; replacement: string } | undefined {
  const path = pathOf(node, declared);
  if (path === undefined) return undefined;
  const { name, isOfModule, root } = path;
  if (!isOfModule && declared.names.has(root)) return undefined;
  const replacement = isOfModule ? moduleMembers.get(name) : globalMember(name, declared);
  return replacement === undefined ? undefined : { name, replacement };
}

function globalMember(name: string, { names }: Declarations): string | undefined {
  const [, method] = /^(?:Array|String|Set)\.prototype\.(\w+)$/.exec(name) ?? [];
  if (method !== undefined) return methods.get(method);
  const [, own] = /^global(?:This)?\.(\w+)$/.exec(name) ?? [];
  if (own !== undefined) return names.has(own) ? undefined : globals.get(own);
  return members.get(name);
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
  return root === undefined ? undefined : { root, isOfModule: module !== undefined, name: [root, ...names].join('.') };
}
