import { RequestError } from '../document/requestError';
import { reveal, type Piece } from '../values/secretText';
import type { Token } from '../document/syntax';

/** What the extension sets itself (specification, "Authentication"). */
export const ownHeaderNames = ['X-Hydrogen-Client-ID', 'X-Hydrogen-Env-ID', 'Authorization'] as const;

/** What belongs to the connection, not to the request. */
const connectionHeaders = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export type HeaderProblem = 'own' | 'connection' | 'name';

/** What speaks against writing a header down; own ones may stand there with a value out of a variable. */
export function headerProblem(name: string, value: string): HeaderProblem | undefined {
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) return 'name';
  if (connectionHeaders.has(name.toLowerCase())) return 'connection';
  return isOwnHeader(name) && !value.includes('{{') ? 'own' : undefined;
}

export function isOwnHeader(name: string): boolean {
  return ownHeaderNames.some(own => own.toLowerCase() === name.toLowerCase());
}

/**
 * A value that would end its header and begin another is refused, wherever it came from.
 * @throws RequestError `badHeader`
 */
export function checkHeader(name: Token, value: readonly Piece[], at: Token): void {
  const badName = !/^[!#$%&'*+.^_`|~\w-]+$/.test(name.text);
  // HTTP takes visible characters, spaces, tabs, and bytes above them.
  if (badName || !/^[\t\x20-\x7e\x80-\xff]*$/.test(reveal(value))) throw new RequestError('badHeader', name.text, at);
}
