import { normalizedName } from '../document/rules';
import { reveal } from '../document/secretText';
import type { ResolvedRequest } from './resolvedRequest';

/**
 * Returns the headers by which a document or a response chooses an application: all applications share the host of the
 * Open API, which finds them by the token.
 * @param own the ClientID and the tokens that belong to the selected application, or that the user gave
 */
export function foreignHeaders(
  { family, headers }: ResolvedRequest,
  own: readonly (string | undefined)[],
): ResolvedRequest['headers'] {
  if (family === 'webApi') return [];
  return headers.filter(
    ({ name, value }) =>
      ['authorization', 'x-hydrogen-client-id'].includes(normalizedName(name)) &&
      !own.includes(
        reveal(value)
          .replace(/^\s*Bearer\s/i, '')
          .trim(),
      ),
  );
}
