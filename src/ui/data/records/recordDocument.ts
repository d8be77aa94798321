import * as vscode from 'vscode';
import { sameJson, type JsonObject } from '../../../data/json';
import { afterSave, type RefusedCell } from '../../../data/afterSave';
import { editsOf, type RecordEdit } from '../../../data/merge';
import type { DataAddress } from '../../../data/query';
import { readRecords } from '../../../data/records';
import { idOf, readRecordsText, writeRecordsText, type Row } from '../../../data/recordsText';
import { fieldComparer } from '../../../data/sameValue';
import { getTable, type Table } from '../../../data/schema';
import type { StepOutcome } from '../../../data/save';
import type { DataService } from '../../../data/service';
import { isOperator } from '../../../data/validate';
import { UiError } from '../../platform/uiError';
import { fieldProblem, outcomeFailure, placeFailure, textProblem } from './recordMessages';
import { writeEdits, type SavePlace } from './saveRecords';
import { forgotten } from './shownRecords';

/** What a document was made from. */
export interface ReadDocument {
  table: Table;
  records: readonly JsonObject[];
  text: string;
  /** Fields that the last save sent and the service did not store. */
  refused?: readonly RefusedCell[];
}

export interface SavedDocument {
  table: Table;
  outcomes: readonly StepOutcome[];
  /** What counts as read from now on, and what its text shows: also what is still unsaved. */
  after: ReadDocument;
  /** The service said of every record what it is like now. */
  isComplete: boolean;
  /** Why something of it is still unsaved. */
  failure: UiError | undefined;
}

/** In one request for the records, and one for the table where it is not known. @throws as `getTable` and `readRecords` */
export async function readDocument(service: DataService, address: DataAddress, known?: Table): Promise<ReadDocument> {
  const [table, { records }] = await Promise.all([
    known ?? getTable(service, address.table),
    readRecords(service, address),
  ]);
  return { table, records, text: writeRecordsText(records, address.kind) };
}

/**
 * Saves the text of a document.
 * @param base what it was made from; `undefined` after a reload, and then every difference to the server is a conflict
 * @throws as `writeEdits`, and UiError for a text that holds no records
 */
export async function saveDocument(
  place: SavePlace,
  address: DataAddress,
  base: ReadDocument | undefined,
  text: string,
): Promise<SavedDocument> {
  const chosen = address.kind === 'page' ? address.keys : undefined;
  const rows = rowsOf(text, address, base);
  const table = base?.table ?? (await getTable(place.service, address.table));
  refuseOperators(rows, base, text);
  const edits =
    base === undefined ? forgottenEdits(table, rows) : editsOf(base.records, rows, fieldComparer(table.columns));
  const { decisions, outcomes } = await writeEdits(place, table, edits, chosen);
  const { read, shown, refused } = afterSave({ read: base?.records ?? [], rows }, decisions, outcomes, chosen);
  const isComplete = read.every(record => record.has('updated_at'));
  const failure = outcomeFailure(outcomes);
  const after = { table, records: read, refused, text: writeRecordsText(shown, address.kind) };
  return { table, outcomes, isComplete, failure, after };
}

function rowsOf(text: string, address: DataAddress, base: ReadDocument | undefined): Row[] {
  const known = new Set(base?.records.map(record => idOf(record) ?? ''));
  const { rows, problems } = readRecordsText(text, address.kind, known);
  const problem = problems.find(({ code }) => base !== undefined || code !== 'unknownId');
  if (problem !== undefined) throw placeFailure(textProblem(problem.code), problem.start, text);
  // Where reading failed, the text of the error stands here: it is no new record.
  const isAddressed = address.kind === 'page' || rows.every(({ id }) => id === address.id);
  if (base === undefined && !isAddressed) throw new UiError(notTheRecord());
  return rows;
}

function notTheRecord(): string {
  return vscode.l10n.t('This is not the record that was opened. Revert the file to read it.');
}

function refuseOperators(rows: readonly Row[], base: ReadDocument | undefined, text: string): void {
  const read = new Map(base?.records.map(record => [idOf(record), record]));
  for (const { id, fields, places } of rows) {
    for (const [name, value] of fields) {
      if (!isOperator(value) || (id !== undefined && sameJson(read.get(id)?.get(name), value))) continue;
      throw placeFailure(fieldProblem({ code: 'operator', name }), places.get(name)?.value.start ?? 0, text);
    }
  }
}

/** Every value was read as one that is neither here nor there, so that only what is the same on both sides is no conflict. */
function forgottenEdits({ columns }: Table, rows: readonly Row[]): RecordEdit[] {
  return rows.map(({ id, fields }): RecordEdit => {
    if (id === undefined) return { id, read: undefined, edited: fields };
    const names = [...columns.map(({ name }) => name), 'read_perm', 'write_perm', ...fields.keys()];
    return { id, read: new Map(names.map(name => [name, forgotten])), edited: fields };
  });
}
