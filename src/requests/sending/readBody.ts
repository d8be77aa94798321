import { maskSpans, type Secret } from '../../api/secret';
import { findCredentials } from './mask';
import { decode, type Decoded } from './receive';

/** The bytes of a response as text. */
export interface ReadBody extends Decoded {
  /** `text` with its credentials masked. */
  masked: string | undefined;
  /** The credentials that it names as such: to be masked wherever else they stand. */
  credentials: string[];
}

/** @param known secrets, which are masked wherever they are */
export function readBody(bytes: Uint8Array, contentType: string, known: readonly Secret[]): ReadBody {
  const decoded = decode(bytes, contentType);
  const { text } = decoded;
  if (text === undefined) return { ...decoded, masked: undefined, credentials: [] };
  const { spans, values } = findCredentials(text, known);
  return { ...decoded, masked: maskSpans(text, spans), credentials: values };
}
