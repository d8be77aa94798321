import { isCut } from '../../../../records/table/cutText';
import type { ShownCell } from '../../../../records/document/cells';
import type { Layout, ShownColumn, Words } from '../protocol';
import type { GridView } from '../target';
import type { PlacedColumn } from './layout';
import { noMarks, ShownMarks } from './marks';
import { rectangleOf, selectionAt, type CellSelection } from './selection';
import { VisibleRows } from './visibleRows';

export interface PageState {
  words: Words;
  /** The locale for dates. */
  language: string;
  /** The version of the last `page` or `rows` message. */
  version: number;
  /** One per row; messages identify rows by them. */
  keys: readonly string[];
  all: readonly ShownColumn[];
  layout: Layout;
  columns: readonly PlacedColumn[];
  rows: VisibleRows;
  marks: ShownMarks;
  /** Messages by `cellKey` of the row in the text. Without a column, a problem concerns the whole record. */
  problems: ReadonlyMap<string, string>;
  /** Names of records that pointers lead to, by `table id`; `null` if the record does not exist. */
  names: Map<string, string | null>;
  /** The matches of the search, as `cellKey` of the visible row. */
  matches: ReadonlySet<string>;
  selection: CellSelection;
  /** True while the selection is where a requested record will appear. */
  awaitsRecord: boolean;
  readOnly: boolean;
}

export function emptyState(words: Words, language: string): PageState {
  return {
    words,
    language,
    version: 0,
    keys: [],
    all: [],
    layout: { order: [], hidden: [], pinned: [], widths: [] },
    columns: [],
    rows: new VisibleRows([]),
    marks: new ShownMarks(noMarks),
    problems: new Map(),
    names: new Map(),
    matches: new Set(),
    selection: selectionAt({ row: 0, column: 0 }),
    awaitsRecord: false,
    readOnly: false,
  };
}

/** Returns the key of a cell in maps of the page. */
export function cellKey(row: number, column: string | undefined): string {
  return `${row} ${column ?? ''}`;
}

/** Returns the selected range of rows in the text. */
export function selectedRows({ selection, rows }: PageState): { from: number; to: number } | undefined {
  const rectangle = rectangleOf(selection);
  return rectangle && rows.textRange(rectangle.top, Math.min(rectangle.bottom, rows.length - 1));
}

/** Returns the content to which messages refer. */
export function viewOf({ version, all, keys, rows }: PageState): GridView {
  return { version, columns: all, keys, rows: rows.ofText };
}

/** Returns where the value of a cell is edited, or read in a read-only document; `undefined` if it does not open. */
export function editorOf(
  { input, type }: Pick<ShownColumn, 'input' | 'type'>,
  cell: ShownCell,
  readOnly: boolean,
): 'cell' | 'outside' | undefined {
  if (input === 'none') return undefined;
  // An edit of a cut value would lose its end. `j` is JSON.
  const isInDialog = isCut(cell) || cell.startsWith('j');
  if (readOnly) return isInDialog && type !== 'reference' ? 'outside' : undefined;
  return isInDialog || input === 'elsewhere' ? 'outside' : 'cell';
}
