import { documents, save } from '../backend/scope';
import type { SandboxContext } from '../backend/routing';
import { HttpError } from '../http/httpError';
import { addUser } from '../identity/users';
import type { User } from '../identity/user';
import { derivedHex } from '../store/hashes';

const platforms = ['wechat', 'alipay', 'qq', 'baidu', 'bytedance', 'jd', 'kuaishou', 'weibo', 'apple'];
const longestCode = 4096;

/** A person with an account of a platform. The sandbox does not call the platform: the login code identifies the person. */
export interface Person {
  platform: string;
  openid: string;
  unionid: string;
  phone: string;
}

/**
 * Returns the person that a login code identifies. The same code gives the same person. A code may begin with the name
 * of its platform, as in `wechat-anna`; it is then valid only for that platform.
 * @throws HttpError 400 for a code that is empty, too long or of another platform
 */
export function personOf(context: SandboxContext, platform: string, code: unknown, name = 'code'): Person {
  if (!platforms.includes(platform)) throw new HttpError(404, 'The sandbox knows no such platform.');
  if (typeof code !== 'string' || code === '') throw new HttpError(400, `${name} is required.`);
  if (code.length > longestCode) throw new HttpError(400, `${name} may have at most ${longestCode} characters.`);
  const prefix = code.split('-')[0] ?? '';
  if (platforms.includes(prefix) && prefix !== platform) throw new HttpError(400, `${name} is a code of ${prefix}.`);
  const { clientId } = context.get('application');
  return {
    platform,
    openid: `o${derivedHex(`openid ${clientId} ${platform} ${code}`, 27)}`,
    unionid: `u${derivedHex(`unionid ${platform} ${code}`, 27)}`,
    phone: `139${String(parseInt(derivedHex(`phone ${platform} ${code}`, 8), 16) % 1e8).padStart(8, '0')}`,
  };
}

/** Finds the user that a person is associated with. */
function userOf(context: SandboxContext, { platform, openid, unionid }: Person, byUnionId = false): User | undefined {
  const users = documents(context, 'user');
  users.ensureIndex('_persons');
  const accountKeys = [`${platform} ${openid}`, ...(byUnionId ? [`${platform} ${unionid}`] : [])];
  return users.findIndexed('_persons', accountKeys)[0] as User | undefined;
}

/**
 * Associates a person with a user for later logins.
 * @throws HttpError 400 when the person belongs to another user
 */
export function associate(context: SandboxContext, user: User, person: Person): User {
  const other = userOf(context, person);
  if (other && other.id !== user.id) throw new HttpError(400, 'This account of the platform belongs to another user.');
  const { platform, openid, unionid } = person;
  const accountKeys = [`${platform} ${openid}`, `${platform} ${unionid}`];
  return save(context, 'user', {
    ...user,
    openid,
    unionid,
    _anonymous: false,
    _persons: [...new Set([...user._persons, ...accountKeys])],
    _provider: { ...(user._provider as object), [platform]: { openid, unionid } },
  }) as User;
}

/**
 * Returns the user of a person. Creates a user if there is none, unless `create_user` is false.
 * @throws HttpError 404 when there is no user and `create_user` is false
 */
export function logInPerson(
  context: SandboxContext,
  person: Person,
  { create_user: create, login_with_unionid: byUnionId }: Record<string, unknown>,
): User {
  const existing = userOf(context, person, byUnionId === true);
  if (existing) return existing;
  if (create === false) throw new HttpError(404, 'There is no user of this account of the platform.');
  return associate(context, addUser(context), person);
}
