import { randomBytes } from 'node:crypto';
import type http from 'node:http';
import { useHttpServer } from '../../httpServer';

/** A service that issues every credential as a unique string, so that tests can search for it. */
interface CanaryServer {
  origin: string;
  clientId: string;
  clientSecret: string;
  /** All credentials so far, by `<kind> <number>`: the ClientSecret, codes, cookies and tokens. */
  canaries: Map<string, string>;
  /** If true, the service refuses every request and repeats its body, token and cookies in the response. */
  echo: boolean;
}

export function useCanaryServer(): () => CanaryServer {
  const canaries = new Map<string, string>();
  const clientSecret = hatch(canaries, 'client_secret');
  const state = { origin: '', clientId: 'public-client-id-7d1f', clientSecret, canaries, echo: false };
  const origin = useHttpServer((request, response) => void respond(state, request, response));
  return () => Object.assign(state, { origin: origin() });
}

/** Creates a credential with a unique value, and records it. */
function hatch(canaries: Map<string, string>, kind: string): string {
  const canary = `CANARY${kind.replace('_', '')}${randomBytes(20).toString('hex')}`;
  canaries.set(`${kind} ${canaries.size}`, canary);
  return canary;
}

async function respond(state: CanaryServer, request: http.IncomingMessage, response: http.ServerResponse) {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const path = (request.url ?? '').split('?')[0] ?? '';
  const sent = body === '' ? {} : (JSON.parse(body) as Record<string, string>);
  const json = (status: number, value: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  const redirect = (location: string) =>
    response.writeHead(302, { location, 'set-cookie': `session=${hatch(state.canaries, 'cookie')}; Path=/` }).end();
  const known = [...state.canaries.values()];

  if (state.echo) {
    const everything = `${body} ${request.headers.authorization ?? ''} ${request.headers.cookie ?? ''}`;
    json(path.startsWith('/oserve') ? 403 : 400, { error: 'echo', error_description: everything, message: everything });
  } else if (path === '/api/oauth2/hydrogen/openapi/authorize/') {
    if (sent['client_secret'] === state.clientSecret) redirect('/hop/1');
    else json(401, { error: 'invalid_client', error_description: `not ${sent['client_secret'] ?? ''}` });
  } else if (path === '/hop/1' || path.startsWith('/hop/2/')) {
    if (!known.some(canary => request.headers.cookie?.includes(canary))) json(403, { error: 'cookies were lost' });
    else if (path === '/hop/1') redirect(`/hop/2/${hatch(state.canaries, 'path_ticket')}/`);
    else json(200, { code: hatch(state.canaries, 'code'), expires_in: 600 });
  } else if (path === '/api/oauth2/access_token/') {
    json(200, {
      access_token: hatch(state.canaries, 'access_token'),
      refresh_token: hatch(state.canaries, 'refresh_token'),
      token_type: 'Bearer',
      expires_in: 864_000,
      scope: 'write',
    });
  } else if (path === '/hserve/v2.2/server/time/') {
    json(200, { time: '2026-01-01T00:00:00Z' });
  } else if (path === '/oserve/v2.2/server/time/') {
    const valid = known.some(canary => request.headers.authorization === `Bearer ${canary}`);
    json(valid ? 200 : 401, valid ? { time: '2026-01-01T00:00:00Z' } : { error: 'unauthorized' });
  } else {
    json(200, { meta: { limit: 20, next: null, offset: 0, previous: null, total_count: 0 }, objects: [] });
  }
}
