import { getCookie, setCookie } from 'hono/cookie';
import { readJsonOrForm, readUntypedJsonOrForm, requiredText, type BodyFields } from '../backend/body';
import { randomHex } from '../store/hashes';
import { issueCode, redeemCode, refreshTokens } from './grants';
import { HttpError } from '../http/httpError';
import { type BackendApplication, type Backend, findApplication } from '../backend/backend';
import { clientSecretOf } from '../backend/clientSecret';
import { type Routes, type SandboxContext, addRoute, newRoutes } from '../backend/routing';

/** The state of an authorization between call 1 and its code. Kept only in memory, because it lasts for three requests. */
interface PendingAuthorization {
  clientId: string;
  /** The cookies so far; every later redirect must send all of them. */
  cookies: Record<string, string>;
  /** Unix milliseconds. */
  expiresAt: number;
}

const pendingLifetime = 60_000;

/**
 * Creates the routes of the three authorization calls (specification, "Open API authorization"). The targets and
 * cookies of the two redirects of call 1 are not public, so the sandbox uses demanding ones: a relative and an absolute
 * Location, and three cookies, one of them with a comma in its Expires attribute.
 */
export function authorizationRoutes(backend: Backend): Routes {
  const routes = newRoutes();
  const pending = new Map<string, PendingAuthorization>();

  addRoute(routes, 'POST', '/api/oauth2/hydrogen/openapi/authorize/', async context => {
    const application = checkCredentials(backend, await readUntypedJsonOrForm(context));
    const request = randomHex(16);
    const { clientId } = application;
    for (const [id, { expiresAt }] of pending) if (expiresAt <= backend.now()) pending.delete(id);
    const entry: PendingAuthorization = { clientId, cookies: {}, expiresAt: backend.now() + pendingLifetime };
    pending.set(request, entry);
    issueCookie(context, entry, 'sandbox_csrf', { expires: new Date(Date.now() + pendingLifetime) });
    issueCookie(context, entry, 'sandbox_session', {});
    return context.redirect(`../grant/?request=${request}`, 302);
  });

  addRoute(routes, 'GET', '/api/oauth2/hydrogen/openapi/grant/', context => {
    const entry = checkRedirect(backend, context, pending);
    issueCookie(context, entry, 'sandbox_grant', {});
    const { origin, search } = new URL(context.req.url);
    return context.redirect(`${origin}/api/oauth2/hydrogen/openapi/code/${search}`, 302);
  });

  addRoute(routes, 'GET', '/api/oauth2/hydrogen/openapi/code/', context => {
    const entry = checkRedirect(backend, context, pending);
    if (!('sandbox_grant' in entry.cookies)) throw new HttpError(400, 'The first redirect was not followed.');
    pending.delete(context.req.query('request') ?? '');
    return context.json(issueCode(backend, entry.clientId));
  });

  addRoute(routes, 'POST', '/api/oauth2/access_token/', async context => {
    const fields = await readJsonOrForm(context);
    // Checked first, because the other required fields depend on it (rule 2).
    const grantType = requiredText(fields, 'grant_type');
    if (grantType !== 'authorization_code' && grantType !== 'refresh_token') {
      throw new HttpError(400, 'grant_type must be "authorization_code" or "refresh_token".');
    }
    const credential = grantType === 'refresh_token' ? 'refresh_token' : 'code';
    requiredText(fields, 'client_id');
    requiredText(fields, 'client_secret');
    const value = requiredText(fields, credential);
    const { clientId } = checkCredentials(backend, fields);
    return context.json(
      credential === 'code' ? redeemCode(backend, clientId, value) : refreshTokens(backend, clientId, value),
    );
  });

  return routes;
}

function checkCredentials(backend: Backend, fields: BodyFields): BackendApplication {
  const clientId = requiredText(fields, 'client_id');
  const clientSecret = requiredText(fields, 'client_secret');
  const application = findApplication(backend, clientId);
  if (!application) throw new HttpError(401, 'client_id is not known.');
  if (clientSecret !== clientSecretOf(backend, clientId)) throw new HttpError(401, 'client_secret is wrong.');
  return application;
}

/** Checks that a redirect of call 1 is followed in time, with every cookie, and without a body or the ClientSecret. */
function checkRedirect(
  backend: Backend,
  context: SandboxContext,
  pending: ReadonlyMap<string, PendingAuthorization>,
): PendingAuthorization {
  const entry = pending.get(context.req.query('request') ?? '');
  if (!entry || entry.expiresAt <= backend.now()) {
    throw new HttpError(400, 'This authorization is not known, was completed, or took too long. Start again.');
  }
  const receivedCookies = getCookie(context);
  const missingCookie = Object.entries(entry.cookies).find(([name, value]) => receivedCookies[name] !== value);
  if (missingCookie)
    throw new HttpError(403, `The cookie ${missingCookie[0]} was lost on a redirect: keep cookies while following.`);
  if (context.env.incoming.rawBody.length > 0) {
    throw new HttpError(400, 'A redirect is followed with GET and no body.');
  }
  const secret = clientSecretOf(backend, entry.clientId);
  const headers = Object.values(context.req.header());
  if ([context.req.url, ...headers].some(text => text.includes(secret))) {
    throw new HttpError(400, 'The client_secret must not be sent again on a redirect.');
  }
  return entry;
}

function issueCookie(
  context: SandboxContext,
  entry: PendingAuthorization,
  name: string,
  options: { expires?: Date },
): void {
  const value = randomHex(24);
  entry.cookies[name] = value;
  setCookie(context, name, value, { path: '/api/oauth2/', httpOnly: true, sameSite: 'Lax', ...options });
}
