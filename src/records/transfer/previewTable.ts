import { cellText } from '../document/cells';
import type { Table } from '../table/schema';
import type { ImportedRow } from './importedRow';
import type { Mapping } from './mapping';
import type { TransferMessages } from './messages';

const longestCell = 200;
/** The maximum number of cells. A page with more would be slow. */
const maximumCells = 60_000;

/** The content of the webview with a preview. Its script inserts all strings as text, not as HTML. */
export interface PreviewContent {
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
  /** The problems of the row that belong to none of its cells. */
  problem?: string;
}

/** Returns the first rows of a file, with each problem at its cell. The more columns, the fewer rows are returned. */
export function previewTable(
  rows: readonly ImportedRow[],
  mapping: Mapping,
  { columns }: Pick<Table, 'columns'>,
  messages: Pick<TransferMessages, 'problems'>,
): PreviewTable {
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  const mapped = [...mapping.values()].filter(name => name !== undefined);
  // Includes columns that the file lacks, such as a missing required column.
  const columnsWithProblems = rows
    .flatMap(({ problems }) => problems.map(({ column = '' }) => column))
    .filter(name => types.has(name));
  const names = new Set([...mapped, ...columnsWithProblems]);
  const count = Math.max(1, Math.floor(maximumCells / Math.max(1, names.size)));
  return {
    columns: [...names],
    rows: rows.slice(0, count).map(({ source, record, problems }) => {
      const rowProblem = messages.problems(problems.filter(({ column = '' }) => !names.has(column)));
      const cells = [...names].map(name => {
        const problem = messages.problems(problems.filter(({ column }) => column === name));
        const text = truncated(cellText(types.get(name), record?.get(name)));
        return problem === '' ? { text } : { text, problem };
      });
      return { line: source.line, cells, ...(rowProblem === '' ? {} : { problem: rowProblem }) };
    }),
  };
}

function truncated(text: string): string {
  return text.length > longestCell ? `${text.slice(0, longestCell - 1)}…` : text;
}
