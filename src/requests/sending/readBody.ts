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
  /** The credentials that it names as such: to be masked wherever else they are. */
  credentials: string[];
}

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
  const { spans, values } = text === undefined ? { spans: [], values: [] } : findCredentials(text, secrets);
  const masked = text === undefined ? undefined : maskSpans(text, spans);
  secrets.add(values);
  return {
    ...decoded,
    masked,
    headers: headers.map(([name, value]) => [name, maskHeader(name, value, secrets)]),
    statusText: secrets.mask(statusText),
    credentials: values,
  };
}
