import assert from 'node:assert/strict';
import { startSandbox, type SandboxApplication } from '../../src/sandbox/sandbox';
import type { Platform, PlatformRequest } from './otherPlatforms';

interface Reply {
  status: number;
  body: unknown;
}

interface Caller {
  host: string;
  shop: SandboxApplication;
  platform: Platform;
  /** Token of the logged-in user; empty if the caller is anonymous. */
  token: string;
}

/** Sends the requests of a platform's build. Returns the result of each: `works`, or the error. */
export async function replay(platform: Platform): Promise<Map<string, string>> {
  const sandbox = await startSandbox({ categories: 1 });
  try {
    const shop = sandbox.applications[0] ?? assert.fail();
    const caller: Caller = { host: sandbox.origin, shop, platform, token: '' };
    const account = { username: 'one', password: 'password-of-one' };
    const registered = await send(caller, 'POST', '/hserve/v2.1/register/username/', account);
    caller.token = textOf(registered.body, 'token');
    const made = await send(caller, 'POST', '/hserve/v2.4/table/product/record/', { sku: 'of-one', price: 1 });
    const record = textOf(made.body, 'id');
    const outcomes = new Map<string, string>();
    for (const request of platform.requests) outcomes.set(request.does, await outcome(caller, request, record));
    return outcomes;
  } finally {
    await sandbox.close();
  }
}

let codes = 0;

async function outcome(caller: Caller, request: PlatformRequest, record: string): Promise<string> {
  const text = JSON.stringify(request.body).replaceAll('{code}', `somebody-${++codes}`);
  const as = request.as === 'user' ? caller : { ...caller, token: '' };
  const path = request.path.replaceAll('{record}', record);
  const { status, body } = await send(as, request.method, path, JSON.parse(text));
  if (!request.success.includes(status)) return `${status} ${JSON.stringify(body)}`;
  const missing = request.reads.filter(field => valueOf(body, field) === undefined);
  return missing.length === 0 ? 'works' : `the response has no ${missing.join(', ')}`;
}

async function send(
  { host, shop, platform, token }: Caller,
  method: string,
  path: string,
  body: unknown,
): Promise<Reply> {
  const overridden = platform.overridesMethod && (method === 'PUT' || method === 'DELETE');
  const response = await fetch(host + path, {
    method: overridden ? 'POST' : method,
    headers: {
      'Content-Type': 'application/json',
      'X-Hydrogen-Client-ID': shop.clientId,
      ...(overridden ? { 'X-Hydrogen-Request-Method': method } : {}),
      ...(token === '' ? {} : { Authorization: `Hydrogen-r1 ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
}

/** Returns the value at a path such as `user_info.id`. */
function valueOf(body: unknown, field: string): unknown {
  return field.split('.').reduce<unknown>((value, name) => {
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  }, body);
}

function textOf(body: unknown, field: string): string {
  const value = valueOf(body, field);
  return typeof value === 'string' ? value : assert.fail(`no ${field}`);
}
