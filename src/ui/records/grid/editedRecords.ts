import type { PageColumn } from '../../../records/document/cells';
import type { JsonObject } from '../../../json/json';
import type { Row } from '../../../records/text/recordsText';

/** The records in the text of a document, with the details that are needed to edit the text. */
export interface EditedRecords {
  text: string;
  columns: readonly PageColumn[];
  rows: readonly Row[];
  /** The records that were read, if known. */
  base: readonly JsonObject[] | undefined;
}

/** The cells in all combinations of these row indexes and column names. */
export interface Cells {
  rows: readonly number[];
  columns: readonly string[];
}
