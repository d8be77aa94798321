import * as vscode from 'vscode';
import { joinSentences } from '../../../api/messages/template';
import { valueOf, type JsonObject } from '../../../json/json';
import type { ChangeOutcome } from '../../../change/change';
import { mergeShapes, retypedColumns, type MergedShape } from '../../../records/schema/mergeShapes';
import { savedBase, storedShape } from '../../../records/schema/savedTable';
import { dropTable, type SchemaDifference } from '../../../records/schema/schemaChanges';
import { schemaProblems, type SchemaContext } from '../../../records/schema/schemaProblems';
import { planCreation, planTable, type TablePlan } from '../../../records/schema/tablePlan';
import { readShape, shapeOf, type TableShape } from '../../../records/schema/tableShape';
import {
  readGroupIds,
  readTableNames,
  readTableState,
  textAt,
  type TableNames,
  type TableState,
} from '../../../records/schema/tableState';
import { countValues } from '../../../records/saving/readRecords';
import { countRecords } from '../../../records/saving/readRecords';
import type { DataService } from '../../../api/openApi/dataService';
import { plainText } from '../../messages/plainText';
import { UiError } from '../../messages/uiError';
import { dataTableNode } from '../../nodes/dataTable';
import { dataTablesNode } from '../../nodes/dataTables';
import { environmentOf } from '../../nodes/environment';
import type { ReadonlyTexts } from '../../platform/readonlyTexts';
import { requireWritable, writeChanges, type WriteContext } from '../change/writeChanges';
import { failureAt } from '../document/recordMessages';
import { askDrop, askSchemaConflicts, askSchemaPlan } from './askSchema';
import { schemaFailure, schemaProblemText } from './schemaMessages';
import { targetName } from '../../nodes/environmentName';
import { idOf } from '../../../records/text/recordsText';

interface SchemaWriteContext extends WriteContext {
  texts: Pick<ReadonlyTexts, 'add'>;
}

export interface SavedSchema {
  /** The table before and after the save; `undefined` if it does not exist then. */
  before: TableShape | undefined;
  after: TableShape | undefined;
  /** The ID of the table; `undefined` if a new table was not created. */
  table: string | undefined;
  isWritten: boolean;
  failure: UiError | undefined;
  /** The new base of the document, with which later edits are compared. */
  base: TableShape | undefined;
}

/**
 * Saves the text of an existing table's schema document.
 * @param base the table that the text was made from; `undefined` after a reload, when every difference is a conflict
 * @throws UiError, ApiError, vscode.CancellationError; then nothing was written
 */
export async function saveTable(
  context: SchemaWriteContext,
  id: string,
  base: TableShape | undefined,
  text: string,
): Promise<SavedSchema> {
  await requireWritable(context);
  const { service, target } = context;
  const targetLabel = targetName(target);
  const { state, names } = await readOwnTable(service, id);
  const theirs = shapeOf(state, names);
  const mine = await checkedShape(context, text, { base: base ?? theirs, tables: [...names.values()] });
  const merged = await mergedShape(targetLabel, base, mine, theirs);
  const plan = planTable(state, merged.shape, names);
  if (plan.changes.length === 0) {
    return { before: theirs, after: theirs, table: id, isWritten: false, failure: undefined, base: mine };
  }
  const notes = [
    ...merged.appeared.map(name =>
      vscode.l10n.t('Somebody added the column {0} meanwhile. It is kept.', plainText(name, 60)),
    ),
    ...merged.disappeared.map(name =>
      vscode.l10n.t('Somebody dropped the column {0} meanwhile. It is not created again.', plainText(name, 60)),
    ),
    ...(await requiredNotes(context, id, plan)),
  ];
  for (const name of plan.dropped) {
    const records = await countValues(service, id, name, theirs.columns.get(name));
    const exportFirst = exporter(context, id, theirs.name);
    await askDrop(targetLabel, { kind: 'column', name, tableName: theirs.name, records, exportFirst });
  }
  const outcomes = await write(context, plan, { before: theirs, after: merged.shape, notes });
  const after = storedShape(state, merged.shape, names, outcomes);
  return { ...writeResult(outcomes), before: theirs, after, table: id, base: savedBase(base, mine, theirs, outcomes) };
}

/** Merges the three versions of a table, asking about conflicts. @throws UiError if the result cannot be written */
async function mergedShape(
  targetLabel: string,
  base: TableShape | undefined,
  mine: TableShape,
  theirs: TableShape,
): Promise<MergedShape> {
  let merged = mergeShapes(base, mine, theirs);
  const [unknown] = merged.unknown;
  if (unknown !== undefined) {
    throw new UiError(
      vscode.l10n.t(
        'After the reload it is not known whether {0} was removed here or added by somebody else. Revert the document and edit it again.',
        plainText(unknown, 60),
      ),
    );
  }
  if (merged.conflicts.length > 0) {
    merged = mergeShapes(base, mine, theirs, await askSchemaConflicts(targetLabel, merged));
  }
  const [retyped] = retypedColumns(theirs, merged.shape);
  if (retyped !== undefined) {
    throw new UiError(schemaProblemText({ code: 'retyped', name: retyped, start: 0, end: 0 }));
  }
  return merged;
}

