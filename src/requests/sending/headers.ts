import { isHeaderName } from '../document/rules';
import { RequestError } from '../document/requestError';
import { reveal, type Piece } from '../values/secretText';
import type { Token } from '../document/syntax';

/**
 * Refuses a value that would end its header and begin another, also when it comes from a variable.
 * @throws RequestError `badHeader`
 */
export function checkHeader(name: Token, value: readonly Piece[], at: Token): void {
  // HTTP allows visible characters, spaces, tabs, and bytes above them.
  if (!isHeaderName(name.text) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(reveal(value)))
    throw new RequestError('badHeader', name.text, at);
}
