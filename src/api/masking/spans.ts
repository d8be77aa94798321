import { mask } from '../secret';

/** A part of a text. */
export interface Span {
  start: number;
  end: number;
}

/** A value that the text itself reveals as a credential, by its name or its format. */
export interface NamedValue extends Span {
  value: string;
}

/**
 * Replaces parts of a text.
 * @param cover returns the replacement of a part; overlapping spans form one part
 */
export function maskSpans(
  text: string,
  spans: readonly Span[],
  cover: (length: number) => string = () => mask,
): string {
  if (spans.length === 0) return text;
  const pieces: string[] = [];
  let from = 0;
  for (const { start, end } of mergedSpans(spans)) {
    pieces.push(text.slice(from, start), cover(end - start));
    from = end;
  }
  pieces.push(text.slice(from));
  return pieces.join('');
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
