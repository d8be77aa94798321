import type { ShownCell } from '../../../../data/cells';
import type { Layout, ShownColumn, Words } from '../protocol';
import type { PlacedColumn } from './layout';
import type { Selection } from './selection';

/** All that the page knows. */
export interface PageState {
  words: Words;
  /** Of the last message with rows that was drawn. */
  version: number;
  /** One for each row; messages name rows by them. */
  keys: readonly string[];
  all: readonly ShownColumn[];
  layout: Layout;
  columns: readonly PlacedColumn[];
  rows: (readonly ShownCell[])[];
  selection: Selection;
  readOnly: boolean;
  problem(row: number, column: string | undefined): string | undefined;
}
