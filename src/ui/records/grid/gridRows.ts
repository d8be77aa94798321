import { pageColumns, shownCell, type PageColumn, type ShownCell } from '../../../records/document/cells';
import type { JsonObject } from '../../../json/json';
import type { DocumentRow, RecordDocument } from '../../../records/document/recordDocument';

/** The records in the text of a document, as needed to show and edit them in a grid. */
export interface GridRows {
  text: string;
  /** One key per row. */
  keys: readonly string[];
  fields: readonly JsonObject[];
  /** The records that were read, if known. */
  base: readonly JsonObject[] | undefined;
  /** True if the text is unchanged since it was read. */
  isAsRead: boolean;
  columns: readonly PageColumn[];
  cells: readonly (readonly ShownCell[])[];
  /** The rows with the positions of their values. */
  readonly rows: readonly DocumentRow[];
}

/** Returns the records of a document's current text. @param chosen the columns that the document shows, if not all */
export function gridRows(document: RecordDocument, chosen?: readonly string[]): GridRows {
  const { records, table, keys } = document;
  const { text, fields } = records;
  const rows = fields.map(each => ({ fields: each }));
  const columns = pageColumns(table?.columns ?? [], rows, chosen);
  const cells = fields.map(each => columns.map(column => shownCell(column, each.get(column.name))));
  return {
    text,
    keys,
    fields,
    columns,
    cells,
    base: document.base?.records,
    isAsRead: document.state === 'read',
    // Computed on first use, because only edits need the positions and the first paint must not wait for them.
    get rows() {
      return document.rows;
    },
  };
}
