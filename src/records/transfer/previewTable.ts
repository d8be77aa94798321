import { cellText } from '../document/cells';
import type { Table } from '../table/schema';
import type { ImportedRow } from './importedRow';
import type { Mapping } from './mapping';
import type { TransferMessages } from './messages';

const longestCell = 200;
/** The maximum number of cells. A page with more would be slow. */
const mostCells = 60_000;

/** Everything that the page of a preview shows. The script of the page inserts it as text, not as HTML. */
export interface ShownPreview {
  title: string;
  counts: string;
  notes: readonly string[];
  words: { line: string; rows: string };
  table: PreviewTable;
}

/** Rows of a file as a table for the screen. */
interface PreviewTable {
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
  const mapped = [...mapping.values()].filter(name => name !== undefined);
  // Also columns that the file lacks, such as a required one.
  const wrong = rows
    .flatMap(({ problems }) => problems.map(({ column = '' }) => column))
    .filter(name => types.has(name));
  const names = new Set([...mapped, ...wrong]);
  const count = Math.max(1, Math.floor(mostCells / Math.max(1, names.size)));
  return {
    columns: [...names],
    rows: rows.slice(0, count).map(({ source, record, problems }) => {
      const whole = messages.problems(problems.filter(({ column = '' }) => !names.has(column)));
      const cells = [...names].map(name => {
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
