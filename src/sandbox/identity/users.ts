import { hashPassword, randomHex } from '../store/hashes';
import { documents, nextNumber, save, currentSeconds } from '../backend/scope';
import { HttpError } from '../http/httpError';
import type { SandboxContext } from '../backend/routing';
import { requireUser } from './authenticate';
import type { Doc } from '../store/collection';
import { blankUser, type LoginMethod, type User } from './user';

const firstNewUserId = 47_000_000_000_000;
const internalFields = ['salt', 'passwordHash', '_groups', '_persons'];

export function findUser(context: SandboxContext, id: number | string): User | undefined {
  return documents(context, 'user').get(id) as User | undefined;
}

/**
 * Returns the acting user.
 * @throws HttpError 401 without a user token, or if the user no longer exists
 */
export function actingUser(context: SandboxContext): User {
  const user = findUser(context, requireUser(context));
  if (!user) throw new HttpError(401, 'The user of this token no longer exists.');
  return user;
}

/** Finds the user with this login name, ignoring upper and lower case. */
export function findUserByName(context: SandboxContext, method: LoginMethod, name: string): User | undefined {
  if (name === '') return undefined;
  const users = documents(context, 'user');
  const field = `_${method}` as const;
  users.ensureIndex(field);
  const [exact] = users.findIndexed(field, [name]);
  if (exact) return exact as User;
  const lowerName = name.toLowerCase();
  for (const user of users.oldestFirst()) if ((user as User)[field]?.toLowerCase() === lowerName) return user as User;
  return undefined;
}

/** Returns the stored form of a login name. E-mail addresses are stored in lower case. */
export function storedName(method: LoginMethod, name: string): string {
  return method === 'email' ? name.toLowerCase() : name;
}

export function hasPassword(user: User, password: string): boolean {
  // A user without a password has an empty hash, which no password produces.
  return hashPassword(password, user.salt) === user.passwordHash;
}

export function hashNewPassword(password: string): { salt: string; passwordHash: string } {
  const salt = randomHex(16);
  return { salt, passwordHash: hashPassword(password, salt) };
}

/**
 * Registers a user, who is anonymous without `account`. A user who registers with an SMS code has no password.
 * @throws HttpError 400 when the login name exists in this environment
 */
export function addUser(
  context: SandboxContext,
  account?: { method: LoginMethod; name: string; password?: string },
): User {
  if (account) requireUnusedName(context, account.method, account.name);
  const id = nextNumber(context, 'user', firstNewUserId);
  const names = account ? { [`_${account.method}`]: storedName(account.method, account.name) } : {};
  const secret = account?.password === undefined ? {} : hashNewPassword(account.password);
  return save(context, 'user', {
    ...blankUser(id, currentSeconds(context)),
    ...names,
    ...secret,
    _anonymous: !account,
  }) as User;
}

/** @throws HttpError 400 when a user other than `owner` has this login name */
export function requireUnusedName(context: SandboxContext, method: LoginMethod, name: string, owner?: User): void {
  const other = findUserByName(context, method, name);
  if (other && other.id !== owner?.id) throw new HttpError(400, `This ${method} is already registered.`);
}

/** Returns the fields of the service's user, without the fields that only the sandbox has. */
export function profileOf(user: Doc): Record<string, unknown> {
  return Object.fromEntries(Object.entries(user).filter(([name]) => !internalFields.includes(name)));
}
