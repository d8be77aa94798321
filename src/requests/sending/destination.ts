import { findOperation } from '../../api/operations/catalogue';
import { addressOf, type Address } from './address';
import { judgeRequest } from './judge';
import { resolveTarget } from './resolve';
import { isRestricted } from './restriction';
import { flatten } from './resolveBody';
import { decodedPath, type Origins } from '../document/rules';
import { methodOf, type RequestNode } from '../document/syntax';
import { hasSecret, reveal } from '../document/secretText';
import { unknownValue, writtenResolver, type WrittenScope } from '../document/variables';

/** The destination of a request, as far as it is known before sending. */
export interface Destination extends Address {
  /** Whether the request creates or ends the tokens of all environments, and so counts as one to production. */
  isForAllEnvironments: boolean;
  /** Whether the request changes or deletes all records of a table, as far as this is known before sending. */
  changesAll: boolean;
  /** Whether the document gives a secret or a value of this machine to another host, which the sender refuses. */
  leaksSecret: boolean;
}

/**
 * Returns a function that finds the destination of a request in the document, by the rules of the sender. It resolves
 * to `undefined` if the host depends on a response, a question or a function, and so is known only when sending. It
 * rejects with a RequestError like the sender.
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
    const headers = [];
    for (const { name, value } of request.headers) {
      headers.push({ name: name.text, value: flatten(await resolve(value, 'header')) });
    }
    const leaksSecret =
      address.family === 'other' &&
      hasSecret([
        ...headers.flatMap(({ value }) => value),
        ...(request.body?.kind === 'text' ? flatten(await resolve(request.body, 'body')) : []),
      ]);
    const isKnown = !decodedPath(address.url.search).includes(unknownValue);
    if (path.includes(unknownValue)) {
      const match = findOperation(method, path);
      const operation = match.kind === 'found' ? match.operation : undefined;
      const changesAll = isKnown && operation?.needsCondition === true && !isRestricted(address.url.searchParams);
      return { ...address, isForAllEnvironments: operation?.authorization === 'none', changesAll, leaksSecret };
    }
    // The body is not needed: it does not change whether a request is sent with an Env ID.
    const { risk, isForAllEnvironments } = judgeRequest({ method, url: address.url, headers, body: { kind: 'none' } });
    return { ...address, isForAllEnvironments, changesAll: isKnown && risk === 'changesAll', leaksSecret };
  };
}

/**
 * Returns whether the host is known. A path has a host of the application; the host of a complete address ends where
 * its path or query begins.
 */
function knowsHost(text: string): boolean {
  if (text.startsWith('/')) return true;
  const host = /^https?:\/\/[^/?]*[/?]/i.exec(text)?.[0] ?? text;
  return !host.includes(unknownValue);
}
