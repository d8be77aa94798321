import * as v from 'valibot';
import { ApiError } from '../errors';
import { requestDetails, secretsOf, sendRequest, type ApiRequest, type CallContext } from '../http/apiRequest';
import { hasUserInfo, mayCarryCredentials } from '../http/sendOnce';
import { Secret } from '../secret';
import { redact } from '../masking/text';
import { interpret, redirectError, redirectTarget, send, serverMessage, type ApiResponse } from '../http/send';

/** The credentials of an application (specification, "Application credentials"). */
export interface ClientCredentials {
  /** Origin of the authorization server: `{auth_url}`. */
  authUrl: string;
  clientId: string;
  clientSecret: Secret;
}

/** Response of the token and refresh calls (specification, "Open API token set"). */
export interface TokenResponse {
  accessToken: Secret;
  tokenType: string;
  /** Lifetime in seconds; `undefined` without a usable value. */
  expiresIn: number | undefined;
  /** Always present according to the service's documentation. */
  refreshToken: Secret | undefined;
  scope: string;
}

const authorizePath = '/api/oauth2/hydrogen/openapi/authorize/';
const tokenPath = '/api/oauth2/access_token/';
const maxHops = 5;

const codeShape = v.looseObject({ code: v.pipe(v.string(), v.minLength(1)) });
const tokenShape = v.looseObject({
  access_token: v.pipe(v.string(), v.minLength(1)),
  refresh_token: v.nullish(v.string()),
  token_type: v.nullish(v.string()),
  scope: v.nullish(v.string()),
  expires_in: v.optional(v.unknown()),
});

/** Obtains a token set with the ClientSecret (calls 1 and 2). Sends four requests. */
export async function authorize(credentials: ClientCredentials, context: CallContext): Promise<TokenResponse> {
  const code = await requestCode(credentials, context);
  return exchangeCode(credentials, code, context);
}

/**
 * Requests a code (call 1). The service sends two redirects first, and expects its cookies in the redirected requests
 * (specification, "Endpoints", rule 1). Only the first request contains the secret; the later ones are GETs without a
 * body.
 * @throws ApiError as `send`; `unexpectedShape` also for a successful status without `code`
 */
export async function requestCode(credentials: ClientCredentials, context: CallContext): Promise<Secret> {
  // This module is already loaded, because the context's `fetch` comes from it.
  const { CookieJar } = await import('../http/httpClient');
  // The build omits the list of public suffixes. The jar does not need it, because it is used for one call between
  // hosts of one service.
  const jar = new CookieJar(undefined, { rejectPublicSuffixes: false });
  let request: ApiRequest = {
    method: 'POST',
    url: new URL(authorizePath, credentials.authUrl),
    body: { client_id: credentials.clientId, client_secret: credentials.clientSecret },
  };
  for (let hop = 0; ; hop++) {
    const response = await sendRequest(request, context);
    const { status, redirect } = response;
    if (redirect === undefined)
      return new Secret(shaped(codeShape, interpret(response, request), request, 'code').code);
    const target = redirectTarget(redirect, request);
    if (hop >= maxHops) throw redirectError('tooManyRedirects', request, status, target);
    const resends = request.method === 'POST' && (status === 307 || status === 308);
    if (resends || !mayFollow(request.url, target)) throw redirectError('unsafeRedirect', request, status, target);
    for (const cookie of response.headers.getSetCookie()) {
      await jar.setCookie(cookie, request.url.href, { ignoreError: true });
    }
    const cookies = await jar.getCookies(target.href);
    request = {
      method: 'GET',
      url: target,
      masks: [credentials.clientSecret, ...passedOn(target, cookies)],
      headers: cookies.length === 0 ? undefined : { cookie: cookies.map(cookie => cookie.cookieString()).join('; ') },
    };
  }
}

/**
 * Whether a redirect may be followed. It may go to another host, but not from https to http, and not to an address with
 * a user name or password.
 */
function mayFollow(from: URL, to: URL): boolean {
  return mayCarryCredentials(to) && !hasUserInfo(to) && (to.protocol === 'https:' || from.protocol === 'http:');
}

/**
 * Returns the values that a redirect passes on, which may be as sensitive as the secret. Short texts are not
 * credentials.
 */
function passedOn(target: URL, cookies: readonly { value: string }[]): Secret[] {
  const values = [...cookies.map(cookie => cookie.value), ...target.searchParams.values()];
  return values.filter(value => value.length >= 8).map(value => new Secret(value));
}

/** Exchanges the code for a token set (call 2). */
export function exchangeCode(
  credentials: ClientCredentials,
  code: Secret,
  context: CallContext,
): Promise<TokenResponse> {
  return requestTokens(tokenRequest(credentials, { code, grant_type: 'authorization_code' }), context);
}

/**
 * Refreshes the tokens (call 3). Success ends every earlier access token and the refresh token (specification, "States
 * and transitions").
 */
export function refreshTokens(
  credentials: ClientCredentials,
  refreshToken: Secret,
  context: CallContext,
): Promise<TokenResponse> {
  return requestTokens(refreshRequest(credentials, refreshToken), context);
}

export function refreshRequest(credentials: ClientCredentials, refreshToken: Secret): ApiRequest {
  return tokenRequest(credentials, { refresh_token: refreshToken, grant_type: 'refresh_token' });
}

function tokenRequest(
  { authUrl, clientId, clientSecret }: ClientCredentials,
  grant: Record<string, unknown>,
): ApiRequest {
  return {
    method: 'POST',
    url: new URL(tokenPath, authUrl),
    body: { client_id: clientId, client_secret: clientSecret, ...grant },
  };
}

async function requestTokens(request: ApiRequest, context: CallContext): Promise<TokenResponse> {
  const tokens = shaped(tokenShape, await send(request, context), request, 'access_token');
  return {
    accessToken: new Secret(tokens.access_token),
    tokenType: tokens.token_type ?? 'Bearer',
    expiresIn: lifetime(tokens.expires_in),
    refreshToken: tokens.refresh_token ? new Secret(tokens.refresh_token) : undefined,
    scope: tokens.scope ?? '',
  };
}

// Maximum lifetime in seconds: longer than that of any token, and within the range of dates.
const longestLifetime = 100 * 365 * 24 * 3600;

/** Parses a lifetime in seconds, also from a string; `undefined` for anything else. */
export function lifetime(value: unknown): number | undefined {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof seconds !== 'number' || !Number.isFinite(seconds)) return undefined;
  return Math.min(Math.max(seconds, 0), longestLifetime);
}

function shaped<T extends v.GenericSchema>(
  schema: T,
  response: ApiResponse,
  request: ApiRequest,
  field: string,
): v.InferOutput<T> {
  const parsed = v.safeParse(schema, response.body);
  if (parsed.success) return parsed.output;
  const { body } = response;
  const message = serverMessage(body, request);
  // Names only, because the values may be credentials.
  const names = typeof body === 'object' && body !== null ? Object.keys(body).slice(0, 10).join(', ') : typeof body;
  throw new ApiError('unexpectedShape', {
    ...requestDetails(request),
    status: response.status,
    expected: field,
    received: redact(names, secretsOf(request)).slice(0, 160),
    serverMessage: message,
  });
}
