import { maskAt, mergedSpans, type Span } from '../../api/masking/spans';

/**
 * The body text of a response. A large text is UTF-8 in memory that threads share, because a copy for each thread takes
 * megabytes.
 */
export type BodyText = string | Uint8Array<SharedArrayBuffer>;

/**
 * Masks the spans of a text like `maskSpans`, but returns UTF-8 in memory that threads share. Creates no second string.
 */
export function sharedMasked(text: string, spans: readonly Span[]): Uint8Array<SharedArrayBuffer> {
  const parts = mergedSpans(spans);
  let size = 0;
  forEachPart(text, parts, part => (size += Buffer.byteLength(part)));
  const bytes = Buffer.from(new SharedArrayBuffer(size));
  let at = 0;
  forEachPart(text, parts, part => (at += bytes.write(part, at)));
  return new Uint8Array(bytes.buffer);
}

function forEachPart(text: string, spans: readonly Span[], visit: (part: string) => void): void {
  let from = 0;
  for (const span of spans) {
    visit(text.slice(from, span.start));
    visit(maskAt(text, span));
    from = span.end;
  }
  visit(text.slice(from));
}

export function textOf(body: BodyText): string {
  return typeof body === 'string' ? body : Buffer.from(body.buffer).toString();
}
