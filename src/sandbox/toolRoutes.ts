import { readJson, requiredText } from './backend/body';
import { chinaTime } from './http/dates';
import { documents } from './backend/scope';
import { searchResponse } from './backend/paging';
import { readOrder } from './query/order';
import { readWhere } from './query/where';
import { HttpError } from './http/httpError';
import { addRoute, type Routes, type SandboxContext } from './backend/routing';
import type { Doc } from './store/collection';
import { profileOf } from './identity/users';
import type { Backend } from './backend/backend';

/** SDK versions that the sandbox was tested with. Clients only compare them with their own version. */
const sdkVersions = { wechat: '3.23.6', web: '3.23.6', alipay: '3.23.6', qq: '3.23.6', baidu: '3.23.6' };

/** Adds the routes for the server time, SDK versions, `custom-userdash` and the oldest user list. */
export function addToolRoutes(routes: Routes, backend: Backend): void {
  for (const family of ['hserve', 'oserve']) {
    addRoute(routes, 'GET', `/${family}/v2.2/server/time/`, () => ({ time: `${chinaTime(backend.now())}+08:00` }));
  }
  addRoute(routes, 'GET', '/hserve/v1/latest-sdk-version/', () => sdkVersions);
  addRoute(routes, 'POST', '/oserve/v2.6/miniapp/custom-userdash/', async context => {
    requiredText(await readJson(context), 'repository_path');
    return { message: 'The deployment was taken on.', status: 'ok' };
  });
  const oldProfiles = '/oserve/v1/miniapp/user-profile/';
  addRoute(routes, 'GET', oldProfiles, context => listOldProfiles(context));
  addRoute(routes, 'GET', `${oldProfiles}:user/`, context => {
    const user = documents(context, 'user').get(context.req.param('user'));
    if (!user) throw new HttpError(404, 'There is no user with this identifier.');
    return showOldProfile(user);
  });
}

type UserTest = (user: Doc, value: string) => boolean;

/** The filters of the oldest user list, which has no `where`. */
const oldFilters: Record<string, UserTest> = {
  user_id: (user, value) => String(user.id) === value,
  openid: (user, value) => user.openid === value,
  unionid: (user, value) => user.unionid === value,
  gender: (user, value) => String(user.gender) === value,
  nickname: (user, value) => user.nickname === value,
  nickname__contains: (user, value) => typeof user.nickname === 'string' && user.nickname.includes(value),
  created_at: (user, value) => user.created_at === Number(value),
  created_at__gt: (user, value) => Number(user.created_at) > Number(value),
  created_at__gte: (user, value) => Number(user.created_at) >= Number(value),
  created_at__lt: (user, value) => Number(user.created_at) < Number(value),
  created_at__lte: (user, value) => Number(user.created_at) <= Number(value),
  group__in: (user, value) => value.split(',').some(group => (user._groups as number[]).includes(Number(group))),
};
const oldFields = 'id avatar city country created_at gender nickname openid unionid province'.split(' ');
const listParameters = new Set(['limit', 'offset', 'order_by', 'where']);

async function listOldProfiles(context: SandboxContext) {
  readWhere(context.req.query('where'), { isKnown: () => false });
  const filters = Object.entries(context.req.query()).filter(([name]) => !listParameters.has(name));
  const unknownFilter = filters.find(([name]) => !Object.hasOwn(oldFilters, name));
  if (unknownFilter) throw new HttpError(400, `Users cannot be filtered by ${unknownFilter[0]}.`);
  const order = readOrder(context.req.query('order_by'), name => name === 'created_at');
  const visible = (user: Doc): boolean => filters.every(([name, value]) => oldFilters[name]?.(user, value));
  return searchResponse(context, documents(context, 'user'), { visible, order }, 'always', showOldProfile);
}

function showOldProfile(user: Doc) {
  const profile = profileOf(user);
  const shown: Record<string, unknown> = { user_id: user.id, user_group: user._groups };
  for (const name of oldFields) shown[name] = profile[name] ?? null;
  return shown;
}
