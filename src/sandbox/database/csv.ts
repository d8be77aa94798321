import { parseJson } from '../http/json';
import type { SandboxColumn } from './table';

/** Rows as CSV with a line of names; everything but text and numbers is JSON in its cell. */
export function writeCsv(names: readonly string[], rows: readonly Record<string, unknown>[]): string {
  const cell = (value: unknown): string => {
    const text = value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [names, ...rows.map(row => names.map(name => row[name]))].map(line => line.map(cell).join(',')).join('\r\n');
}

/** Records from CSV: cells become what their column holds; empty cells are left out. */
export function readCsv(text: string, columns: ReadonlyMap<string, SandboxColumn>): Record<string, unknown>[] {
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

/** RFC 4180: quoted cells may hold commas, line breaks and doubled quotes. Each character is read once. */
function splitCsv(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  const separator = /,|\r?\n|$/g;
  for (let at = 0, end: string | undefined; end !== ''; at = separator.lastIndex) {
    const [quoted, from] = text.charAt(at) === '"' ? quotedCell(text, at + 1) : ['', at];
    separator.lastIndex = from;
    const match = separator.exec(text);
    end = match?.[0] ?? '';
    line.push(quoted + text.slice(from, match?.index));
    if (end === ',') continue;
    if (line.length > 1 || line[0] !== '') lines.push(line);
    line = [];
  }
  return lines;
}

/** What stands between quotes, and where the rest begins. An open quote ends with the text. */
function quotedCell(text: string, start: number): [cell: string, next: number] {
  const pieces: string[] = [];
  for (let from = start; ;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return [pieces.join('') + text.slice(from), text.length];
    pieces.push(text.slice(from, quote));
    if (text.charAt(quote + 1) !== '"') return [pieces.join(''), quote + 1];
    pieces.push('"');
    from = quote + 2;
  }
}
