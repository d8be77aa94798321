import { csv, writeCells } from '../../../csv/csv';

/** One item of a list as the service sent it. */
export type CsvRow = Record<string, unknown>;

/** Adds the columns of a row, in order of first appearance. */
export function addColumns(columns: Set<string>, row: CsvRow): void {
  for (const name of Object.keys(row)) columns.add(name);
}

/** Returns the header line of a CSV file (RFC 4180) with its line end. */
export function csvHeader(columns: Iterable<string>): string {
  return line([...columns]);
}

/** Returns a line of a CSV file with its line end. Missing values and null are empty; objects and arrays are JSON. */
export function csvRow(row: CsvRow, columns: Iterable<string>): string {
  return line([...columns].map(name => (Object.hasOwn(row, name) ? row[name] : undefined)));
}

/** The parts of a JSON array with one item per line: `[`, items, `]`. */
export const jsonArray = {
  start: '[',
  item: (row: CsvRow, index: number): string => `${index === 0 ? '\n' : ',\n'}${JSON.stringify(row)}`,
  end: '\n]\n',
};

function line(values: readonly unknown[]): string {
  return writeCells(values.map(cell), csv) + csv.lineEnd;
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return '';
  // A number is not a formula, even with a leading minus.
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? withoutFormula(value) : JSON.stringify(value);
}

/**
 * Spreadsheets evaluate a text as a formula if it begins with one of these characters, even after white space. A
 * leading apostrophe prevents that.
 */
function withoutFormula(text: string): string {
  return /^[\s\u0000-\u001f]*[=+\-@\uff0b\uff0d\uff1d\uff20]/.test(text) || /^[\t\r\n]/.test(text) ? `'${text}` : text;
}
