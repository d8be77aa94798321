import * as vscode from 'vscode';
import { sameJson, type JsonObject } from '../../../json/json';
import type { RecordEdit } from '../../../records/saving/merge';
import type { DataAddress } from '../../../records/table/query';
import { readRecords } from '../../../records/saving/readRecords';
import type { RecordBase } from '../../../records/document/recordBase';
import type { RecordDocument } from '../../../records/document/recordDocument';
import type { Row } from '../../../records/text/recordsText';
import { getTable, type Table } from '../../../records/table/schema';
import type { StepOutcome } from '../../../records/saving/save';
import type { DataService } from '../../../api/openApi/dataService';
import { isOperator } from '../../../records/text/validate';
import { UiError } from '../../messages/uiError';
import { fieldProblem, outcomeFailure, failureAt, textProblem } from './recordMessages';
import { checkTable, writeEdits, type SaveContext } from './saveRecords';
import { unknownBase } from './shownRecords';

/** The records and table that were read for a document. */
export interface ReadDocument {
  table: Table;
  records: readonly JsonObject[];
}

export interface SavedDocument {
  table: Table;
  outcomes: readonly StepOutcome[];
  /** The text after the save: stored values and values that are still unsaved. Absent if the user edited meanwhile. */
  text: string | undefined;
  /** The last known state of each record; absent if the service did not return all of it. */
  read: ReadDocument | undefined;
  /** The reason why something is still unsaved. */
  failure: UiError | undefined;
}

/**
 * Reads the records in one request, and the table in another request if it is unknown.
 * @throws errors of `getTable` and `readRecords`
 */
export async function readDocument(service: DataService, address: DataAddress, known?: Table): Promise<ReadDocument> {
  const [table, { records }] = await Promise.all([
    known ?? getTable(service, address.table),
    readRecords(service, address),
  ]);
  // A missing record can mean that its table was deleted.
  if (address.kind === 'record' && records.length === 0 && known !== undefined) await checkTable(service, known);
  return { table, records };
}

/**
 * Saves the text of a document. If the base was lost in a reload, every difference from the server is a conflict.
 * @param beforeCreation called and awaited before a save creates records
 * @throws errors of `writeEdits`, and UiError for a text without valid records
 */
export async function saveDocument(
  context: SaveContext,
  address: DataAddress,
  document: RecordDocument,
  text: string,
  beforeCreation?: () => Promise<void>,
): Promise<SavedDocument> {
  try {
    return await saveText(context, address, document, text, beforeCreation);
  } catch (error) {
    document.cancelSave();
    throw error;
  }
}

async function saveText(
  context: SaveContext,
  address: DataAddress,
  document: RecordDocument,
  text: string,
  beforeCreation?: () => Promise<void>,
): Promise<SavedDocument> {
  // The column types decide which values are equal.
  const table = (document.table ??= await getTable(context.service, address.table));
  const { rows, problems, base, edits } = document.beginSave(text);
  const chosen = address.kind === 'page' ? address.keys : undefined;
  const [problem] = problems;
  if (problem !== undefined) throw failureAt(textProblem(problem.code), problem.start, text);
  // The document is about one record, so an object without its ID is not a new record.
  const isAddressed = address.kind === 'page' || rows.every(({ id }) => id === address.id);
  if (base === undefined && !isAddressed)
    throw new UiError(vscode.l10n.t('This is not the record that was opened. Revert the file to read it.'));
  refuseOperators(rows, base, text);
  const all = edits ?? forgottenEdits(table, rows);
  const { decisions, outcomes } = await writeEdits(context, table, all, chosen, async created => {
    document.willCreate(created);
    await beforeCreation?.();
  });
  const ended = document.endSave({ decisions, outcomes, chosen });
  const isComplete = ended.read.every(record => record.has('updated_at'));
  return {
    table,
    outcomes,
    text: ended.text,
    failure: outcomeFailure(outcomes),
    read: isComplete ? { table, records: ended.read } : undefined,
  };
}

function refuseOperators(rows: readonly Row[], base: RecordBase | undefined, text: string): void {
  for (const { id, fields, ranges } of rows) {
    for (const [name, value] of fields) {
      if (!isOperator(value) || (id !== undefined && sameJson(base?.get(id)?.get(name), value))) continue;
      throw failureAt(fieldProblem({ code: 'operator', name }), ranges.get(name)?.value.start ?? 0, text);
    }
  }
}

/** Returns edits for rows without a base. A sentinel is the base of each field, so every difference is a conflict. */
function forgottenEdits({ columns }: Table, rows: readonly Row[]): RecordEdit[] {
  return rows.map(({ id, fields }): RecordEdit => {
    if (id === undefined) return { id, read: undefined, edited: fields };
    const names = [...columns.map(({ name }) => name), 'read_perm', 'write_perm', ...fields.keys()];
    return { id, read: new Map(names.map(name => [name, unknownBase])), edited: fields };
  });
}
