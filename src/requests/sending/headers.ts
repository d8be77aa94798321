import { isHeaderName } from '../document/rules';
import { RequestError } from '../document/requestError';
import { reveal, type Piece } from '../values/secretText';
import type { Token } from '../document/syntax';

/**
 * A value that would end its header and begin another is refused, also when it came out of a variable.
 * @throws RequestError `badHeader`
 */
export function checkHeader(name: Token, value: readonly Piece[], at: Token): void {
  // HTTP takes visible characters, spaces, tabs, and bytes above them.
  if (!isHeaderName(name.text) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(reveal(value)))
    throw new RequestError('badHeader', name.text, at);
}
