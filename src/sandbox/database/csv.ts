import { csv, readLines, writeCells } from '../../csv/csv';
import { parseJson } from '../http/json';
import type { SandboxColumn } from './table';

/** Writes rows as CSV with a header line. Values other than text are written as JSON. */
export function writeCsv(names: readonly string[], rows: readonly Record<string, unknown>[]): string {
  const cell = (value: unknown): string => {
    if (value === undefined || value === null) return '';
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  const lines = [names, ...rows.map(row => names.map(name => row[name]))];
  return lines.map(line => writeCells(line.map(cell), csv)).join(csv.lineEnd);
}

/** Reads records from CSV. Converts each cell to the type of its column, and omits empty cells. */
export function readCsv(text: string, columns: ReadonlyMap<string, SandboxColumn>): Record<string, unknown>[] {
  const [names = [], ...lines] = readLines(text, csv).filter(line => line.length > 1 || line[0] !== '');
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
