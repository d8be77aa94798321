import { isJsonObject, writeJson, type Json, type JsonObject, type Range } from '../../json/json';
import type { Row } from './recordsText';
import { sameValue } from '../table/sameValue';

/** A replacement in a text. Several changes of one text do not overlap. */
export interface TextChange extends Range {
  text: string;
}

/** A new value for a cell; `undefined` removes the field from the record, which differs from null. */
export interface CellChange {
  /** The index in the list of rows. */
  row: number;
  column: string;
  value: Json | undefined;
}

/** The text of a page, a list of objects, and its rows. */
interface RecordsList {
  text: string;
  rows: readonly Row[];
}

/**
 * Returns the changes that set these cells. They replace only values, or add and remove whole properties. A cell that
 * already has the value is not changed.
 */
export function cellChanges({ text, rows }: RecordsList, cells: readonly CellChange[]): TextChange[] {
  const byRow = new Map<number, Map<string, Json | undefined>>();
  for (const { row, column, value } of cells) {
    byRow.set(row, (byRow.get(row) ?? new Map<string, Json | undefined>()).set(column, value));
  }
  return [...byRow].flatMap(([index, values]) => {
    const row = rows[index];
    return row === undefined ? [] : rowChanges(text, row, values);
  });
}

/** Returns the changes that insert records after a row; -1 inserts before the first row. */
export function insertionOf({ text, rows }: RecordsList, behind: number, records: readonly JsonObject[]): TextChange[] {
  return listChanges(text, listIn(text), rows, {
    removed: new Set(),
    behind: Math.min(behind, rows.length - 1),
    added: indent => records.map(record => written(record, indent)),
  });
}

/** Returns the changes that remove these rows. */
export function deletionOf({ text, rows }: RecordsList, removed: ReadonlySet<number>): TextChange[] {
  return listChanges(text, listIn(text), rows, { removed, behind: -1, added: () => [] });
}

/** Applies changes to a text. */
export function changedText(text: string, changes: readonly TextChange[]): string {
  const sorted = [...changes].sort((one, other) => one.start - other.start);
  let at = 0;
  const parts = sorted.map(change => {
    const part = text.slice(at, change.start) + change.text;
    at = change.end;
    return part;
  });
  return parts.join('') + text.slice(at);
}

function listIn(text: string): Range {
  return { start: text.indexOf('['), end: text.lastIndexOf(']') + 1 };
}

function rowChanges(text: string, row: Row, values: ReadonlyMap<string, Json | undefined>): TextChange[] {
  const fields = [...row.ranges];
  const items = fields.map(([, ranges]) => ({ start: ranges.name.start, end: ranges.value.end }));
  const removed = new Set<number>();
  const changes: TextChange[] = [];
  const [first] = fields;
  const indent = indentOf(first === undefined ? '' : text.slice(row.start, first[1].name.start));
  fields.forEach(([name, { value: range }], index) => {
    if (!values.has(name)) return;
    const value = values.get(name);
    if (value === undefined) removed.add(index);
    else if (!isSame(row.fields.get(name), value)) changes.push({ ...range, text: written(value, indent) });
  });
  const added = [...values].filter((pair): pair is [string, Json] => pair[1] !== undefined && !row.fields.has(pair[0]));
  if (removed.size === 0 && added.length === 0) return changes;
  const colon = first === undefined ? undefined : text.slice(first[1].name.end, first[1].value.start);
  const changesOfList = listChanges(text, row, items, {
    removed,
    behind: items.length - 1,
    added: inner =>
      added.map(([name, value]) => {
        const between = colon ?? (inner === undefined ? ':' : ': ');
        return `${JSON.stringify(name)}${between}${written(value, inner)}`;
      }),
  });
  return [...changes, ...changesOfList];
}

/** A pointer and the plain ID of its record are equal. */
function isSame(one: Json | undefined, other: Json): boolean {
  if (one === undefined) return false;
  return (
    writeJson(one) === writeJson(other) ||
    (isJsonObject(one) && !isJsonObject(other) && sameValue(undefined, one, other))
  );
}

interface ListEdit {
  removed: ReadonlySet<number>;
  /** The index of the item after which to insert; -1 for the start. */
  behind: number;
  /** @param indent the indentation of the list's lines; `undefined` if the list is on one line */
  added: (indent: string | undefined) => string[];
}

/** Removes and inserts items of the list between two brackets, in the format of the others. */
function listChanges(text: string, list: Range, items: readonly Range[], edit: ListEdit): TextChange[] {
  const { open, between, close } = stylesOf(text, list, items);
  const added = edit.added(indentOf(open));
  const remaining = items.flatMap((_, index) => (edit.removed.has(index) ? [] : [index]));
  if (remaining.length === 0) {
    if (added.length === 0 && items.length === 0) return [];
    const inner = added.length === 0 ? '' : open + added.join(between) + close;
    return [{ start: list.start + 1, end: list.end - 1, text: inner }];
  }
  // Removals and insertions between two remaining items (or at an end) are combined into one change.
  const edges = [-1, ...remaining];
  return edges.flatMap((before, at): TextChange[] => {
    const after = remaining[at] ?? items.length;
    const isHere = edit.behind >= before && edit.behind < after;
    const texts = isHere ? added : [];
    if (after - before === 1 && texts.length === 0) return [];
    const [left, right, last] = [items[before], items[after], items[after - 1]];
    if (left !== undefined) {
      return [{ start: left.end, end: (last ?? left).end, text: texts.map(each => between + each).join('') }];
    }
    const start = items[0]?.start ?? list.start + 1;
    return [{ start, end: right?.start ?? start, text: texts.map(each => each + between).join('') }];
  });
}

function stylesOf(text: string, list: Range, items: readonly Range[]) {
  const [first, second, last] = [items[0], items[1], items.at(-1)];
  if (first === undefined || last === undefined) {
    const line = text.slice(text.lastIndexOf('\n', list.start) + 1);
    const outer = /^[ \t]*/.exec(line)?.[0] ?? '';
    const isOneLine = list.start > 0 && !text.slice(0, list.start).includes('\n');
    if (isOneLine) return { open: '', between: ',', close: '' };
    return { open: `\n${outer}  `, between: `,\n${outer}  `, close: `\n${outer}` };
  }
  const open = text.slice(list.start + 1, first.start);
  const between = second === undefined ? `,${open}` : text.slice(first.end, second.start);
  return { open, between, close: text.slice(last.end, list.end - 1) };
}

function indentOf(space: string): string | undefined {
  const at = space.lastIndexOf('\n');
  return at < 0 ? undefined : space.slice(at + 1);
}

function written(value: Json, indent: string | undefined): string {
  return indent === undefined ? writeJson(value) : writeJson(value, 2).replaceAll('\n', `\n${indent}`);
}
