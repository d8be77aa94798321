import { findOperation } from '../../api/operations/catalogue';
import { differences, type Difference } from './documented';

// This is a separate file, so that the thread for responses does not load the catalogue.

/** Returns how the response to a GET of `path` differs from its documented shape, if there is one. */
export function differencesAt(path: string, body: unknown): Difference[] {
  const match = findOperation('GET', path);
  return match.kind === 'found' ? differences(body, match.operation, new URLSearchParams()) : [];
}
