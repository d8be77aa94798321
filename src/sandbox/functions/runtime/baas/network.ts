import type { IncomingHttpHeaders } from 'node:http';
import { HError } from './hError';
import { sendOnce, type DownloadedBody } from './sendOnce';
import { parameterText, type Transport } from './transport';

/** The options of `BaaS.request`, as in axios. */
interface RequestOptions {
  url?: string;
  method?: string;
  baseURL?: string;
  params?: Record<string, unknown>;
  data?: unknown;
  headers?: Record<string, string>;
  timeout?: number;
  responseType?: string;
  validateStatus?: ((status: number) => boolean) | null;
  maxRedirects?: number;
  auth?: { username: string; password: string };
}

interface NetworkResponse {
  data: unknown;
  status: number;
  statusText: string;
  headers: IncomingHttpHeaders;
  config: RequestOptions;
}

type Send = (url: string | RequestOptions, options?: RequestOptions) => Promise<NetworkResponse>;
type WithBody = (url: string, data?: unknown, options?: RequestOptions) => Promise<NetworkResponse>;
type WithoutBody = (url: string, options?: RequestOptions) => Promise<NetworkResponse>;
type NetworkRequest = Send &
  Record<'get' | 'delete' | 'head' | 'options', WithoutBody> &
  Record<'post' | 'put' | 'patch', WithBody>;

const redirects = [301, 302, 303, 307, 308];

/** Creates `BaaS.request`. Before each request, it asks the sandbox whether the host is allowed. */
export function networkRequest(transport: Transport): NetworkRequest {
  const send: Send = (url, options = {}) => sendRequest(transport, typeof url === 'string' ? { ...options, url } : url);
  const withoutBody =
    (method: string): WithoutBody =>
    (url, options) =>
      send(url, { ...options, method });
  const withBody =
    (method: string): WithBody =>
    (url, data, options) =>
      send(url, { ...options, method, data });
  return Object.assign(send, {
    get: withoutBody('GET'),
    delete: withoutBody('DELETE'),
    head: withoutBody('HEAD'),
    options: withoutBody('OPTIONS'),
    post: withBody('POST'),
    put: withBody('PUT'),
    patch: withBody('PATCH'),
  });
}

async function sendRequest(transport: Transport, options: RequestOptions): Promise<NetworkResponse> {
  let url = addressOf(options);
  let method = (options.method ?? 'GET').toUpperCase();
  let body = bodyOf(options);
  let headers = headersOf(options, body);
  for (let remaining = options.maxRedirects ?? 5; ; remaining -= 1) {
    await requireAllowedHost(transport, url);
    const response = await sendOnce(url, method, headers, body?.bytes, options.timeout);
    const {
      status,
      headers: { location },
    } = response;
    if (location === undefined || remaining <= 0 || !redirects.includes(status)) return finish(response, options);
    const next = new URL(location, url);
    // A redirect to another origin must not pass on credentials, which are for the host that the function named.
    if (next.origin !== url.origin) headers = withoutHeaders(headers, /^(authorization|cookie)$/i);
    // The rules of axios.
    if (status < 303 ? method === 'POST' : status === 303 && method !== 'HEAD') {
      [method, body] = ['GET', undefined];
      headers = withoutHeaders(headers, /^content-/i);
    }
    url = next;
  }
}

/** @throws HError 403 unless the host is allowed */
async function requireAllowedHost(transport: Transport, { protocol, host }: URL): Promise<void> {
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new HError(400, `BaaS.request: the protocol ${protocol} is not supported.`);
  const answer = await transport.ask('/__function/host/', { host });
  if ((answer as { allowed?: unknown }).allowed === true) return;
  throw new HError(403, `BaaS.request: the sandbox may not send requests to ${host}.`);
}

function addressOf({ url = '', baseURL, params = {} }: RequestOptions): URL {
  const address = baseURL === undefined ? new URL(url) : new URL(url, baseURL.endsWith('/') ? baseURL : `${baseURL}/`);
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === null) continue;
    address.searchParams.append(name, parameterText(value));
  }
  return address;
}

interface Body {
  bytes: Buffer;
  type: string;
}

function bodyOf({ data }: RequestOptions): Body | undefined {
  if (data === undefined || data === null) return undefined;
  if (Buffer.isBuffer(data)) return { bytes: data, type: 'application/octet-stream' };
  if (data instanceof URLSearchParams)
    return { bytes: Buffer.from(data.toString()), type: 'application/x-www-form-urlencoded;charset=utf-8' };
  if (typeof data === 'string') return { bytes: Buffer.from(data), type: 'application/x-www-form-urlencoded' };
  return { bytes: Buffer.from(JSON.stringify(data)), type: 'application/json;charset=utf-8' };
}

function headersOf({ headers = {}, auth }: RequestOptions, body: Body | undefined): Record<string, string> {
  const hasType = Object.keys(headers).some(name => name.toLowerCase() === 'content-type');
  const basic = auth && Buffer.from(`${auth.username}:${auth.password}`).toString('base64');
  return {
    Accept: 'application/json, text/plain, */*',
    ...(body === undefined || hasType ? {} : { 'Content-Type': body.type }),
    ...(basic === undefined ? {} : { Authorization: `Basic ${basic}` }),
    ...headers,
  };
}

function withoutHeaders(headers: Record<string, string>, names: RegExp): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.test(name)));
}

/** @throws an error with the response, like axios, for a status that the options refuse */
function finish({ bytes, ...received }: DownloadedBody, config: RequestOptions): NetworkResponse {
  const response: NetworkResponse = { ...received, data: dataOf(bytes, config.responseType), config };
  const accepts = config.validateStatus === undefined ? isSuccess : config.validateStatus;
  if (accepts === null || accepts(response.status)) return response;
  throw Object.assign(new Error(`Request failed with status code ${response.status}`), { response, config });
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function dataOf(bytes: Buffer, type: string | undefined): unknown {
  if (type === 'arraybuffer') return bytes;
  const text = bytes.toString('utf8');
  if (type === 'text') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Like axios, return a text that is not JSON.
    return text;
  }
}
