import { readJson, requiredText } from '../backend/body';
import { addRoute, type Routes, type SandboxContext } from '../backend/routing';
import { save, scopeOf, currentSeconds } from '../backend/scope';
import { isObject, parseJson } from '../http/json';
import { HttpError } from '../http/httpError';
import { openSession, sessionLifetime } from '../identity/sessions';
import { defaultAvatar, type User } from '../identity/user';
import { actingUser, profileOf, requireUnusedName, findUserByName } from '../identity/users';
import { associate, logInPerson, personOf, type Person } from './person';

type LoginFields = Record<string, unknown>;

/** Each platform with the API versions of its silent login and login, and the routes that associate a user. */
const platforms: [name: string, versions: string[], associations: [method: 'POST' | 'PUT', path: string][]][] = [
  [
    'wechat',
    ['v2.0', 'v2.1', 'v2.4', 'v2.5'],
    [
      ['POST', 'v2.4/idp/wechat/user-associate'],
      ['POST', 'v2.0/idp/wechat/user-associate'],
    ],
  ],
  ['alipay', ['v2.0', 'v2.1', 'v2.5'], [['PUT', 'v2.0/idp/alipay/user-associate']]],
  ['qq', ['v2.0', 'v2.5'], [['POST', 'v2.0/idp/qq/user-association']]],
  ['baidu', ['v2.1', 'v2.5'], [['POST', 'v2.1/idp/baidu/user-association']]],
  ['bytedance', ['v2.4', 'v2.5'], [['POST', 'v2.4/idp/bytedance/user-association']]],
  ['jd', ['v2.4', 'v2.5'], [['POST', 'v2.4/idp/jd/user-association']]],
  ['kuaishou', ['v2.5'], [['POST', 'v2.5/idp/kuaishou/user-association']]],
];
/** Profile fields by the names that the platforms use. */
const profileNames: Record<string, string> = {
  nickName: 'nickname',
  avatarUrl: 'avatar',
  avatar: 'avatar',
  gender: 'gender',
  country: 'country',
  province: 'province',
  city: 'city',
  language: 'language',
};

/**
 * Adds the routes for logins of mini-programs, web pages and apps with an account of a platform. No platform is called.
 */
export function addPlatformLoginRoutes(routes: Routes): void {
  for (const [platform, versions, associations] of platforms) {
    const person = (context: SandboxContext, body: LoginFields): Person => personOf(context, platform, body.code);
    for (const version of versions) {
      for (const kind of ['silent-login', 'authenticate'])
        addLogin(routes, `/hserve/${version}/idp/${platform}/${kind}/`, person);
    }
    for (const [method, path] of associations) addAssociation(routes, method, `/hserve/${path}/`, person);
  }
  for (const path of ['v2.5/idp/wechat', 'v2.7/idp/wechat', 'v2.5/idp/kuaishou'])
    addPhoneRoutes(routes, `/hserve/${path}`);
  for (const version of ['v2.5', 'v2.6']) {
    addRoute(routes, 'PUT', `/hserve/${version}/idp/wechat/user/info/`, async context => {
      const user = actingUser(context);
      const body = await readJson(context);
      if (body.code !== undefined) personOf(context, 'wechat', body.code);
      return profileOf(storePlatformProfile(context, user, body));
    });
  }
  const byToken = (context: SandboxContext, body: LoginFields): Person => {
    const [platform = ''] = (context.req.param('provider') ?? '').replace(/^oauth-/, '').split('-');
    return personOf(context, platform, body.auth_token ?? body.access_token, 'auth_token');
  };
  const web = '/hserve/v2.0/idp/:provider';
  addRoute(routes, 'POST', `${web}/redirect/`, async context => {
    const callback = requiredText(await readJson(context), 'callback_url');
    if (!URL.canParse(callback)) throw new HttpError(400, 'callback_url must be an address.');
    const address = new URL(callback);
    address.searchParams.set('token', `sandbox-person-${context.req.param('provider')}`);
    return { status: 'ok', redirect_url: address.href };
  });
  addLogin(routes, `${web}/authenticate/`, byToken);
  addLogin(routes, '/hserve/v2.5/idp/:provider/silent-login/', byToken);
  addAssociation(routes, 'POST', `${web}/user-association/`, byToken);
  addLogin(routes, '/hserve/v2.3/idp/oauth/:provider/authenticate/', byToken);
  addAssociation(routes, 'POST', '/hserve/v2.3/idp/oauth/:provider/user-association/', byToken);
}

