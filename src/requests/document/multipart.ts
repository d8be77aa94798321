import { parseBodyFile } from './bodyFile';
import { linesOf, trimmedPart, type DocumentLine } from './lines';
import { header, type BodyFile, type Range, type RequestNode, type Token, type RequestDocument } from './syntax';

/** One part of a multipart body as written; its ranges are offsets in the document. */
export interface MultipartPart {
  headers: { name: Token; value: Token }[];
  /** A line of the headers that is not `Name: value`, such as a text without an empty line above it. */
  malformedHeader: Token | undefined;
  /** Absent for a file. */
  text: Token | undefined;
  /** Absent for text. */
  file: BodyFile | undefined;
}

interface Multipart {
  boundary: string;
  parts: MultipartPart[];
}

/**
 * Returns the parts of a body with a multipart Content-Type; `undefined` for any other body, and for one without parts.
 * @param resolvedType the Content-Type with its variables filled in; absent: as it is written
 */
export function multipartOf(request: RequestNode, resolvedType?: string): Multipart | undefined {
  const writtenType = header(request, 'Content-Type')?.value.text ?? '';
  const type = resolvedType ?? writtenType;
  if (!/^multipart\//i.test(type) || request.body?.kind !== 'text') return undefined;
  const { start, text } = request.body;
  const lines = linesOf(text).map(line => ({ ...line, start: line.start + start, end: line.end + start }));
  const boundary = boundaryIn(type) ?? /^--(.+?)(--)?$/.exec(lines[0]?.text.trimEnd() ?? '')?.[1] ?? '';
  // The lines of the body still have their variables.
  const delimiters = [boundary, boundaryIn(writtenType) ?? boundary].map(text => `--${text}`);
  const parts: MultipartPart[] = [];
  let from = -1;
  for (const [index, line] of lines.entries()) {
    const written = line.text.trimEnd();
    const isLast = delimiters.some(delimiter => written === `${delimiter}--`);
    if (!isLast && !delimiters.includes(written)) continue;
    if (from >= 0) parts.push(partOf(lines.slice(from, index), text, start));
    from = isLast ? -1 : index + 1;
    if (isLast) break;
  }
  if (from >= 0 && from < lines.length) parts.push(partOf(lines.slice(from), text, start));
  return parts.length === 0 ? undefined : { boundary, parts };
}

export const boundaryParameter = /;\s*boundary=(?:"([^"]*)"|((?:\{\{[^{}]*\}\}|[^;\s])+))/i;

function boundaryIn(contentType: string): string | undefined {
  const match = boundaryParameter.exec(contentType);
  return match?.[1] ?? match?.[2];
}

function partOf(lines: readonly DocumentLine[], text: string, start: number): MultipartPart {
  const blank = lines.findIndex(line => line.text.trim() === '');
  const headEnd = blank < 0 ? lines.length : blank;
  const headers: MultipartPart['headers'] = [];
  let malformedHeader: Token | undefined;
  for (const line of lines.slice(0, headEnd)) {
    const colon = line.text.indexOf(':');
    if (colon > 0) headers.push({ name: trimmedPart(line, 0, colon), value: trimmedPart(line, colon + 1) });
    else malformedHeader ??= trimmedPart(line, 0);
  }
  const head = { headers, malformedHeader };
  const content = lines.slice(headEnd + 1);
  const written = content.filter(line => line.text.trim() !== '');
  const only = written[0];
  const file = written.length === 1 && only?.text.startsWith('<') ? parseBodyFile(only) : undefined;
  if (file !== undefined) return { ...head, text: undefined, file };
  const range: Range = { start: content[0]?.start ?? start, end: content.at(-1)?.end ?? content[0]?.start ?? start };
  return { ...head, text: { ...range, text: text.slice(range.start - start, range.end - start) }, file: undefined };
}

/** Returns the paths of the files in bodies, except paths with a variable. */
export function bodyFiles({ requests }: RequestDocument): Token[] {
  return requests
    .flatMap(filesOf)
    .map(({ path }) => path)
    .filter(({ text }) => !text.includes('{{'));
}

/** Returns the files with variables that are resolved. */
export function substitutedFiles({ requests }: RequestDocument): BodyFile[] {
  return requests.flatMap(filesOf).filter(({ substitute }) => substitute);
}

function filesOf(request: RequestNode): BodyFile[] {
  if (request.body?.kind === 'file') return [request.body];
  return (multipartOf(request)?.parts ?? []).flatMap(({ file }) => file ?? []);
}
