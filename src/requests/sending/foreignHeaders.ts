import { normalizedName } from '../document/rules';
import { reveal } from '../document/secretText';
import type { ResolvedRequest } from './resolvedRequest';

/**
 * Returns the headers with which a request may choose another application than the selected one. All applications share
 * two hosts: the Open API, where the token chooses the application, and the console, where the cookies do.
 * @param ownValues the ClientID and the tokens that belong to the selected application, or that the user gave
 */
export function foreignHeaders(
  { family, headers }: ResolvedRequest,
  ownValues: readonly (string | undefined)[],
): ResolvedRequest['headers'] {
  if (family === 'webApi') return [];
  return headers.filter(({ name, value }) => {
    const text = reveal(value).trim();
    switch (normalizedName(name)) {
      case 'authorization':
      case 'x-hydrogen-client-id':
        return !ownValues.includes(text.replace(/^Bearer\s/i, '').trim());
      case 'cookie':
        return (
          !ownValues.includes(text) &&
          !text.split(';').every(pair => ownValues.includes(pair.replace(/^[^=]*=/, '').trim()))
        );
      default:
        return false;
    }
  });
}
