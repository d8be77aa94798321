import type { SandboxContext } from '../backend/routing';
import { findUser } from '../identity/users';
import type { Doc } from '../store/collection';
import { userTable, type SandboxTable } from './table';

/** The properties of a caller that permissions depend on. */
interface Caller {
  /** Undefined for a caller without a user token. */
  userId: number | undefined;
  anonymous: boolean;
  groups: readonly number[];
}

/** Returns the caller of a Web API request. */
export function callerOf(context: SandboxContext): Caller {
  const userId = context.get('userId');
  if (userId === undefined) return { userId, anonymous: true, groups: [] };
  const user = findUser(context, userId);
  return { userId, anonymous: user?._anonymous === true, groups: user?._groups ?? [] };
}

/**
 * True if a permission allows the caller to read or write. `user:anonymous` allows everyone to read, and everyone with
 * a session to write. `user:*` allows users who logged in, `user:<id>` one user, `gid:<id>` the members of a group.
 */
export function isAllowed(
  permissions: unknown,
  { userId, anonymous, groups }: Caller,
  access: 'read' | 'write',
): boolean {
  if (!Array.isArray(permissions)) return false;
  return permissions.some(permission => {
    if (permission === 'user:anonymous') return access === 'read' || userId !== undefined;
    if (permission === 'user:*') return userId !== undefined && !anonymous;
    return permission === `user:${userId}` || groups.some(group => permission === `gid:${group}`);
  });
}

/**
 * Returns a test for the records that the caller may read; undefined if all are readable. Rows of the user table have
 * no permissions, because private fields of a profile are never shown.
 */
export function readFilter(context: SandboxContext, table: SandboxTable): ((record: Doc) => boolean) | undefined {
  if (table.name === userTable) return undefined;
  const caller = callerOf(context);
  return record => isAllowed(record.read_perm, caller, 'read');
}

/** True if a value is a valid list of permissions. */
export function isPermissions(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(item => typeof item === 'string' && permissionPattern.test(item));
}

const permissionPattern = /^(user:(anonymous|\*|\d+|\{created_by\})|gid:\d+)$/;
