import { checkName } from './accountRoutes';
import { readJson, requiredText } from '../backend/body';
import { requireUser } from '../identity/authenticate';
import { scopeOf } from '../backend/scope';
import { HttpError } from '../http/httpError';
import { addRoute, type Routes, type SandboxContext } from '../backend/routing';
import { closeSession, openSession, sessionLifetime } from '../identity/sessions';
import { checkCode } from './smsRoutes';
import { defaultAvatar, loginMethods, type LoginMethod, type User } from '../identity/user';
import { addUser, findUserByName, hasPassword } from '../identity/users';
import type { Backend } from '../backend/backend';

/**
 * Adds the routes for registration, login and logout. The specification names only the logout and the user session
 * object; the other paths and bodies follow the service's public reference.
 */
export function addLoginRoutes(routes: Routes, backend: Backend): void {
  for (const version of ['v2.0', 'v2.1']) {
    for (const method of loginMethods) {
      addRoute(routes, 'POST', `/hserve/${version}/register/${method}/`, context => register(backend, context, method));
      addRoute(routes, 'POST', `/hserve/${version}/login/${method}/`, context => logIn(backend, context, method));
    }
    addRoute(routes, 'POST', `/hserve/${version}/login/sms/`, context => logInBySms(backend, context));
  }

  addRoute(routes, 'POST', '/hserve/v2.0/login/anonymous/', context => {
    const { id } = addUser(context);
    const token = openSession(backend, scopeOf(context).realm, id);
    return context.json({ token, user_id: id, expires_in: sessionLifetime }, 201);
  });

  addRoute(routes, 'POST', '/hserve/v2.0/session/destroy/', async context => {
    requireUser(context);
    if (context.env.incoming.rawBody.length > 0) await readJson(context);
    closeSession(backend, (context.req.header('Authorization') ?? '').split(' ')[1] ?? '');
    return context.json({ message: 'Destroy succeed.', status: 'ok' }, 201);
  });
}

async function register(backend: Backend, context: SandboxContext, method: LoginMethod): Promise<Response> {
  const { name, password } = await readAccount(context, method);
  checkName(method, name);
  return sessionResponse(backend, context, addUser(context, { method, name, password }), method);
}

async function logIn(backend: Backend, context: SandboxContext, method: LoginMethod): Promise<Response> {
  const { name, password } = await readAccount(context, method);
  const user = findUserByName(context, method, name);
  if (!user || !hasPassword(user, password)) throw new HttpError(400, 'Invalid username/email or password.');
  return sessionResponse(backend, context, user, method);
}

async function logInBySms(backend: Backend, context: SandboxContext): Promise<Response> {
  const body = await readJson(context);
  const phone = requiredText(body, 'phone');
  const existing = findUserByName(context, 'phone', phone);
  if (!existing && body.create_user === false) throw new HttpError(404, 'There is no user with this phone number.');
  checkCode(context, phone, requiredText(body, 'code'));
  return sessionResponse(backend, context, existing ?? addUser(context, { method: 'phone', name: phone }), 'phone');
}

async function readAccount(context: SandboxContext, method: LoginMethod) {
  const fields = await readJson(context);
  return { name: requiredText(fields, method), password: requiredText(fields, 'password') };
}

/** Opens a session; the response is the user session object with every field of the specification's table. */
function sessionResponse(backend: Backend, context: SandboxContext, user: User, method: LoginMethod): Response {
  const token = openSession(backend, scopeOf(context).realm, user.id);
  return context.json(
    {
      token,
      expires_in: sessionLifetime,
      id: user.id,
      user_id: user.id,
      created_at: user.created_at,
      updated_at: user.updated_at,
      created_by: user.id,
      is_authorized: user.is_authorized,
      // Always present (specification, "User session object").
      avatar: user.avatar ?? defaultAvatar,
      _anonymous: user._anonymous,
      // A missing login name is left out.
      _username: user._username ?? undefined,
      _email: user._email ?? undefined,
      _email_verified: user._email_verified,
      _phone: user._phone ?? undefined,
      _provider: user._provider,
      _session: {
        ip_address: context.env.incoming.socket.remoteAddress ?? '',
        login_method: method,
        // The service repeats the token here, so a client has to keep two fields out of its log.
        session_key: token,
        user_agent: context.req.header('User-Agent') ?? '',
      },
    },
    201,
  );
}
