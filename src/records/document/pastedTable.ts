import { cellValue } from './cells';
import { readLines, tsv } from '../../csv/csv';

/** A table on the clipboard. */
interface PastedTable {
  /** The names in the first line, if it is a header. */
  header: readonly string[] | undefined;
  /** Names in the header that match no column. */
  unknown: readonly string[];
  /** All lines, including the header. */
  lines: readonly (readonly string[])[];
}

/**
 * Reads pasted text. The first of several lines is a header when its fields are distinct and not empty, and one of them
 * names a column.
 */
export function readPasted(text: string, columns: ReadonlySet<string>): PastedTable {
  const lines = readLines(text, tsv);
  const names = (lines[0] ?? []).map(nameOf);
  const isHeader =
    lines.length > 1 &&
    names.every(name => name !== '') &&
    new Set(names).size === names.length &&
    names.some(name => columns.has(name));
  if (!isHeader) return { header: undefined, unknown: [], lines };
  return { header: names, unknown: names.filter(name => !columns.has(name)), lines };
}

/** Removes the double quotes that keep a spreadsheet from evaluating a name. */
function nameOf(field: string): string {
  const value = cellValue('string', field);
  return typeof value === 'string' ? value : '';
}
