import { findOperation } from '../../api/operations/catalogue';
import type { PlainRequest } from '../../api/http/plainRequest';
import { jsonValue } from '../../json/jsonValue';
import { literal } from './javascript';

interface Call {
  parameters: Record<string, string>;
  query: URLSearchParams;
  body: Record<string, unknown>;
}

type Write = (call: Call) => string | undefined;

const text = (value: unknown): string => literal(typeof value === 'string' ? value : String(value));
const fields = (body: Record<string, unknown>): string => JSON.stringify(body);
const table = ({ parameters }: Call): string => `new BaaS.TableObject(${text(parameters['table_name'])})`;
const record = ({ parameters }: Call): string => text(parameters['record_id']);
const set = ({ body }: Call): string => `set(${JSON.stringify(body['$set'] ?? body)})`;

/** The equivalent calls in the vendor's JavaScript SDK, by operation ID. */
const calls: Record<string, Write> = {
  'user.registerByEmail': ({ body }) => `BaaS.auth.register(${fields(body)})`,
  'user.registerByUsername': ({ body }) => `BaaS.auth.register(${fields(body)})`,
  'user.logInByEmail': ({ body }) => `BaaS.auth.login(${fields(body)})`,
  'user.logInByUsername': ({ body }) => `BaaS.auth.login(${fields(body)})`,
  'user.logInAnonymously': () => 'BaaS.auth.anonymousLogin()',
  'user.resetPassword': ({ body }) => `BaaS.auth.requestPasswordReset(${fields(body)})`,
  'session.destroy': () => 'BaaS.auth.logout()',
  'user.get': ({ parameters }) => `new BaaS.User().get(${text(parameters['user_id'])})`,
  'record.list': call => paged(table(call), call),
  'record.get': call => `${table(call)}.get(${record(call)})`,
  'record.create': call =>
    Array.isArray(call.body)
      ? `${table(call)}.createMany(${fields(call.body)})`
      : `${table(call)}.create().set(${fields(call.body)}).save()`,
  'record.update': call =>
    Object.keys(call.body).every(key => key === '$set' || !key.startsWith('$'))
      ? `${table(call)}.getWithoutData(${record(call)}).${set(call)}.update()`
      : undefined,
  'record.delete': call => `${table(call)}.delete(${record(call)})`,
  'contentCategory.list': ({ query }) =>
    `new BaaS.ContentGroup(${text(query.get('content_group_id') ?? '')}).getCategoryList()`,
  'cloudFunction.run': ({ body }) =>
    `BaaS.invoke(${[body['function_name'], body['data'] ?? {}, body['sync'] ?? true].map(value => JSON.stringify(value)).join(', ')})`,
  'sms.send': ({ body }) => `BaaS.sendSmsCode(${fields(body)})`,
  'sms.verify': ({ body }) => `BaaS.verifySmsCode(${fields(body)})`,
  'serverTime.get': () => 'BaaS.getServerDate()',
};

/** The query parameters that a call expresses, by operation ID. Other calls express none. */
const expressed: Readonly<Record<string, readonly string[]>> = {
  'record.list': ['limit', 'offset', 'order_by'],
  'contentCategory.list': ['content_group_id'],
};

/** Exports a request as a call of the vendor's JavaScript SDK; `undefined` without an equivalent call. */
export function exportSdk(request: PlainRequest): string | undefined {
  if (!URL.canParse(request.url) || (request.body !== undefined && request.body.kind !== 'text')) return undefined;
  const url = new URL(request.url);
  const match = findOperation(request.method, url.pathname);
  if (match.kind !== 'found') return undefined;
  // A call without a parameter such as `enable_trigger` would do something else.
  const known = expressed[match.operation.id] ?? [];
  if ([...url.searchParams.keys()].some(name => !known.includes(name))) return undefined;
  const body = bodyOf(request.body?.text);
  const call = body && calls[match.operation.id]?.({ parameters: match.parameters, query: url.searchParams, body });
  return call === undefined ? undefined : `const response = await ${call};\nconsole.log(response);\n`;
}

function bodyOf(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined || text.trim() === '') return {};
  const value = jsonValue(text);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}

function paged(start: string, { query }: Call): string {
  const steps = [...query].map(([name, value]) =>
    name === 'order_by' ? `.orderBy(${JSON.stringify(value.split(','))})` : `.${name}(${Number(value)})`,
  );
  return `${start}${steps.join('')}.find()`;
}
