import type { RowProblem } from './importedRow';
import type { Recognition } from './journal';
import type { TransferErrorCode } from './transferError';

/** Why an import or an export is not possible, and what to do next. `{0}` is the detail. */
export const transferTemplates: Record<TransferErrorCode, string> = {
  unreadable: 'The file cannot be read ({0}).',
  unknownFormat: 'The format of the file is not known. Use a name that ends with .csv, .tsv, .json or .jsonl.',
  emptyFile: 'The file has no rows.',
  noColumnNames: 'No column of the file has a name. CSV and TSV have the names in the first line, JSON in each row.',
  encoding: 'The text of the file is neither UTF-8, UTF-16 nor GBK. Save it as UTF-8.',
  duplicateColumn: 'Two columns of the file have the name {0}. Rename one of them.',
  unclosedQuote: 'A quote that begins in line {0} is not closed.',
  rowTooLong: 'The row that begins in line {0} is longer than 16 MB.',
  notAList: 'The file is not a complete JSON array: see line {0}.',
  unknownTarget: 'The table has no column {0} that can be imported.',
  targetTwice: 'Two columns of the file would go to {0}. Import one of them.',
  nothingMapped: 'No column of the file belongs to a column of the table. Choose the columns.',
  builtInTable: '{0} belongs to the service. Its records cannot be created here.',
  fileChanged: 'The file changed since the import began. Restore it, or import it as a new file.',
  otherTarget: 'The journal belongs to another table or environment.',
  otherColumns:
    'The import began with another column for {0}. Continue without choosing columns, or delete the journal to import every row again.',
  alreadyStarted:
    'An import of this file has a journal: {0}. Continue it, or delete the journal to import every row again.',
  badJournal: 'The journal {0} cannot be read. Without it, rows could be stored twice.',
  journalNotWritten: 'The journal of the import cannot be written ({0}). No further request is sent.',
  indexGone: 'The unique index that recognizes the rows is gone. Create it again, then continue the import.',
  otherProcess: 'Another process imports this file. Try again when it has finished.',
  refusesAll: 'The service refuses every row: {0}',
  exportNotWritten:
    'The file cannot be written ({0}). It may be open in another program, its folder may be read-only, or the disk may be full.',
  notAFile: 'An import or export needs a file, not a device or a pipe.',
  exportFailed: 'The service did not finish the export: {0}',
  exportUnreadable:
    'The service exports the table and sends it by e-mail, but the Open API may not read the result (401). Permit it in the developer console: Settings > SDK > General.',
  unsafeDownload: 'The service names an address without https for its export. It was not opened.',
};

/** Why a row is not imported. `{0}` is the column, `{1}` the detail. */
export const rowTemplates: Record<RowProblem['code'], string> = {
  tooManyCells: 'The row has more cells than the header ({1}).',
  tooFewCells: 'The row has fewer cells than the header ({1}).',
  notJson: 'The row is not JSON.',
  notARecord: 'The row is not a JSON object.',
  unknownColumn: 'The table has no column {0}.',
  systemColumn: '{0} is written by the service.',
  wrongType: '{0} must be of type {1}.',
  notADate: '{0} must be a date such as 2024-01-31 or 2024-01-31T08:00:00+08:00.',
  incompleteFile: '{0} is not a complete file: {1} is missing.',
  required: '{0} is required.',
  operator: '{0} has a name that begins with $, which the service takes for a command.',
  notAChoice: '{0} must be one of: {1}.',
  refused: 'The service refuses the row: {1}',
  duplicate: 'Another record has the same value in a unique index: {1}.',
};

/** How an import recognizes stored rows after a lost response. */
export const recognitionTemplates: Record<Recognition['kind'], string> = {
  index: 'Rows of a lost response are recognized by the unique index. Existing rows stay as they are.',
  time: 'Rows of a lost response are recognized by created_at: each batch gets its own second in the past.',
  none: 'Rows of a lost response cannot be recognized: the import stops at such a batch.',
};

/** The result of an import: counts of rows, and of records in `extra`. */
export const reportTemplates = {
  rows: 'Rows stored: {0}, already there: {1}, rejected: {2}.',
  lost: 'Rows in the table that this import may have stored, because a response was lost: {0}.',
  altered: 'Rows whose values the service did not store completely: {0}. For example {1}.',
  alteredRow: 'row {0}: {1}',
  extra: 'Records that have the time of a batch and may be doubled: {0}. Compare created_at.',
};

/** A column of a file without a heading. `{0}` is its number. */
export const unnamedColumnTemplate = 'column {0} (no heading)';

/** The columns of a file that are not imported. */
export const ignoredColumnsTemplate = 'Not imported: {0}';

/** The end of an export. `{0}` is a number of records. */
export const exportTemplates = {
  exported: 'Records exported to {1}: {0}.',
  changed: 'The table changed meanwhile: it had {0} records at the beginning.',
};
