import { findOperation, type Operation } from '../../api/operations/catalogue';
import { addressOf, type Address } from './address';
import { judge } from './judge';
import { resolveTarget } from './resolve';
import { isRestricted } from './restriction';
import { flatten } from './resolveBody';
import { decodedPath, type Origins } from '../document/rules';
import { methodOf, type RequestNode } from '../document/syntax';
import { reveal } from '../values/secretText';
import { unknownValue, writtenResolver, type WrittenScope } from '../values/variables';

/** Where a request goes, as far as it can be told before it is sent. */
export interface Destination extends Address {
  operation: Operation | undefined;
  /** The request changes or deletes all records of a table, as far as it can be told before it is sent. */
  changesAll: boolean;
}

/**
 * Tells where the requests of a document go, read as the sender reads them. `undefined`: the host is known only when it is
 * sent, because a response, a question or a function decides.
 * @returns a function that rejects with a RequestError as the sender does
 */
export function destinations(
  scope: WrittenScope,
  origins: Origins,
): (request: RequestNode) => Promise<Destination | undefined> {
  const resolve = writtenResolver(scope);
  return async request => {
    const parts = await resolveTarget(request, resolve);
    const text = parts.map(({ pieces }) => reveal(pieces)).join('');
    if (!knowsHost(text)) return undefined;
    const address = addressOf(parts, origins, request.line);
    const method = methodOf(request);
    const path = decodedPath(address.url.pathname);
    const isKnown = !decodedPath(address.url.search).includes(unknownValue);
    if (path.includes(unknownValue)) {
      const match = findOperation(method, path);
      const operation = match.kind === 'found' ? match.operation : undefined;
      const changesAll = isKnown && operation?.needsCondition === true && !isRestricted(address.url.searchParams);
      return { ...address, operation, changesAll };
    }
    const headers = [];
    for (const { name, value } of request.headers) {
      headers.push({ name: name.text, value: flatten(await resolve(value, 'header')) });
    }
    // No body tells apart what is sent without an Env ID from what is sent with one.
    const { operation, risk } = judge({ method, url: address.url, headers, body: { kind: 'none' } });
    return { ...address, operation, changesAll: isKnown && risk === 'changesAll' };
  };
}

/** A path stays on its host; in a complete address the host ends where its path begins. */
function knowsHost(text: string): boolean {
  if (text.startsWith('/')) return true;
  const host = /^https?:\/\/[^/?]*[/?]/i.exec(text)?.[0] ?? text;
  return !host.includes(unknownValue);
}
