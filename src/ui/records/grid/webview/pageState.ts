import type { Layout, ShownColumn, Words } from '../protocol';
import type { PlacedColumn } from './layout';
import { noMarks, ShownMarks } from './marks';
import { selectionAt, type CellSelection } from './selection';
import { VisibleRows } from './shownRows';

/** All that the page knows. */
export interface PageState {
  words: Words;
  /** Of dates and numbers. */
  language: string;
  /** Of the last message with rows that was drawn. */
  version: number;
  /** One for each row; messages name rows by them. */
  keys: readonly string[];
  all: readonly ShownColumn[];
  layout: Layout;
  columns: readonly PlacedColumn[];
  rows: VisibleRows;
  marks: ShownMarks;
  /** By row of the text and column; without a column it is the record's. */
  problems: ReadonlyMap<string, string>;
  /** Names of the records that pointers lead to, by `table id`; `null`: there is no such record. */
  names: Map<string, string | null>;
  /** Matches of the search, as `row column` on the screen. */
  found: ReadonlySet<string>;
  selection: CellSelection;
  readOnly: boolean;
}

export function emptyState(words: Words, language: string): PageState {
  return {
    ...{ words, language },
    version: 0,
    keys: [],
    all: [],
    layout: { order: [], hidden: [], pinned: [], widths: [] },
    columns: [],
    rows: new VisibleRows([]),
    marks: new ShownMarks(noMarks),
    problems: new Map(),
    names: new Map(),
    found: new Set(),
    selection: selectionAt({ row: 0, column: 0 }),
    readOnly: false,
  };
}

/** The name of a cell in maps of the page. */
export function cellKey(row: number, column: string | undefined): string {
  return `${row} ${column ?? ''}`;
}
