import { maskHeader } from '../../api/masking/headers';
import { KnownSecrets } from '../../api/masking/knownSecrets';
import { maskSpans } from '../../api/masking/spans';
import { findCredentials } from '../../api/masking/text';
import type { Secret } from '../../api/secret';
import { decode, type Decoded } from './receive';

/** What is read of a response besides its status. */
export interface ReceivedParts {
  statusText: string;
  /** As received, duplicates too. */
  headers: readonly (readonly [name: string, value: string])[];
}

/** The bytes of a response as text, and all of it that may be shown. */
export interface ReadBody extends Decoded {
  /** `text` with its credentials masked. */
  masked: string | undefined;
  /** The headers with their credentials masked, and those that the body names. */
  headers: [name: string, value: string][];
  statusText: string;
  /** The first credentials that it names as such: to be masked wherever else they are. */
  credentials: string[];
}

/** More are found again where they are needed: to hand them from a thread to the host would make the host wait. */
export const mostCredentials = 1_000;

/** @param known secrets, which are masked wherever they are */
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
