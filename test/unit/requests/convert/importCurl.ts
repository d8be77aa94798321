import type { PlainRequest } from '../../../../src/api/http/plainRequest';
import { readCurl } from '../../../../src/requests/convert/importCurl';

/** Returns the first request of a cURL command, or `undefined` if `readCurl` reports a problem. */
export function importCurl(command: string): PlainRequest | undefined {
  const read = readCurl(command);
  return typeof read === 'string' ? undefined : read.requests[0];
}
