import type { Secret } from '../../api/secret';
import { maskResponse } from './mask';
import { decode, type Decoded } from './receive';

/** The bytes of a response as text. */
export interface ReadBody extends Decoded {
  /** `text` with its credentials masked. */
  masked: string | undefined;
}

/** @param known the secrets of the request, which are masked wherever they are */
export function readBody(bytes: Uint8Array, contentType: string, known: readonly Secret[]): ReadBody {
  const decoded = decode(bytes, contentType);
  return { ...decoded, masked: decoded.text === undefined ? undefined : maskResponse(decoded.text, known) };
}
