import { useHttpServer } from '../../httpServer';

/** A service whose responses contain hostile text where users will read it. */
interface HostileServer {
  origin: string;
  /**
   * The response to credentials: refused with the text as the error, redirected to a path with the text, or accepted.
   */
  authorization: 'refuse' | 'redirect' | 'take';
}

/**
 * Starts a hostile service for the tests of this `describe`.
 * @param text the text in its error messages, its redirect path and its server time
 */
export function useHostileServer(text: string): () => HostileServer {
  const state: HostileServer = { origin: '', authorization: 'refuse' };
  const origin = useHttpServer((request, response) => {
    const json = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    const path = (request.url ?? '').split('?')[0] ?? '';
    if (path === '/api/oauth2/access_token/') {
      json(200, { access_token: 'a', refresh_token: 'r', token_type: 'Bearer', expires_in: 864_000 });
    } else if (path === '/oserve/v2.2/server/time/') {
      json(200, { time: text });
    } else if (path.startsWith('/page/')) {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>This is no JSON.</p>');
    } else if (!path.startsWith('/api/oauth2/')) {
      json(403, { error_msg: text });
    } else if (state.authorization === 'refuse') {
      json(401, { error: 'invalid_client', error_description: text, error_msg: text });
    } else if (state.authorization === 'redirect') {
      response.writeHead(302, { location: `/page/${text.replace(/[^ -~]/g, '')}` }).end();
    } else {
      json(200, { code: 'c', expires_in: 600 });
    }
  });
  return () => Object.assign(state, { origin: origin() });
}
