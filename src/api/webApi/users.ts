import * as v from 'valibot';
import { lifetime } from '../openApi/authorize';
import { ApiError } from '../errors';
import { urlWithoutCredentials } from '../http/sendOnce';
import type { ApiRequest, CallContext } from '../http/apiRequest';
import { maskJson } from '../masking/json';
import { KnownSecrets } from '../masking/knownSecrets';
import { Secret } from '../secret';
import { send } from '../http/send';
import { post, type WebApiTarget } from './webApi';

export interface UserAccount {
  method: 'email' | 'username';
  /** The e-mail address, or the user name. */
  name: string;
  password: Secret;
}

/** The response of registration and login (specification, "User session object"). */
export interface UserSession {
  /** The user's access token for the Web API. */
  token: Secret;
  /** Lifetime in seconds; `undefined` without a usable value. */
  expiresIn: number | undefined;
  userId: string | undefined;
  /** The object as received, with credentials masked. */
  user: Record<string, unknown>;
}

const sessionShape = v.looseObject({
  token: v.pipe(v.string(), v.minLength(1)),
  expires_in: v.optional(v.unknown()),
  user_id: v.optional(v.unknown()),
  id: v.optional(v.unknown()),
});

/** Registers a user and logs it in. */
export function registerUser(target: WebApiTarget, account: UserAccount, context: CallContext): Promise<UserSession> {
  return openSession(registrationRequest(target, account), context);
}

export function registrationRequest(target: WebApiTarget, account: UserAccount): ApiRequest {
  return post(target, `/hserve/v2.1/register/${account.method}/`, accountBody(account));
}

export function logInUser(target: WebApiTarget, account: UserAccount, context: CallContext): Promise<UserSession> {
  return openSession(post(target, `/hserve/v2.1/login/${account.method}/`, accountBody(account)), context);
}

/** Creates an anonymous user and logs it in. The response has only token, lifetime and ID. */
export function logInAnonymously(target: WebApiTarget, context: CallContext): Promise<UserSession> {
  return openSession(anonymousRequest(target), context);
}

export function anonymousRequest(target: WebApiTarget): ApiRequest {
  return post(target, '/hserve/v2.0/login/anonymous/', {});
}

/** Masks the credentials in a user object and every occurrence of `token`. */
export function maskedUser(raw: object, token: Secret): Record<string, unknown> {
  const known = new KnownSecrets([token]);
  const masked = maskJson(raw, { leaf: value => (typeof value === 'string' ? known.mask(value) : value) });
  return masked as Record<string, unknown>;
}

function accountBody({ method, name, password }: UserAccount): Record<string, unknown> {
  return { [method]: name, password };
}

async function openSession(request: ApiRequest, context: CallContext): Promise<UserSession> {
  const { body, status } = await send(request, context);
  const parsed = v.safeParse(sessionShape, body);
  if (!parsed.success) {
    throw new ApiError('unexpectedShape', {
      method: request.method,
      url: urlWithoutCredentials(request.url),
      status,
      expected: 'token',
      // Names only, because the values may be credentials.
      received: typeof body === 'object' && body !== null ? Object.keys(body).slice(0, 10).join(', ') : typeof body,
    });
  }
  const { token: text, expires_in, user_id, id } = parsed.output;
  const token = new Secret(text);
  return {
    token,
    expiresIn: lifetime(expires_in),
    userId: identifier(user_id) ?? identifier(id),
    user: maskedUser(parsed.output, token),
  };
}

function identifier(value: unknown): string | undefined {
  return typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value) : undefined;
}
