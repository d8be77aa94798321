import { hashPassword, randomHex } from './credentials';
import { Refusal } from './refusal';
import type { SeedApplication, SeedEnvironment } from './seed';
import { worldBegan } from './seedContent';
import type { World } from './world';
import { nowInSeconds, realmOf } from './world';

/** A user of one environment. `email` and `username` are empty when the user has none; `createdAt` in Unix seconds. */
export interface User {
  id: number;
  email: string;
  username: string;
  anonymous: boolean;
  createdAt: number;
  hasPassword(password: string): boolean;
}

export type LoginMethod = 'email' | 'username';

const firstNewUser = 47_000_000_000_000;

/** Every user of an environment: those there from the start and those who registered. */
export function usersOf(world: World, application: SeedApplication, environment: SeedEnvironment): User[] {
  const realm = realmOf(application, environment);
  const seeded = environment.users.map(user => ({
    ...user,
    anonymous: false,
    createdAt: worldBegan,
    hasPassword: (password: string) => password === user.password,
  }));
  const registered = world.state.users
    .filter(user => user.realm === realm)
    // An anonymous user has no hash, which no password gives.
    .map(user => ({
      ...user,
      hasPassword: (password: string) => hashPassword(password, user.salt) === user.passwordHash,
    }));
  return [...seeded, ...registered];
}

/**
 * Registers a user, or with no `account` an anonymous one, and answers the identifier.
 *
 * @throws Refusal 400 when the e-mail address or user name is taken in this environment
 */
export function addUser(
  world: World,
  application: SeedApplication,
  environment: SeedEnvironment,
  account?: { method: LoginMethod; name: string; password: string },
): number {
  const { method, name } = account ?? {};
  if (method && usersOf(world, application, environment).some(user => user[method] === name)) {
    throw new Refusal(400, `This ${method} is registered already.`);
  }
  const id = firstNewUser + world.state.users.length + 1;
  const salt = randomHex(16);
  world.state.users.push({
    realm: realmOf(application, environment),
    id,
    email: method === 'email' ? (name ?? '') : '',
    username: method === 'username' ? (name ?? '') : '',
    salt,
    passwordHash: account ? hashPassword(account.password, salt) : '',
    anonymous: account === undefined,
    createdAt: nowInSeconds(world),
  });
  world.changed();
  return id;
}
