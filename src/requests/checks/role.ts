import { directive, type DirectiveName, type RequestNode } from '../document/syntax';
import type { Role } from './result';

export function roleOf(request: RequestNode): Role {
  return has(request, 'setup') ? 'setup' : has(request, 'teardown') ? 'teardown' : 'request';
}

/** Returns whether a request has a directive. */
export function has(request: RequestNode, name: DirectiveName): boolean {
  return directive(request, name) !== undefined;
}
