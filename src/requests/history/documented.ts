import { findOperation } from '../../api/operations/catalogue';
import { differences, type Difference } from './difference';

/** What differs between the response to a GET of `path` and its documented shape; nothing when there is none. */
export function differencesAt(path: string, body: unknown): Difference[] {
  const match = findOperation('GET', path);
  return match.kind === 'found' ? differences(body, match.operation, new URLSearchParams()) : [];
}
