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
 * once, else by its text. If only the text of one such request changed, its place among them identifies it. The function
 * returns `undefined` if another request may be meant.
 */
export function sameRequest(
  before: RequestDocument,
  now: RequestDocument,
): (old: RequestNode) => RequestNode | undefined {
  return old => {
    const label = labelOf(old);
    const [earlier, later] = [requestsLabelled(before, label), requestsLabelled(now, label)];
    if (earlier.length === 1 && later.length === 1) return later[0]?.request;
    const position = earlier.findIndex(({ request }) => request === old);
    const [earlierEqual = [], laterEqual = []] = [earlier, later].map(all =>
      all.filter(({ text }) => text === earlier[position]?.text),
    );
    // Requests with the same text are interchangeable.
    if (earlierEqual.length === laterEqual.length)
      return laterEqual[earlierEqual.findIndex(({ request }) => request === old)]?.request;
    const isOnlyChange = later.every(({ text }, at) => at === position || text === earlier[at]?.text);
    return earlier.length === later.length && isOnlyChange ? later[position]?.request : undefined;
  };
}

/** Returns the requests with a label, and their text without separators. */
function requestsLabelled(
  { text, requests }: RequestDocument,
  label: string,
): { request: RequestNode; text: string }[] {
  return requests
    .filter(request => labelOf(request) === label)
    .map(request => ({
      request,
      text: text
        .slice(request.start, request.end)
        .replace(/^###.*/, '')
        .trim(),
    }));
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
