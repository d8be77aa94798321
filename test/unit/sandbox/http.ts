import { request } from 'node:http';
import type { OutgoingHttpHeaders, IncomingHttpHeaders, Agent } from 'node:http';

export interface HttpResponse {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

interface Call {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Buffer;
  agent?: Agent;
}

/** Sends exactly one request: any Host, no cookies, no redirects, a separate connection unless an agent is given. */
export async function send(url: string | URL, call: Call = {}): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: call.method ?? 'GET', headers: call.headers, agent: call.agent ?? false });
    outgoing.on('error', reject);
    outgoing.on('response', incoming => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text });
      });
    });
    outgoing.end(call.body);
  });
}

export async function sendJson(url: string, body: unknown, headers: OutgoingHttpHeaders = {}): Promise<HttpResponse> {
  return send(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

export interface CurlOptions {
  /** `-b ''`: the cookie engine. */
  cookies?: boolean;
  /** `-X`: the method of every hop. */
  method?: string;
  /** `--post302` with the body sent again. */
  keepBody?: boolean;
  /** Name of a cookie to drop, as a client does that reads only one Set-Cookie header. */
  loses?: string;
  /** Headers to add from the first redirect on. */
  hopHeaders?: OutgoingHttpHeaders;
}

/**
 * Follows redirects like `curl -sS -L -H 'Content-Type: application/json' -d BODY URL`: sends the same methods, bodies
 * and cookies after a 302. Returns all responses.
 */
export async function curl(url: string, body: unknown, options: CurlOptions = {}): Promise<HttpResponse[]> {
  const jar = new Map<string, string>();
  const responses: HttpResponse[] = [];
  let target = new URL(url);
  for (let hop = 0; hop < 6; hop += 1) {
    const repeats = hop === 0 || options.keepBody === true;
    const response = await send(target, {
      method: options.method ?? (repeats ? 'POST' : 'GET'),
      headers: {
        'Content-Type': 'application/json',
        ...(options.cookies && jar.size > 0
          ? { Cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }
          : {}),
        ...(hop > 0 ? options.hopHeaders : {}),
      },
      ...(repeats ? { body: JSON.stringify(body) } : {}),
    });
    responses.push(response);
    for (const line of response.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name !== options.loses) jar.set(name, value);
    }
    const location = response.headers.location;
    if (response.status !== 302 || location === undefined) return responses;
    target = new URL(location, target);
  }
  return responses;
}

export function jsonOf<T = Record<string, unknown>>(response: HttpResponse): T {
  return JSON.parse(response.text) as T;
}

/** Returns the message of an error response. Throws if the response does not have the documented format. */
export function errorMessageOf(response: HttpResponse): string {
  const body = jsonOf(response);
  if (body.status !== 'error' || typeof body.error_msg !== 'string' || Object.keys(body).length !== 2) {
    throw new Error(`not the documented error shape: ${response.text}`);
  }
  return body.error_msg;
}
