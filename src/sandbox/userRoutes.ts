import { readJson, requiredText } from './body';
import { requireUser } from './caller';
import { findById } from './contentRoutes';
import { Refusal } from './refusal';
import type { Routes, SandboxContext } from './routing';
import { answer } from './routing';
import { closeSession, openSession, sessionLifetime } from './sessions';
import type { LoginMethod, User } from './users';
import { addUser, usersOf } from './users';
import type { World } from './world';
import { realmOf } from './world';

const avatar = 'https://cdn.example.com/sandbox/avatar.png';

/**
 * Registration, login, logout and profiles of the Web API. The specification names only the logout and the user session
 * object; paths and bodies of the others follow the service's public reference.
 */
export function addUserRoutes(routes: Routes, world: World): void {
  for (const version of ['v2.0', 'v2.1']) {
    for (const method of ['email', 'username'] as const) {
      answer(routes, 'POST', `/hserve/${version}/register/${method}/`, context => register(world, context, method));
      answer(routes, 'POST', `/hserve/${version}/login/${method}/`, context => logIn(world, context, method));
    }
  }

  answer(routes, 'POST', '/hserve/v2.0/login/anonymous/', context => {
    const userId = addUser(world, context.get('application'), context.get('environment'));
    const token = openSession(world, realm(context), userId);
    return context.json({ token, user_id: userId, expires_in: sessionLifetime }, 201);
  });

  answer(routes, 'POST', '/hserve/v2.0/session/destroy/', async context => {
    requireUser(context);
    if (context.env.incoming.rawBody.length > 0) await readJson(context);
    closeSession(world, (context.req.header('Authorization') ?? '').split(' ')[1] ?? '');
    return context.json({ message: 'Destroy succeed.', status: 'ok' }, 201);
  });

  for (const version of ['v2.0', 'v2.1', 'v2.2', 'v2.5']) {
    answer(routes, 'GET', `/hserve/${version}/user/info/:id/`, context => {
      requireUser(context);
      const users = usersOf(world, context.get('application'), context.get('environment'));
      return context.json(showProfile(findById(users, context.req.param('id'), 'user')));
    });
  }
}

async function register(world: World, context: SandboxContext, method: LoginMethod): Promise<Response> {
  const { name, password } = await readAccount(context, method);
  if (method === 'email' && !/^[^@\s]+@[^@\s]+$/.test(name)) throw new Refusal(400, 'email is not an e-mail address.');
  const id = addUser(world, context.get('application'), context.get('environment'), { method, name, password });
  return answerSession(world, context, id, method);
}

async function logIn(world: World, context: SandboxContext, method: LoginMethod): Promise<Response> {
  const { name, password } = await readAccount(context, method);
  const users = usersOf(world, context.get('application'), context.get('environment'));
  const user = users.find(candidate => candidate[method] === name);
  if (!user?.hasPassword(password)) throw new Refusal(400, 'Invalid username/email or password.');
  return answerSession(world, context, user.id, method);
}

async function readAccount(context: SandboxContext, method: LoginMethod) {
  const fields = await readJson(context);
  return { name: requiredText(fields, method), password: requiredText(fields, 'password') };
}

/** Opens a session and answers the user session object, every field of the specification's table in it. */
function answerSession(world: World, context: SandboxContext, userId: number, method: LoginMethod): Response {
  const users = usersOf(world, context.get('application'), context.get('environment'));
  const user = findById(users, String(userId), 'user');
  const token = openSession(world, realm(context), userId);
  return context.json(
    {
      token,
      expires_in: sessionLifetime,
      id: user.id,
      user_id: user.id,
      created_at: user.createdAt,
      updated_at: user.createdAt,
      created_by: user.id,
      is_authorized: false,
      avatar,
      _anonymous: user.anonymous,
      _username: user.username,
      _email: user.email,
      _email_verified: false,
      _provider: {},
      _session: {
        ip_address: context.env.incoming.socket.remoteAddress ?? '',
        login_method: method,
        // The service repeats the token here, so a client has two places to keep it out of its log.
        session_key: token,
        user_agent: context.req.header('User-Agent') ?? '',
      },
    },
    201,
  );
}

function showProfile(user: User) {
  return {
    id: user.id,
    nickname: user.username || user.email || '匿名用户',
    avatar,
    gender: 0,
    country: 'China',
    province: 'Guangdong',
    city: 'Guangzhou',
    openid: '',
    unionid: null,
    is_authorized: false,
    created_by: user.id,
    created_at: user.createdAt,
    updated_at: user.createdAt,
    _provider: {},
  };
}

function realm(context: SandboxContext): string {
  return realmOf(context.get('application'), context.get('environment'));
}
