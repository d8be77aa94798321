import { lineFinder } from '../document/lines';
import { labelOf } from '../document/outline';
import type { RequestDocument } from '../document/syntax';
import { roleOf } from './role';
import type { RequestResult } from './result';

/** A request as a test. */
export interface RequestTest {
  /** Stays the same while requests with other labels are added, removed and moved, so that a test keeps its results. */
  id: string;
  label: string;
  role: RequestResult['role'];
  /** The index of the request in the document. */
  index: number;
  /** The lines from the request line to the end of the request, counted from 0. */
  lines: { first: number; last: number };
}

/** Returns whether a document has checks, without parsing it. */
export function hasChecks(text: string): boolean {
  return /^[ \t]*\?\?/m.test(text);
}

/**
 * Yields the requests of a document as tests, one by one for long documents that are processed in slices. Requests with
 * the same label are numbered.
 */
export function* testsIn(document: RequestDocument): Generator<RequestTest> {
  const lineAt = lineFinder(document.text);
  const seen = new Map<string, number>();
  for (const request of document.requests) {
    const label = labelOf(request);
    const count = (seen.get(label) ?? 0) + 1;
    seen.set(label, count);
    yield {
      id: `${count} ${label}`,
      label,
      role: roleOf(request),
      index: request.index,
      lines: { first: lineAt(request.line.start), last: lineAt(Math.max(request.line.start, request.end - 1)) },
    };
  }
}
