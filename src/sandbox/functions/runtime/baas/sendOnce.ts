import { type IncomingHttpHeaders, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { HError } from './hError';

export interface DownloadedBody {
  status: number;
  statusText: string;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

/** Sends one request and reads the whole response. Uses only `http` and `https` of Node 12, because a function may run there. */
export function sendOnce(
  url: URL,
  method: string,
  headers: Record<string, string>,
  body: Buffer | undefined,
  timeout = 0,
): Promise<DownloadedBody> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': String(body.length) };
    const send = url.protocol === 'https:' ? secureRequest : plainRequest;
    // Uses a new connection. A process that stops at a breakpoint does not see that the server closes an idle one.
    const options = { method, headers: { ...headers, ...length }, agent: false };
    const request = send(url, options, response => {
      const { statusCode: status = 0, statusMessage: statusText = '' } = response;
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve({ status, statusText, headers: response.headers, bytes: Buffer.concat(parts) }));
      response.on('error', reject);
    });
    if (timeout > 0)
      request.setTimeout(timeout, () => {
        request.destroy(new HError(408, `timeout of ${timeout}ms exceeded`));
      });
    request.on('error', reject);
    request.end(body);
  });
}
