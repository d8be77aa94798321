import type { SandboxContext } from '../backend/routing';
import { findUser } from '../identity/users';

/** The properties of a caller that permissions depend on. */
interface Caller {
  /** Undefined for a caller without a user token. */
  userId: number | undefined;
  anonymous: boolean;
  groups: readonly number[];
}

/** The acting user of a Web API call. */
export function actorOf(context: SandboxContext): Caller {
  const userId = context.get('userId');
  if (userId === undefined) return { userId, anonymous: true, groups: [] };
  const user = findUser(context, userId);
  return { userId, anonymous: user?._anonymous === true, groups: user?._groups ?? [] };
}

/**
 * Whether permissions allow an actor: `user:anonymous` everyone (for writing: everyone with a session), `user:*` users who
 * logged in, `user:<id>` one user, `gid:<id>` the members of a group.
 */
export function isAllowed(permissions: unknown, { userId, anonymous, groups }: Caller, act: 'read' | 'write'): boolean {
  if (!Array.isArray(permissions)) return false;
  return permissions.some(permission => {
    if (permission === 'user:anonymous') return act === 'read' || userId !== undefined;
    if (permission === 'user:*') return userId !== undefined && !anonymous;
    return permission === `user:${userId}` || groups.some(group => permission === `gid:${group}`);
  });
}

/** Whether a value is a list of permissions. */
export function isPermissions(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(item => typeof item === 'string' && permissionText.test(item));
}

const permissionText = /^(user:(anonymous|\*|\d+|\{created_by\})|gid:\d+)$/;
