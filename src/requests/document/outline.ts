import { methodOf, targetText, type Range, type RequestDocument, type RequestNode } from './syntax';

interface OutlineSymbol {
  kind: 'request' | 'variable';
  name: string;
  /** Method and path of a request, or the value of a variable as written. */
  detail: string;
  range: Range;
  /** The range to select when the symbol is chosen. */
  selection: Range;
}

/** Returns the variables and requests in the order of the document. */
export function outline(document: RequestDocument): OutlineSymbol[] {
  const variables = document.variables.map((node): OutlineSymbol => ({
    kind: 'variable',
    name: node.name.text,
    detail: node.value.text,
    range: node,
    selection: node.name,
  }));
  const requests = document.requests.map((node): OutlineSymbol => ({
    kind: 'request',
    name: labelOf(node),
    detail: lineOf(node),
    range: node,
    selection: node.line,
  }));
  return [...variables, ...requests].sort((a, b) => a.range.start - b.range.start);
}

/** Returns the label of a request: its name, else its title, else its method and path. */
export function labelOf(request: RequestNode): string {
  return request.name ?? request.title?.text ?? lineOf(request);
}

/**
 * Returns a function that finds a request of an earlier text in the edited text: by its label, if both texts have it
 * once, else by its index. The function returns `undefined` if the index could mean another request.
 */
export function sameRequest(
  before: readonly RequestNode[],
  now: readonly RequestNode[],
): (old: RequestNode) => RequestNode | undefined {
  const [earlier, later] = [byLabel(before), byLabel(now)];
  return old => {
    const label = labelOf(old);
    const [named, ...others] = later.get(label) ?? [];
    if (named !== undefined && others.length === 0 && earlier.get(label)?.length === 1) return named;
    const there = now.length === before.length ? now[old.index] : undefined;
    if (there === undefined || labelOf(there) === label) return there;
    // The label of another earlier request shows that the requests were moved.
    return earlier.has(labelOf(there)) ? undefined : there;
  };
}

function byLabel(requests: readonly RequestNode[]): Map<string, RequestNode[]> {
  const all = new Map<string, RequestNode[]>();
  for (const request of requests) {
    const same = all.get(labelOf(request));
    if (same === undefined) all.set(labelOf(request), [request]);
    else same.push(request);
  }
  return all;
}

function lineOf(request: RequestNode): string {
  return `${methodOf(request)} ${targetText(request).split('?')[0] ?? ''}`;
}

/** Returns the foldable ranges: sections, and bodies of several lines. */
export function foldingRanges(document: RequestDocument): Range[] {
  const sections = document.sections.filter(
    ({ separator, request }) => separator !== undefined || request !== undefined,
  );
  const bodies = document.requests.map(({ body }) => body).filter(body => body !== undefined);
  return [...sections, ...bodies]
    .map(({ start, end }) => ({ start, end: trimmedEnd(document.text, start, end) }))
    .filter(({ start, end }) => document.text.slice(start, end).includes('\n'))
    .sort((a, b) => a.start - b.start);
}

function trimmedEnd(text: string, start: number, end: number): number {
  return start + text.slice(start, end).trimEnd().length;
}
