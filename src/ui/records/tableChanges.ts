import type * as vscode from 'vscode';
import type { Selection } from '../../applications/selection';

/** A change of a table's schema in this window. */
export interface TableChange {
  target: Selection;
  /** The ID of the table; `undefined` if unknown. */
  table: string | undefined;
}

export type TableChanges = vscode.EventEmitter<TableChange>;