/** Creates the table that a document describes. @throws errors of `saveTable` */
export async function saveNewTable(context: SchemaWriteContext, text: string): Promise<SavedSchema> {
  await requireWritable(context);
  const names = await readTableNames(context.service);
  const after = await checkedShape(context, text, { base: undefined, tables: [...names.values()] });
  const outcomes = await write(context, planCreation([after], names), { before: undefined, after, notes: [] });
  const [created] = outcomes;
  const state = created !== undefined && 'state' in created.outcome ? created.outcome.state : undefined;
  const result = writeResult(outcomes);
  const table = state && idOf(state);
  const failure = table === undefined ? result.failure : partlyCreated(after.name, result.failure);
  return { ...result, failure, before: undefined, after, table, base: undefined };
}

function partlyCreated(name: string, failure: UiError | undefined): UiError | undefined {
  if (failure === undefined) return undefined;
  const created = vscode.l10n.t(
    'The table {0} was created, but not all of it. Go on in its own document.',
    plainText(name, 60),
  );
  return new UiError(joinSentences([created, failure.message]));
}

/** Drops a table after the user has typed its name. @throws errors of `saveTable` */
export async function removeTable(context: SchemaWriteContext, id: string): Promise<SavedSchema> {
  await requireWritable(context);
  const { service } = context;
  const { state, names } = await readOwnTable(service, id);
  const records = await countRecords(service, { kind: 'page', table: id });
  const name = textAt(state.raw, 'name');
  const question = { kind: 'table', name, records, exportFirst: exporter(context, id, name) } as const;
  const outcomes = await writeChanges(context, [dropTable(state)], {
    confirm: targetLabel => askDrop(targetLabel, question),
    summary: vscode.l10n.t('drop the table {0}', plainText(name, 60)),
  });
  return { ...writeResult(outcomes), before: shapeOf(state, names), after: undefined, table: id, base: undefined };
}

async function checkedShape(
  { service }: WriteContext,
  text: string,
  known: Omit<SchemaContext, 'groups'>,
): Promise<TableShape> {
  const groups = text.includes('"gid:') ? await readGroupIds(service) : undefined;
  const [problem] = schemaProblems(text, { ...known, groups });
  if (problem !== undefined) throw failureAt(schemaProblemText(problem), problem.start, text);
  return readShape(valueOf(text) ?? null);
}

function write(
  context: SchemaWriteContext,
  plan: TablePlan,
  shown: { before: TableShape | undefined; after: TableShape; notes: readonly string[] },
) {
  return writeChanges(context, plan.changes, {
    confirm: targetLabel => askSchemaPlan(context.texts, targetLabel, plan, shown),
    summary: vscode.l10n.t('the schema of {0}', plainText(shown.after.name, 60)),
  });
}

function writeResult(
  outcomes: readonly ChangeOutcome<JsonObject, SchemaDifference>[],
): Pick<SavedSchema, 'isWritten' | 'failure'> {
  const isWritten = outcomes.some(({ outcome }) => outcome.status === 'saved' || outcome.status === 'partly');
  return { isWritten, failure: schemaFailure(outcomes) };
}

/** Returns warnings about columns that become required in a table with records. */
async function requiredNotes({ service }: WriteContext, table: string, { required }: TablePlan): Promise<string[]> {
  if (required.length === 0) return [];
  const records = await countRecords(service, { kind: 'page', table });
  if (records === 0) return [];
  return required.map(name =>
    vscode.l10n.t(
      'The column {0} becomes required. The table has {1} records; those without a value in it cannot be saved until they get one.',
      plainText(name, 60),
      records ?? '?',
    ),
  );
}

/** Reads a table whose schema may be changed. @throws UiError if it does not exist or is built in, ApiError */
export async function readOwnTable(
  service: DataService,
  id: string,
): Promise<{ state: TableState; names: TableNames }> {
  const [state, names] = await Promise.all([readTableState(service, id), readTableNames(service)]);
  if (state === undefined) throw new UiError(vscode.l10n.t('The table is no longer on the server.'));
  if ((state.raw.get('protected_fields') ?? null) === null) return { state, names };
  throw new UiError(
    vscode.l10n.t(
      '{0} is one of the service’s own tables. Its schema can be viewed here, but not changed.',
      plainText(textAt(state.raw, 'name'), 60),
    ),
  );
}

/** Returns a function that runs the export command. It throws vscode.CancellationError if no file was written. */
function exporter({ target }: WriteContext, id: string, name: string): () => Promise<void> {
  const node = dataTableNode(dataTablesNode(environmentOf(target)), { id, name });
  return async () => {
    // The command shows its own errors.
    const rows = await vscode.commands.executeCommand('hydrogen.table.export', node);
    if (rows === undefined) throw new vscode.CancellationError();
  };
}
