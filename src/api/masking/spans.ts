import { mask } from '../secret';

/** A part of a text. */
export interface Span {
  start: number;
  end: number;
}

/** A value that the text itself reveals as a credential, by its name or its format. */
export interface FoundCredential extends Span {
  value: string;
}

/** Masks parts of a text; overlapping spans form one part. */
export function maskSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  const pieces: string[] = [];
  let from = 0;
  for (const span of mergedSpans(spans)) {
    pieces.push(text.slice(from, span.start), maskAt(text, span));
    from = span.end;
  }
  pieces.push(text.slice(from));
  return pieces.join('');
}

/** Returns the mask of a part. That of a number in JSON has quotes, so that the text is still JSON. */
export function maskAt(text: string, { start, end }: Span): string {
  const isNumber = /^\d{1,20}$/.test(text.slice(start, Math.min(end, start + 21)));
  return isNumber && /(?<!\\)"\s*:\s*$/.test(text.slice(Math.max(0, start - 20), start)) ? `"${mask}"` : mask;
}

/** Returns the spans in order, with overlapping spans merged into one. */
export function mergedSpans(spans: readonly Span[]): Span[] {
  const parts: Span[] = [];
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const last = parts.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else parts.push({ start, end });
  }
  return parts;
}
