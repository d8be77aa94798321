import type { AnyNode, MemberExpression } from 'acorn';
import { globals, members, methods, moduleMembers } from './names';
import { requiredModule, type SyntaxPlace } from './syntax';

/** The names that a file declares. */
export interface Declarations {
  /** Variables, and own properties as `.name`. */
  names: ReadonlySet<string>;
  /** The modules in variables, such as `crypto` in `const c = require('crypto')`. */
  modules: ReadonlyMap<string, string>;
}

/** A use that Node 12 does not know: its node, name and replacement. */
export interface MissingMember {
  code: 'global' | 'method';
  node: AnyNode;
  name: string;
  replacement: string;
}

/** The longest known path has three names, so that a long chain is not followed to its start for each of its parts. */
const longestPath = 3;

/** Finds a member that is called, or whose own member is read, and that Node 12 does not have. */
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
  // Libraries have an `at` with other arguments.
  if (replacement === undefined || (property.name === 'at' && isCall && parent.arguments.length !== 1))
    return undefined;
  return { code: 'method', node: property, name: `.${property.name}()`, replacement };
}

/** Finds a missing function in `const { randomUUID } = require('crypto')`. */
export function missingExport({ node, above }: SyntaxPlace): MissingMember | undefined {
  const [pattern, declarator] = [above?.node, above?.above?.node];
  if (node.type !== 'Property' || pattern?.type !== 'ObjectPattern' || declarator?.type !== 'VariableDeclarator')
    return undefined;
  const { key, value } = node;
  // A default is for a module without it.
  if (key.type !== 'Identifier' || value.type === 'AssignmentPattern' || !declarator.init) return undefined;
  const name = `${requiredModule(declarator.init)}.${key.name}`;
  const replacement = moduleMembers.get(name);
  return replacement === undefined ? undefined : { code: 'global', node: key, name, replacement };
}

/** Finds the encoding `base64url` in the arguments of a call. */
export function missingEncoding(node: AnyNode): MissingMember | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
  const { property } = node.callee;
  if (property.type !== 'Identifier' || !['toString', 'from', 'digest'].includes(property.name)) return undefined;
  const argument = node.arguments.find(each => each.type === 'Literal' && each.value === 'base64url');
  // 'base64' also reads the letters of base64url.
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

/** `a.b.c`, where `a` is a name, a variable with a module, or `require('a')`. */
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
