import { directive, type DirectiveName, type RequestDocument, type RequestNode } from '../document/syntax';
import { orderOf } from './dependencies';
import type { Role } from './result';

export function roleOf(request: RequestNode): Role {
  return has(request, 'setup') ? 'setup' : has(request, 'teardown') ? 'teardown' : 'request';
}

/** Returns whether a request has a directive. */
export function has(request: RequestNode, name: DirectiveName): boolean {
  return directive(request, name) !== undefined;
}

/**
 * Returns the requests of a document that run although only those with `# @only` are wanted: these, the setups and
 * teardowns of their file, and the requests from whose responses they take values. A teardown sends no others.
 * @param needs returns the requests that a request takes values from
 */
export function requestsBesideOnly(
  { requests }: RequestDocument,
  needs: (request: RequestNode) => readonly RequestNode[],
): ReadonlySet<RequestNode> {
  if (!requests.some(request => has(request, 'only'))) return new Set();
  const wanted = requests.filter(request => has(request, 'only') || roleOf(request) === 'setup');
  const order = orderOf(
    wanted.filter(request => !has(request, 'skip')),
    needs,
  );
  return new Set([...order.requests, ...requests.filter(request => roleOf(request) === 'teardown')]);
}
