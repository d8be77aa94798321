import { blankUser } from '../identity/user';
import { hashPassword } from '../store/credentials';
import type { Doc } from '../store/collection';
import type { SeedUser } from './seed';
import { seededAt } from './seedContent';

/** The users of the seed, as documents. */
export function* seedUsers(users: readonly SeedUser[]): Generator<Doc> {
  for (const { id, email, username, password } of users) {
    // The same salt on every run: these passwords are in the documentation.
    const salt = String(id);
    const secret = { salt, passwordHash: hashPassword(password, salt) };
    yield { ...blankUser(id, seededAt), _email: email, _username: username, ...secret, level: 'silver', points: 120 };
  }
}
