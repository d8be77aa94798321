import { checkName } from './accountRoutes';
import { readJson, requiredText } from '../backend/body';
import { requireUser } from '../identity/authenticate';
import { readNumericId } from '../http/identifier';
import { documents, remove, save } from '../backend/scope';
import { searchResponse, type TotalRule } from '../backend/paging';
import { changeProfile, changeProfiles, profileSearch, profileView } from './profiles';
import { HttpError } from '../http/httpError';
import { addRoute, type ApiFamily, type Routes, type SandboxContext } from '../backend/routing';
import { runPrefix } from '../backend/runTokens';
import { loginMethods, type User } from '../identity/user';
import { actingUser, addUser, findUser } from '../identity/users';

/** Adds the routes of the Web API for profiles. They follow the service's public reference. */
export function addUserRoutes(routes: Routes): void {
  for (const version of ['v2.0', 'v2.1', 'v2.2', 'v2.4', 'v2.5']) {
    addRoute(routes, 'GET', `/hserve/${version}/user/info/:user/`, context => {
      requireUser(context);
      const view = profileView(context, 'hserve');
      return view(findById(context));
    });
    addRoute(routes, 'GET', `/hserve/${version}/user/info/`, context => {
      requireUser(context);
      return listUsers(context, version === 'v2.0' ? 'always' : 'onRequest', 'hserve');
    });
    addRoute(routes, 'PUT', `/hserve/${version}/user/info/`, async context => {
      const user = actingUser(context);
      const view = profileView(context, 'hserve');
      const changed = view(changeProfile(context, user, await readJson(context), 'hserve'));
      // A recorded response of the service contains this field in addition to the profile. Its meaning is unknown.
      return { ...changed, _status: null };
    });
  }
}

/** Adds the routes of the Open API for users. */
export function addOpenUserRoutes(routes: Routes): void {
  for (const version of ['v2.2', 'v2.6']) {
    const base = `/oserve/${version}/miniapp/user_profile/`;
    addProfileRoutes(routes, base, 'onRequest');
    addRoute(routes, 'PUT', base, async context => await changeProfiles(context, await readJson(context)));
  }
  addProfileRoutes(routes, '/oserve/v1.9/miniapp/user_profile/', 'always');
  addProfileRoutes(routes, '/oserve/v1/user/info/', 'always');
}

/** Fields that only the response to the creation of a user contains. */
const newUserFields = { _group: [], can_send_alipay_template_message: false, can_send_wechat_template_message: false };

/** Adds the routes that create and delete users. Only cloud functions can call them. */
export function addRunUserRoutes(routes: Routes): void {
  addRoute(routes, 'POST', `${runPrefix}user/`, async context => {
    const body = await readJson(context);
    const method = loginMethods.find(each => body[`_${each}`] !== undefined);
    if (method === undefined) throw new HttpError(400, '_email, _username or _phone is required.');
    const name = requiredText(body, `_${method}`);
    checkName(method, name);
    const password = method === 'phone' ? {} : { password: requiredText(body, '_password') };
    const user = addUser(context, { method, name, ...password });
    const { nickname = user.nickname, avatar = user.avatar } = body;
    const created = profileView(context, 'oserve')(save(context, 'user', { ...user, nickname, avatar }));
    return context.json({ ...created, ...newUserFields }, 201);
  });
  addRoute(routes, 'DELETE', `${runPrefix}user/:user/`, context => {
    remove(context, 'user', findById(context).id);
  });
}

function addProfileRoutes(routes: Routes, base: string, total: TotalRule): void {
  addRoute(routes, 'GET', base, context => listUsers(context, total, 'oserve'));
  addRoute(routes, 'GET', `${base}:user/`, context => {
    const view = profileView(context, 'oserve');
    return view(findById(context));
  });
  addRoute(routes, 'PUT', `${base}:user/`, async context => {
    const body = await readJson(context);
    const view = profileView(context, 'oserve');
    return view(changeProfile(context, findById(context), body, 'oserve'));
  });
}

async function listUsers(context: SandboxContext, total: TotalRule, family: ApiFamily) {
  const view = profileView(context, family);
  return searchResponse(context, documents(context, 'user'), profileSearch(context, family), total, view);
}

/** @throws HttpError 400 when the path contains no number, 404 for an unknown user */
function findById(context: SandboxContext): User {
  const user = findUser(context, readNumericId(context.req.param('user'), 'user'));
  if (!user) throw new HttpError(404, 'There is no user with this identifier.');
  return user;
}
