import * as vscode from 'vscode';
import { sameJson, type JsonObject } from '../../../json/json';
import type { RecordEdit } from '../../../records/saving/merge';
import type { DataAddress } from '../../../records/table/query';
import { readRecords } from '../../../records/saving/records';
import type { RecordBase } from '../../../records/document/recordBase';
import type { RecordDocument } from '../../../records/document/recordDocument';
import type { Row } from '../../../records/text/recordsText';
import { getTable, type Table } from '../../../records/table/schema';
import type { StepOutcome } from '../../../records/saving/save';
import type { DataService } from '../../../records/table/service';
import { isOperator } from '../../../records/text/validate';
import { UiError } from '../../messages/uiError';
import { fieldProblem, outcomeFailure, placeFailure, textProblem } from './recordMessages';
import { checkTable, writeEdits, type SaveContext } from './saveRecords';
import { forgotten } from './shownRecords';

/** What was read for a document. */
export interface ReadDocument {
  table: Table;
  records: readonly JsonObject[];
}

export interface SavedDocument {
  table: Table;
  outcomes: readonly StepOutcome[];
  /** The text that should replace the saved one: it shows what was saved, and what is still unsaved. */
  text: string | undefined;
  /** What was read or written last of each record; absent where the service did not answer with all of it. */
  read: ReadDocument | undefined;
  /** Why something of it is still unsaved. */
  failure: UiError | undefined;
}

/** In one request for the records, and one for the table where it is not known. @throws as `getTable` and `readRecords` */
export async function readDocument(service: DataService, address: DataAddress, known?: Table): Promise<ReadDocument> {
  const [table, { records }] = await Promise.all([
    known ?? getTable(service, address.table),
    readRecords(service, address),
  ]);
  // A record of a deleted table is not found either.
  if (address.kind === 'record' && records.length === 0 && known !== undefined) await checkTable(service, known);
  return { table, records };
}

/**
 * Saves the text of a document. Without a base, after a reload, every difference to the server is a conflict.
 * @throws as `writeEdits`, and UiError for a text that holds no records
 */
export async function saveDocument(
  place: SaveContext,
  address: DataAddress,
  document: RecordDocument,
  text: string,
): Promise<SavedDocument> {
  try {
    return await saveText(place, address, document, text);
  } catch (error) {
    document.cancelSave();
    throw error;
  }
}

async function saveText(
  place: SaveContext,
  address: DataAddress,
  document: RecordDocument,
  text: string,
): Promise<SavedDocument> {
  // Its columns decide what is the same value.
  const table = (document.table ??= await getTable(place.service, address.table));
  const { rows, problems, base, edits } = document.beginSave(text);
  const chosen = address.kind === 'page' ? address.keys : undefined;
  const [problem] = problems;
  if (problem !== undefined) throw placeFailure(textProblem(problem.code), problem.start, text);
  // Where reading failed, the text of the error stands here: it is no new record.
  const isAddressed = address.kind === 'page' || rows.every(({ id }) => id === address.id);
  if (base === undefined && !isAddressed) throw new UiError(notTheRecord());
  refuseOperators(rows, base, text);
  const all = edits ?? forgottenEdits(table, rows);
  const { decisions, outcomes } = await writeEdits(place, table, all, chosen);
  const ended = document.endSave({ decisions, outcomes, chosen });
  const isComplete = ended.read.every(record => record.has('updated_at'));
  return {
    ...{ table, outcomes, text: ended.text, failure: outcomeFailure(outcomes) },
    read: isComplete ? { table, records: ended.read } : undefined,
  };
}

function notTheRecord(): string {
  return vscode.l10n.t('This is not the record that was opened. Revert the file to read it.');
}

function refuseOperators(rows: readonly Row[], base: RecordBase | undefined, text: string): void {
  for (const { id, fields, places } of rows) {
    for (const [name, value] of fields) {
      if (!isOperator(value) || (id !== undefined && sameJson(base?.get(id)?.get(name), value))) continue;
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
