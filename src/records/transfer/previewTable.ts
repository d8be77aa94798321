import { cellText } from '../cells/cells';
import type { Table } from '../table/schema';
import type { ImportedRow } from './importedRow';
import type { Mapping } from './mapping';
import type { TransferMessages } from './messages';

const longestCell = 200;
/** A page with more cells would be slow. */
const mostCells = 60_000;

/** Everything that the page of a preview shows; its script sets it as text. */
export interface ShownPreview {
  title: string;
  counts: string;
  notes: readonly string[];
  words: { line: string; rows: string };
  table: PreviewTable;
}

/** Rows of a file as a table for the screen. */
export interface PreviewTable {
  columns: readonly string[];
  rows: readonly PreviewRow[];
}

interface PreviewRow {
  /** Its line in the file. */
  line: number;
  cells: readonly { text: string; problem?: string }[];
  /** Why the whole row is wrong. */
  problem?: string;
}

/** Returns the first rows of a file with each problem at its cell. Tables with very many columns have fewer rows. */
export function previewTable(
  rows: readonly ImportedRow[],
  mapping: Mapping,
  { columns }: Pick<Table, 'columns'>,
  messages: Pick<TransferMessages, 'problems'>,
): PreviewTable {
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  const names = [...mapping.values()].filter(name => name !== undefined);
  const shown = new Set<string | undefined>(names);
  for (const { problems } of rows)
    for (const { column } of problems) if (column !== undefined && types.has(column)) shown.add(column);
  const all = [...shown].filter(name => name !== undefined);
  return {
    columns: all,
    rows: rows.slice(0, Math.max(1, Math.floor(mostCells / Math.max(1, all.length)))).map(row => {
      const { source, record, problems } = row;
      const whole = messages.problems(problems.filter(({ column }) => !shown.has(column)));
      const cells = all.map(name => {
        const problem = messages.problems(problems.filter(({ column }) => column === name));
        const text = shorter(cellText(types.get(name), record?.get(name)));
        return problem === '' ? { text } : { text, problem };
      });
      return { line: source.line, cells, ...(whole === '' ? {} : { problem: whole }) };
    }),
  };
}

function shorter(text: string): string {
  return text.length > longestCell ? `${text.slice(0, longestCell - 1)}…` : text;
}
