import type { PageColumn } from '../../../records/document/cells';
import type { JsonObject } from '../../../json/json';
import type { Row } from '../../../records/text/recordsText';

/** The records of a text with the details that edits need. */
export interface EditedRecords {
  text: string;
  columns: readonly PageColumn[];
  rows: readonly Row[];
  /** The records that were read, if known. */
  base: readonly JsonObject[] | undefined;
}

/** Cells by the indexes of their rows and the names of their columns. */
export interface Cells {
  rows: readonly number[];
  columns: readonly string[];
}
