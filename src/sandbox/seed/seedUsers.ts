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
    const names = { _email: email, _username: username };
    yield { ...blankUser(id, seededAt), ...profile(username), ...names, ...secret, level: 'silver', points: 120 };
  }
}

function profile(nickname: string) {
  const place = { country: 'China', province: 'Guangdong', city: 'Guangzhou', language: 'zh_CN' };
  const avatar = 'https://cdn.example.com/sandbox/avatar.png';
  return { nickname, avatar, gender: 0, ...place, openid: '', unionid: null };
}
