import type { ApiError, ApiErrorCode } from '../api/errors';
import type { Difference } from '../requests/history/difference';

const sentences: Record<ApiErrorCode, (host: string, error: ApiError) => string> = {
  cancelled: () => 'Cancelled.',
  timeout: host => `${host} did not respond in time. # @timeout gives a request more time.`,
  unknownHost: host => `The host ${host} was not found. Check the address, the network and the proxy.`,
  refused: host => `Nothing listens at ${host}.`,
  tls: host => `There is no secure connection to ${host}: its certificate or protocol is not accepted.`,
  network: host => `The connection to ${host} broke, or could not be made.`,
  tooLarge: host => `The response of ${host} is too large.`,
  endless: host => `The list of ${host} does not end.`,
  notJson: host => `The response of ${host} is not JSON.`,
  unexpectedShape: (host, { expected }) =>
    `The response of ${host} is not what the service documents${expected === undefined ? '' : `: ${expected} is missing`}.`,
  insecure: host => `Plain http would show credentials on the way to ${host}. Use https.`,
  tooManyRedirects: host => `${host} redirects too often.`,
  unsafeRedirect: host => `${host} redirects to an address that may not get the credentials.`,
  status: (host, { status, serverMessage }) =>
    `${host} responded with ${status ?? 'an error'}${serverMessage === undefined ? '.' : `: ${serverMessage}`}`,
};

/** What went wrong with a call, and its system error code, such as ENOTFOUND. */
export function apiMessage(error: ApiError): string {
  const host = URL.canParse(error.url) ? new URL(error.url).host : error.url;
  const reason = error.reason === undefined ? '' : ` (${error.reason})`;
  return `${sentences[error.code](host, error)}${reason}`;
}

/** How a response differs from its documentation. */
export function differenceText({ code, path, expected, received }: Difference): string {
  const place = path === '' ? 'the response' : path;
  if (code === 'missing') return `${place} is missing`;
  if (code === 'undocumented') return `${place} is not documented`;
  return `${place} is ${received ?? 'something else'} instead of ${expected ?? 'what is documented'}`;
}
