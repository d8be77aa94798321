import { createScanner } from 'jsonc-parser';
import { scanned } from '../../json/scanner';
import type { Range } from '../../json/json';
import type { RecordsForm } from './recordsText';

/** The parsed part of a record in the text, which may be unfinished. */
export interface OutlineRecord extends Range {
  fields: OutlineField[];
}

export interface OutlineField {
  name: string;
  /** The range of the name, with its quotes. */
  at: Range;
  /** The offset where its value may begin; `undefined` while the colon is missing. */
  colon?: number;
  /** `undefined` while the value is missing. */
  value?: Range & { kind: ValueKind };
  /** The offset of its comma. */
  comma?: number;
}

type ValueKind = 'string' | 'plain' | 'object' | 'list';

/** A string, or any other token of JSON. */
interface OutlineToken extends Range {
  kind: 'string' | 'plain' | 'sign';
  text: string;
}

const { string: stringKind, colon: lastSign, endOfFile } = scanned;
/** The kinds of skipped tokens: white space, and comments, which JSON does not allow. */
const skipped: readonly number[] = [scanned.lineComment, scanned.blockComment, scanned.lineBreak, scanned.space];

/** Returns the tokens of a text that may be unfinished. An unclosed string ends with its line. */
export function* tokensOf(text: string, from = 0, to = text.length): Generator<OutlineToken> {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  for (let kind: number = scanner.scan(); kind !== endOfFile; kind = scanner.scan()) {
    const start = scanner.getTokenOffset();
    if (start >= to) return;
    if (skipped.includes(kind)) continue;
    const end = start + scanner.getTokenLength();
    if (kind === stringKind) yield { kind: 'string', start, end, text: scanner.getTokenValue() };
    else yield { kind: kind <= lastSign ? 'sign' : 'plain', start, end, text: text.slice(start, end) };
  }
}

/**
 * Reads the records of a text that may be unfinished: for language features while the user types and a comma, a value
 * or an end is missing. `readRecordsText` reads the text to save.
 */
export function outlineOf(text: string, form: RecordsForm): OutlineRecord[] {
  const records: OutlineRecord[] = [];
  const recordDepth = form === 'page' ? 2 : 1;
  let depth = 0;
  let record: OutlineRecord | undefined;
  let field: OutlineField | undefined;
  for (const { kind, start, end, text: word } of tokensOf(text)) {
    const isOpening = kind === 'sign' && (word === '{' || word === '[');
    const isClosing = kind === 'sign' && (word === '}' || word === ']');
    if (isOpening) {
      depth += 1;
      if (depth === recordDepth && word === '{') {
        records.push((record = { start, end: text.length + 1, fields: [] }));
        field = undefined;
      } else if (depth === recordDepth + 1 && field?.colon !== undefined) {
        field.value ??= { kind: word === '{' ? 'object' : 'list', start, end: text.length };
      }
      continue;
    }
    if (isClosing) {
      if (depth === recordDepth && record !== undefined) {
        record.end = end;
        record = undefined;
      } else if (depth === recordDepth + 1 && field?.value?.end === text.length) field.value.end = end;
      depth = Math.max(0, depth - 1);
      continue;
    }
    if (depth !== recordDepth || record === undefined) continue;
    if (word === ',' && kind === 'sign') {
      if (field !== undefined) field.comma = start;
      field = undefined;
    } else if (word === ':' && kind === 'sign') {
      if (field?.colon === undefined) {
        if (field !== undefined) field.colon = end;
      } else if (field.value?.kind === 'string') {
        // The value is missing, and the token in its position is the next name.
        const { start: from, end: to } = field.value;
        delete field.value;
        field = { name: stringAt(text, from), at: { start: from, end: to }, colon: end };
        record.fields.push(field);
      }
    } else if (field?.colon !== undefined && field.value === undefined) {
      field.value = { kind: kind === 'string' ? 'string' : 'plain', start, end };
    } else if (kind === 'string') {
      field = { name: word, at: { start, end } };
      record.fields.push(field);
    }
  }
  return records;
}

/** The meaning of a position in the text. */
export type JsonPosition =
  /** A name of an existing or a new field. */
  | { kind: 'name'; record: OutlineRecord; field: OutlineField | undefined }
  | { kind: 'value'; record: OutlineRecord; field: OutlineField };

export function jsonPositionAt(outline: readonly OutlineRecord[], offset: number): JsonPosition | undefined {
  const record = recordAt(outline, offset);
  if (record === undefined) return undefined;
  const after = record.fields.findIndex(({ at }) => at.start >= offset);
  const field = after < 0 ? record.fields.at(-1) : record.fields[after - 1];
  if (field === undefined) return { kind: 'name', record, field: undefined };
  if (offset <= field.at.end) return { kind: 'name', record, field };
  if (field.colon === undefined || offset < field.colon) return undefined;
  if (offset <= (field.value?.end ?? field.comma ?? record.end)) return { kind: 'value', record, field };
  return { kind: 'name', record, field: undefined };
}

/** Returns the records that overlap with a range. */
export function recordsIn(outline: readonly OutlineRecord[], { start, end }: Range): OutlineRecord[] {
  const from = firstEndingAfter(outline, start);
  const records: OutlineRecord[] = [];
  for (let at = from; at < outline.length; at += 1) {
    const record = outline[at];
    if (record === undefined || record.start > end) break;
    records.push(record);
  }
  return records;
}

function recordAt(outline: readonly OutlineRecord[], offset: number): OutlineRecord | undefined {
  const record = outline[firstEndingAfter(outline, offset)];
  return record !== undefined && record.start < offset ? record : undefined;
}

/** Uses binary search, because the records are in order. */
function firstEndingAfter(outline: readonly OutlineRecord[], offset: number): number {
  let [low, high] = [0, outline.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((outline[middle]?.end ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

function stringAt(text: string, start: number): string {
  for (const token of tokensOf(text, start)) return token.text;
  return '';
}
