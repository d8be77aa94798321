import { maskHeader } from '../../api/masking/headers';
import { KnownSecrets } from '../../api/masking/knownSecrets';
import { maskSpans, type Span } from '../../api/masking/spans';
import { findCredentials } from '../../api/masking/text';
import type { Secret } from '../../api/secret';
import { sharedMasked, type BodyText } from './bodyText';
import { decode, type Decoded } from './receive';

/** The parts of a response that are masked together with its body. */
export interface ReceivedParts {
  statusText: string;
  /** As received, including duplicates. */
  headers: readonly (readonly [name: string, value: string])[];
  /** Whether the body is only the start of the received one. */
  isCut?: boolean;
}

/** The text of a response, with and without credentials. */
export interface ReadBody extends Decoded {
  /** `text` with its credentials masked. */
  masked: BodyText | undefined;
  /** Whether `masked` differs from `text`. */
  isMasked: boolean;
  /** The headers, in which known credentials and those from the body are masked. */
  headers: [name: string, value: string][];
  statusText: string;
  /** The credentials in the body, up to `maximumCredentials`, to be masked everywhere else. */
  credentials: string[];
}

/**
 * Maximum number of credentials to pass from a thread, because more would block the extension host. The others are
 * searched for again where they are needed.
 */
export const maximumCredentials = 1_000;

/**
 * Decodes a body and masks the response.
 * @param secrets known secrets, which are masked everywhere
 */
export function readBody(
  bytes: Uint8Array,
  contentType: string,
  secrets: readonly Secret[],
  parts: ReceivedParts,
): ReadBody {
  return readWith(maskSpans, bytes, contentType, secrets, parts);
}

/**
 * Reads a body in a thread. Leaves its text out, because the host has the bytes and can decode them when it needs the
 * text.
 */
export function readSharedBody(...args: Parameters<typeof readBody>): ReadBody {
  return { ...readWith(sharedMasked, ...args), text: undefined };
}

function readWith(
  maskWith: (text: string, spans: readonly Span[]) => BodyText,
  bytes: Uint8Array,
  contentType: string,
  secrets: readonly Secret[],
  { statusText, headers, isCut }: ReceivedParts,
): ReadBody {
  const decoded = decode(bytes, contentType, isCut);
  const { text } = decoded;
  const knownSecrets = new KnownSecrets(secrets);
  const matches = text === undefined ? undefined : findCredentials(text, knownSecrets, [], isCut);
  const maskNamed = (part: string) => matches?.namedSecrets.mask(part) ?? part;
  return {
    ...decoded,
    masked: text === undefined ? undefined : maskWith(text, matches?.spans ?? []),
    isMasked: matches !== undefined && matches.spans.length > 0,
    headers: headers.map(([name, value]) => [name, maskHeader(name, maskNamed(value), knownSecrets)]),
    statusText: knownSecrets.mask(maskNamed(statusText)),
    credentials: matches?.values.slice(0, maximumCredentials) ?? [],
  };
}
