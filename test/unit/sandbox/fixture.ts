import assert from 'node:assert/strict';
import type { Sandbox, SandboxApplication, SandboxOptions } from '../../../src/sandbox/sandbox';
import { startSandbox } from '../../../src/sandbox/sandbox';
import type { HttpResponse } from './http';
import { curl, jsonOf, send, sendJson } from './http';

export const authorizePath = '/api/oauth2/hydrogen/openapi/authorize/';
export const tokenPath = '/api/oauth2/access_token/';

export interface Tokens {
  access_token: string;
  token_type: string;
  expires_in: number;
  refresh_token: string;
  scope: string;
}

/** Runs `body` with a separate small sandbox whose clock does not move, and closes it. */
export async function withSandbox(
  body: (sandbox: Sandbox, shop: SandboxApplication, blog: SandboxApplication) => Promise<void>,
  options: SandboxOptions = {},
): Promise<void> {
  const sandbox = await startSandbox({ categories: 50, now: () => 1_800_000_000_000, ...options });
  const [shop, blog] = sandbox.applications;
  assert.ok(shop && blog);
  try {
    await body(sandbox, shop, blog);
  } finally {
    await sandbox.close();
  }
}

export function credentialsOf(application: SandboxApplication): { client_id: string; client_secret: string } {
  return { client_id: application.clientId, client_secret: application.clientSecret };
}

/** Makes call 1, the authorization, like a correct client. Returns the code. */
export async function authorize(application: SandboxApplication): Promise<string> {
  const responses = await curl(application.authUrl + authorizePath, credentialsOf(application), { cookies: true });
  return jsonOf<{ code: string }>(responses.at(-1) ?? assert.fail('no response')).code;
}

/** Makes call 2, which exchanges the code for tokens. */
export async function redeem(application: SandboxApplication, code: string): Promise<HttpResponse> {
  const fields = { ...credentialsOf(application), code, grant_type: 'authorization_code' };
  return sendJson(application.authUrl + tokenPath, fields);
}

/** Makes call 3, which refreshes the tokens. */
export async function refresh(application: SandboxApplication, refreshToken: string): Promise<HttpResponse> {
  const fields = { ...credentialsOf(application), refresh_token: refreshToken, grant_type: 'refresh_token' };
  return sendJson(application.authUrl + tokenPath, fields);
}

/** Makes calls 1 and 2. */
export async function obtainTokens(application: SandboxApplication): Promise<Tokens> {
  const response = await redeem(application, await authorize(application));
  assert.equal(response.status, 200, response.text);
  return jsonOf<Tokens>(response);
}

/** Whether the Open API accepts an access token. */
export async function accepts(application: SandboxApplication, accessToken: string): Promise<boolean> {
  const { status } = await openApi(application, '/oserve/v2.2/server/time/', accessToken);
  assert.ok(status === 200 || status === 401, String(status));
  return status === 200;
}

export async function openApi(application: SandboxApplication, path: string, accessToken: string, envId?: string) {
  const headers = { Authorization: `Bearer ${accessToken}`, ...(envId ? { 'X-Hydrogen-Env-ID': envId } : {}) };
  return send(application.authUrl + path, { headers });
}

interface WebOptions {
  token?: string;
  envId?: string;
  /** JSON body. With a body, the request is a POST. */
  body?: unknown;
}

export async function webApi(
  application: SandboxApplication,
  path: string,
  options: WebOptions = {},
): Promise<HttpResponse> {
  const headers = {
    'X-Hydrogen-Client-ID': application.clientId,
    ...(options.token ? { Authorization: `Hydrogen-r1 ${options.token}` } : {}),
    ...(options.envId ? { 'X-Hydrogen-Env-ID': options.envId } : {}),
  };
  const url = application.serverDomain + path;
  return options.body === undefined ? send(url, { headers }) : sendJson(url, options.body, headers);
}

/** Logs the seeded customer in and returns the user access token. */
export async function logIn(application: SandboxApplication, envId?: string): Promise<string> {
  const body = { email: 'customer@example.com', password: 'customer-password' };
  const response = await webApi(application, '/hserve/v2.1/login/email/', { body, ...(envId ? { envId } : {}) });
  assert.equal(response.status, 201, response.text);
  return jsonOf<{ token: string }>(response).token;
}

export function stagingOf(application: SandboxApplication): string {
  return application.environments[0]?.envId ?? assert.fail('no test environment');
}

/** Returns the ID of the content group whose name contains this word. */
export function groupOf(application: SandboxApplication, word: string): number {
  return application.contentGroups.find(({ name }) => name.includes(word))?.id ?? assert.fail(`no group ${word}`);
}

interface ApiOptions {
  envId?: string;
  /** A user access token for the Web API. */
  token?: string;
  /** Query parameters. Values other than strings are written as JSON. */
  query?: Record<string, unknown>;
  body?: unknown;
}

/**
 * Calls the Web API, as a user or anonymously, or the Open API with an access token. `line` is the method and the path,
 * for example "GET /hserve/v2.2/server/time/".
 */
export interface Caller {
  (line: string, options?: ApiOptions): Promise<HttpResponse>;
  /** Calls, asserts the status of the response, and returns its parsed body. */
  json<T = Record<string, unknown>>(line: string, options?: ApiOptions, status?: number): Promise<T>;
}

/** Obtains an access token and returns a caller that uses it. */
export async function callerOf(application: SandboxApplication): Promise<Caller> {
  const { access_token } = await obtainTokens(application);
  const call = async (line: string, { envId, token, query = {}, body }: ApiOptions = {}): Promise<HttpResponse> => {
    const [method = '', path = ''] = line.split(' ');
    const url = new URL(application.serverDomain + path);
    for (const [name, value] of Object.entries(query)) {
      url.searchParams.set(name, typeof value === 'string' ? value : JSON.stringify(value));
    }
    const identity = path.startsWith('/oserve/')
      ? { Authorization: `Bearer ${access_token}` }
      : {
          'X-Hydrogen-Client-ID': application.clientId,
          ...(token ? { Authorization: `Hydrogen-r1 ${token}` } : {}),
        };
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      ...identity,
      ...(envId ? { 'X-Hydrogen-Env-ID': envId } : {}),
      // Set explicitly, because Node does not set it for DELETE.
      ...(text === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
    };
    return send(url, { method, headers, ...(text === undefined ? {} : { body: text }) });
  };
  const json = async <T = Record<string, unknown>>(
    line: string,
    options: ApiOptions = {},
    status = 200,
  ): Promise<T> => {
    const response = await call(line, options);
    assert.equal(response.status, status, `${line}: ${response.text}`);
    return jsonOf<T>(response);
  };
  return Object.assign(call, { json });
}

/** Runs `body` with a caller for a separate small sandbox. */
export function withCaller(
  body: (call: Caller, shop: SandboxApplication, sandbox: Sandbox) => Promise<void>,
  options?: SandboxOptions,
): Promise<void> {
  return withSandbox(async (sandbox, shop) => body(await callerOf(shop), shop, sandbox), options);
}

/** The permissions of a new table: everybody may read and write. */
export const openPermissions = {
  row_read_perm: ['user:anonymous'],
  row_write_perm: ['user:anonymous'],
  write_perm: ['user:anonymous'],
};

/** Registers a user and returns the session. */
export async function register(call: Caller, username: string): Promise<{ id: number; token: string }> {
  const body = { username, password: 'a-password' };
  return call.json('POST /hserve/v2.1/register/username/', { body }, 201);
}