type Identify = (context: SandboxContext, body: LoginFields) => Person;

function addLogin(routes: Routes, path: string, identify: Identify): void {
  addRoute(routes, 'POST', path, async context => {
    const body = await readJson(context);
    if (isProfileUpdate(context, body)) {
      const user = storePlatformProfile(context, actingUser(context), body);
      return sessionOf(context, user, { openid: user.openid, unionid: user.unionid });
    }
    const person = identify(context, body);
    return sessionOf(context, storePlatformProfile(context, logInPerson(context, person, body), body), person);
  });
}

/**
 * True if a login only updates the profile: the oldest SDK for WeChat sends the profile of the logged-in user without a
 * code.
 */
function isProfileUpdate(context: SandboxContext, { code, auth_token: token, rawData }: LoginFields): boolean {
  return (
    [code, token].every(each => each === undefined) && rawData !== undefined && context.get('userId') !== undefined
  );
}

function addAssociation(routes: Routes, method: 'POST' | 'PUT', path: string, identify: Identify): void {
  addRoute(routes, method, path, async context => {
    const user = actingUser(context);
    const body = await readJson(context);
    const person = identify(context, body);
    storePlatformProfile(context, associate(context, user, person), body);
    const { platform, openid, unionid } = person;
    const response = { status: 'ok', message: 'User associated.', user_id: user.id, openid };
    // The documentation shows a unionid only for WeChat.
    return platform === 'wechat' ? { ...response, unionid } : response;
  });
}

/** Adds the routes for phone numbers, which are derived from the code. Encrypted data is required but not read. */
function addPhoneRoutes(routes: Routes, base: string): void {
  const platform = base.split('/').at(-1) ?? '';
  const readPerson = (context: SandboxContext, body: LoginFields, name: string): Person => {
    requiredText(body, 'encryptedData');
    requiredText(body, 'iv');
    return personOf(context, platform, body[name], name);
  };
  addRoute(routes, 'POST', `${base}/phone-login/`, async context => {
    const body = await readJson(context);
    const person = readPerson(context, body, 'code');
    const byPhone = findUserByName(context, 'phone', person.phone);
    const user = byPhone ?? logInPerson(context, person, body);
    const verified = save(context, 'user', { ...user, _phone: person.phone, _phone_verified: true }) as User;
    return sessionOf(context, verified, person);
  });
  addRoute(routes, 'PUT', `${base}/phone-verification/`, async context => {
    const user = actingUser(context);
    const body = await readJson(context);
    const field = body.phone_code === undefined ? 'encryptedData' : 'phone_code';
    const { phone } = readPerson(context, body, field);
    if (user._phone !== null && body.overwrite === false) throw new HttpError(400, 'This user has a phone number.');
    requireUnusedName(context, 'phone', phone, user);
    return profileOf(save(context, 'user', { ...user, _phone: phone, _phone_verified: true }));
  });
}

/**
 * Stores the profile that a platform sent. By default, fills only empty fields; `update_userprofile` can be `overwrite`
 * or `false`.
 */
function storePlatformProfile(context: SandboxContext, user: User, body: LoginFields): User {
  const { update_userprofile: mode = 'setnx', rawData } = body;
  const platformProfile = typeof rawData === 'string' && rawData !== '' ? parseJson(rawData, 'rawData') : body.userInfo;
  if (mode === 'false' || mode === false || !isObject(platformProfile)) return user;
  const profile: LoginFields = {};
  for (const [name, field] of Object.entries(profileNames)) {
    const isEmpty = [undefined, null, '', defaultAvatar].includes(user[field] as string);
    if (platformProfile[name] !== undefined && (mode === 'overwrite' || isEmpty))
      profile[field] = platformProfile[name];
  }
  return save(context, 'user', {
    ...user,
    ...profile,
    is_authorized: true,
    updated_at: currentSeconds(context),
  }) as User;
}

/** Opens a session. Newer SDKs read the user in `user_info`, older ones the identifiers beside the token. */
function sessionOf(
  context: SandboxContext,
  user: User,
  { openid, unionid }: { openid: unknown; unionid: unknown },
): Response {
  const token = openSession(context.get('backend'), scopeOf(context).realm, user.id);
  const identifiers = { user_id: user.id, openid, unionid };
  return context.json({ token, expires_in: sessionLifetime, ...identifiers, user_info: profileOf(user) }, 201);
}
