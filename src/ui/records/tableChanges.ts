import type * as vscode from 'vscode';
import type { Selection } from '../../applications/selection';

/** A schema that was changed in this window. */
export interface TableChange {
  target: Selection;
  /** ID of the table; `undefined` if it is not known. */
  table: string | undefined;
}

export type TableChanges = vscode.EventEmitter<TableChange>;
