import { readLines, tsv, writeCells } from '../../csv/csv';

/** Reads the text that a spreadsheet puts on the clipboard. */
export function readTsv(text: string): string[][] {
  return readLines(text, tsv);
}

/**
 * Writes rows for the clipboard. Every row ends with a line end, so that an empty last row is not lost. A single cell is
 * plain text without a line end.
 */
export function writeTsv(rows: readonly (readonly string[])[]): string {
  const lines = rows.map(row => writeCells(row, tsv));
  return rows.length === 1 && rows[0]?.length === 1 ? (lines[0] ?? '') : lines.map(line => line + tsv.lineEnd).join('');
}
