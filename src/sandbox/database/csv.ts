import { parseJson } from '../http/json';
import type { Column } from './table';

/** Rows as CSV with a line of names; everything but text and numbers is JSON in its cell. */
export function writeCsv(names: readonly string[], rows: readonly Record<string, unknown>[]): string {
  const cell = (value: unknown): string => {
    const text = value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [names, ...rows.map(row => names.map(name => row[name]))].map(line => line.map(cell).join(',')).join('\r\n');
}

/** Records from CSV: cells become what their column holds; empty cells are left out. */
export function readCsv(text: string, columns: ReadonlyMap<string, Column>): Record<string, unknown>[] {
  const [names = [], ...lines] = splitCsv(text);
  return lines.map(line =>
    Object.fromEntries(
      names.flatMap((name, index) => {
        const cell = line[index] ?? '';
        return cell === '' ? [] : [[name, readCell(cell, columns.get(name)?.type)]];
      }),
    ),
  );
}

function readCell(cell: string, type: string | undefined): unknown {
  const isText = type === undefined || ['string', 'date', 'id', 'reference'].includes(type);
  return isText ? cell : parseJson(cell, 'A cell');
}

/** RFC 4180: quoted cells may hold commas, line breaks and doubled quotes. */
function splitCsv(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(,|\r?\n|$)/g)) {
    line.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    if (line.length > 1 || line[0] !== '') lines.push(line);
    line = [];
  }
  return lines;
}
