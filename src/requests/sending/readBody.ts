import { maskHeader } from '../../api/masking/headers';
import { KnownSecrets } from '../../api/masking/knownSecrets';
import { maskSpans } from '../../api/masking/spans';
import { findCredentials } from '../../api/masking/text';
import type { Secret } from '../../api/secret';
import { decode, type Decoded } from './receive';

/** The parts of a response that are read, besides its status. */
export interface ReceivedParts {
  statusText: string;
  /** As received, including duplicates. */
  headers: readonly (readonly [name: string, value: string])[];
}

/** The text of a response, with and without credentials. */
export interface ReadBody extends Decoded {
  /** `text` with its credentials masked. */
  masked: string | undefined;
  /** The headers with masked credentials, including those that the body names. */
  headers: [name: string, value: string][];
  statusText: string;
  /** The first credentials that the body names, to be masked everywhere else. */
  credentials: string[];
}

/** Further credentials are searched for again where needed: passing them from a thread would block the extension host. */
export const mostCredentials = 1_000;

/** @param known secrets, which are masked everywhere */
export function readBody(
  bytes: Uint8Array,
  contentType: string,
  known: readonly Secret[],
  { statusText, headers }: ReceivedParts,
): ReadBody {
  const decoded = decode(bytes, contentType);
  const { text } = decoded;
  const secrets = new KnownSecrets(known);
  const found = text === undefined ? undefined : findCredentials(text, secrets);
  const masked = text === undefined ? undefined : maskSpans(text, found?.spans ?? []);
  const maskOwn = (part: string) => found?.own.mask(part) ?? part;
  return {
    ...decoded,
    masked,
    headers: headers.map(([name, value]) => [name, maskHeader(name, maskOwn(value), secrets)]),
    statusText: secrets.mask(maskOwn(statusText)),
    credentials: found?.values.slice(0, mostCredentials) ?? [],
  };
}
