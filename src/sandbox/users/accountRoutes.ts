import { readJson, requiredText } from '../backend/body';
import { annotate, type Routes, type SandboxContext, addRoute } from '../backend/routing';
import { save, currentSeconds } from '../backend/scope';
import { HttpError } from '../http/httpError';
import { checkCode } from './smsRoutes';
import { loginMethods, type LoginMethod, type User } from '../identity/user';
import {
  actingUser,
  findUser,
  hasPassword,
  requireUnusedName,
  hashNewPassword,
  storedName,
  findUserByName,
} from '../identity/users';

const namePatterns: Record<LoginMethod, RegExp> = {
  email: /^[^@\s]+@[^@\s]+$/,
  username: /^\S+$/,
  phone: /^\+?\d{5,15}$/,
};

/** Adds the routes for the account of a user: login names, password, verification of e-mail address and phone. */
export function addAccountRoutes(routes: Routes): void {
  for (const version of ['v2.0', 'v2.1', 'v2.2']) {
    addRoute(routes, 'PUT', `/hserve/${version}/user/account/`, async context => {
      const body = await readJson(context);
      const user = changeOwnAccount(context, registeredUser(context), body);
      const { phone, phone_verified, ...withoutPhone } = showAccount(user);
      return version === 'v2.0' ? withoutPhone : { ...withoutPhone, phone, phone_verified };
    });
  }
  addRoute(routes, 'POST', '/hserve/v2.0/user/email-verify/', context => {
    const user = registeredUser(context);
    if (user._email === null) throw new HttpError(400, 'This user has no e-mail address.');
    annotate(context, `No e-mail is sent: ${user._email} counts as verified.`);
    save(context, 'user', { ...user, _email_verified: true });
    return context.json({ status: 'ok' }, 201);
  });
  addRoute(routes, 'POST', '/hserve/v2.0/user/password/reset/', async context => {
    const email = requiredText(await readJson(context), 'email');
    if (!findUserByName(context, 'email', email))
      throw new HttpError(404, 'There is no user with this e-mail address.');
    annotate(context, `No e-mail is sent: the password of ${email} stays.`);
    return context.json({ status: 'ok' }, 201);
  });
  addRoute(routes, 'POST', '/hserve/v2.1/sms-phone-verification/', async context => {
    const user = registeredUser(context);
    checkCode(context, user._phone ?? '', requiredText(await readJson(context), 'code'));
    save(context, 'user', { ...user, _phone_verified: true });
    return context.json({ status: 'ok' }, 201);
  });
  for (const version of ['v2.1', 'v2.2']) {
    addRoute(routes, 'PUT', `/oserve/${version}/miniapp/user/account/:user/`, async context => {
      const user = findUser(context, context.req.param('user') ?? '');
      if (!user) throw new HttpError(404, 'There is no user with this identifier.');
      return showAccount(changeOtherAccount(context, user, await readJson(context)));
    });
  }
}

/** @throws HttpError 400 for a login name of the wrong form */
export function checkName(method: LoginMethod, name: string): void {
  if (!namePatterns[method].test(name)) {
    const description = { email: 'an e-mail address', username: 'a user name', phone: 'a phone number' }[method];
    throw new HttpError(400, `${method} is not ${description}.`);
  }
}

/** Changes the account of the user who asks. A new password needs the current one. */
function changeOwnAccount(context: SandboxContext, user: User, body: Record<string, unknown>): User {
  const names = changedNames(context, user, body);
  const { password: current, new_password: next } = body;
  if ((current === undefined) !== (next === undefined)) {
    throw new HttpError(400, 'password and new_password belong together.');
  }
  const password = changedPassword(next);
  if (next !== undefined && !hasPassword(user, typeof current === 'string' ? current : ''))
    throw new HttpError(400, 'password is wrong.');
  return saveAccount(context, user, body, { ...names, ...password });
}

/** Changes the account of any user, for the owner of the application. */
function changeOtherAccount(context: SandboxContext, user: User, body: Record<string, unknown>): User {
  const names = changedNames(context, user, body);
  return saveAccount(context, user, body, { ...names, ...changedPassword(body.new_password ?? body.password) });
}

/** Returns the fields of changed login names. Null clears a login name. @throws HttpError 400 */
function changedNames(context: SandboxContext, user: User, body: Record<string, unknown>): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  for (const method of loginMethods) {
    const name = body[method];
    if (name === undefined) continue;
    if (name !== null && typeof name !== 'string') throw new HttpError(400, `${method} must be a string or null.`);
    if (name !== null && name !== '') {
      checkName(method, name);
      requireUnusedName(context, method, name, user);
    }
    const stored = name === null || name === '' ? null : storedName(method, name);
    if (stored !== user[`_${method}`])
      Object.assign(changes, { [`_${method}`]: stored, [`_${method}_verified`]: false });
  }
  delete changes._username_verified;
  return changes;
}

/** Returns the fields of a new password; none without one. @throws HttpError 400 */
function changedPassword(password: unknown): Partial<User> {
  if (password === undefined) return {};
  if (typeof password !== 'string' || password === '') throw new HttpError(400, 'The new password must be a string.');
  return hashNewPassword(password);
}

function saveAccount(
  context: SandboxContext,
  user: User,
  body: Record<string, unknown>,
  changes: Record<string, unknown>,
): User {
  if (Object.keys(changes).length === 0 && Object.keys(body).length === 0)
    throw new HttpError(400, 'There is nothing to change.');
  return save(context, 'user', { ...user, ...changes, updated_at: currentSeconds(context) }) as User;
}

function showAccount(user: User) {
  return {
    email: user._email,
    email_verified: user._email_verified,
    username: user._username,
    phone: user._phone,
    phone_verified: user._phone_verified,
  };
}

/**
 * Returns the acting user.
 * @throws HttpError 401 without a user, 403 for an anonymous user, who has no account
 */
function registeredUser(context: SandboxContext): User {
  const user = actingUser(context);
  if (user._anonymous) throw new HttpError(403, 'An anonymous user has no account. Log in or register first.');
  return user;
}
