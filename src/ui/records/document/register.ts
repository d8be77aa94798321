import * as vscode from 'vscode';
import type { Selection } from '../../../applications/selection';
import type { DataAddress, TableAddress } from '../../../records/table/query';
import { remainingEdits, revertEdits } from '../../../records/saving/afterSave';
import type { RecordEdit } from '../../../records/saving/merge';
import type { Table } from '../../../records/table/schema';
import { wasWritten, type StepOutcome } from '../../../records/saving/save';
import { commandTarget, type CommandServices } from '../../applications/commandTarget';
import type { JsonDocuments } from '../../documents/documents';
import type { FavouriteStore } from '../../explorer/favouriteStore';
import { isNode } from '../../nodes/node';
import { invalidArgument, isScripted, type CommandArgument } from '../../platform/commandArgument';
import { showStatus } from '../../platform/dialogs';
import type { ReadonlyTexts } from '../../platform/readonlyTexts';
import { createDoubleClick } from '../../platform/doubleClick';
import { plainText } from '../../messages/plainText';
import { showInput } from '../../platform/prompts';
import type { LastSave, RevertedSave } from '../change/lastSave';
import { argumentTable, queryNode } from './argumentTable';
import { askConflicts } from './askConflicts';
import { askPlan } from './askPlan';
import { createRecordDiagnostics } from './recordDiagnostics';
import { withRemoveAction, registerFavouriteRecords } from './favouriteRecords';
import { openDocument } from './openDocument';
import { RecordFiles, type FileDependencies } from './recordFiles';
import { readRecordAddress, recordsUri } from './recordAddress';
import { outcomeFailure } from './recordMessages';
import { builtIn, writeEdits, type SaveQuestions } from './saveRecords';
import { targetName } from '../../nodes/environmentName';

interface RecordDependencies extends Omit<FileDependencies, 'questions' | 'applications'>, CommandServices {
  texts: Pick<ReadonlyTexts, 'add'>;
  others: JsonDocuments;
  favourites: FavouriteStore;
  lastSave: LastSave;
}

interface OpenedRecord {
  uri: vscode.Uri;
  table: Table;
}

/** Registers the commands, diagnostics and favourites of record documents. Returns the documents as files. */
export function registerRecords(dependencies: RecordDependencies): RecordFiles {
  const { commands, favourites, guard, others, lastSave, texts } = dependencies;
  const questions: SaveQuestions = {
    conflicts: (targetLabel, conflicts) => askConflicts(texts, targetLabel, conflicts),
    plan: (...plan) => askPlan(texts, ...plan),
  };
  const records = new RecordFiles({ ...dependencies, questions });
  const services = { ...dependencies, questions, records };
  const onRow = createDoubleClick<OpenedRecord>();
  /** @param isPermanent true to open a permanent tab instead of a preview @returns the URI of the document */
  const open = async (argument: CommandArgument, kind: 'page' | 'record', isPermanent = false): Promise<vscode.Uri> => {
    const target = await commandTarget(dependencies, argument);
    // A command that asks for an ID cannot be a double click on a tree item.
    const isRow = isNode(argument) && (kind === 'page' || argument.kind === 'dataQuery');
    const { result: opened, isSecond } = isRow
      ? await onRow(argument.id, () => read(target, argument, kind))
      : { result: await read(target, argument, kind), isSecond: false };
    await Promise.all([
      // A script can use the document even after another preview has replaced its tab.
      vscode.workspace.openTextDocument(opened.uri),
      show(guard, target, opened, !isPermanent && !isSecond),
    ]);
    return opened.uri;
  };
  const read = async (target: Selection, argument: CommandArgument, kind: 'page' | 'record'): Promise<OpenedRecord> => {
    const table = await argumentTable(dependencies, target, argument);
    const choice = isScripted(argument) ? argument : (queryNode(argument)?.query ?? {});
    const id = kind === 'page' ? undefined : await recordId(argument, table.name);
    const uri = recordsUri(target, table, { ...choice, id });
    // A document with unsaved changes is only shown, not reread.
    if (openDocument(uri)?.isDirty !== true) await records.refresh(uri, { table });
    return { uri, table };
  };
  const openRow = (argument: CommandArgument, kind: 'page' | 'record', several = false) =>
    open(argument, kind, several).catch((error: unknown) => {
      throw withRemoveAction(favourites, argument, error);
    });
  const subscriptions = vscode.Disposable.from(
    registerFavouriteRecords(services),
    createRecordDiagnostics(records),
    records.onDidSave(({ address, saved: { table, outcomes } }) => {
      if (!outcomes.some(({ outcome }) => wasWritten(outcome))) return;
      lastSave.remember({ revert: () => revertSave(services, address, table, revertEdits(outcomes)) });
    }),
    commands.registerEach('hydrogen.table.open', (argument, several) => openRow(argument, 'page', several)),
    commands.registerEach('hydrogen.table.showSchema', async (argument, several) => {
      if (isNode(argument) && argument.kind === 'dataTable') await others.open(argument, { isPermanent: several });
    }),
    commands.registerEach('hydrogen.record.open', (argument, several) => openRow(argument, 'record', several)),
  );
  records.own(subscriptions);
  return records;
}

/** Opens a document in the user's default editor: the grid for a page, unless the settings name another editor. */
async function show(
  guard: RecordDependencies['guard'],
  target: Selection,
  { uri, table }: OpenedRecord,
  preview: boolean,
): Promise<void> {
  await vscode.commands.executeCommand('vscode.open', uri, { preview });
  if (guard.refuses(target)) {
    showStatus(vscode.l10n.t('{0} is read-only in your settings.', targetName(target)), 8000);
  } else if (table.builtIn) showStatus(builtIn(table).message, 8000);
}

/**
 * Writes the values back that a save has changed. The returned save reverts this in the same way, or continues it if
 * some records were not restored.
 * @param restored the records that were restored before
 */
async function revertSave(
  services: RecordDependencies & { questions: SaveQuestions; records: RecordFiles },
  address: DataAddress,
  table: Table,
  edits: readonly RecordEdit[],
  restored: readonly StepOutcome[] = [],
): Promise<RevertedSave> {
  const context = { ...(await services.records.serviceOf(address)), ...services };
  const { outcomes } = await writeEdits(context, table, edits);
  await refreshShown(services.records, address);
  const written = [...restored, ...outcomes.filter(({ outcome }) => wasWritten(outcome))];
  // A value that was refused twice may never be stored as sent, so the revert ends without it.
  const isRepeated = restored.length > 0;
  const left = remainingEdits(outcomes.filter(({ outcome }) => !isRepeated || !wasWritten(outcome)));
  const revert = () =>
    left.length > 0
      ? revertSave(services, address, table, left, written)
      : revertSave(services, address, table, revertEdits(written));
  return { save: written.length > 0 ? { revert } : undefined, failure: outcomeFailure(outcomes) };
}

async function recordId(argument: CommandArgument, table: string): Promise<string> {
  const { id } = isScripted(argument) ? argument : ((queryNode(argument)?.query ?? {}) as { id?: unknown });
  if (typeof id === 'number' || (typeof id === 'string' && id !== '')) return String(id);
  if (isScripted(argument)) throw invalidArgument('id');
  const prompt = vscode.l10n.t('ID of the record');
  const given = await showInput({ title: plainText(table, 60), prompt, placeHolder: '5a2fa9b008443e59e0e67829' });
  if (given.trim() === '') throw new vscode.CancellationError();
  return given.trim();
}

/**
 * Rereads the open documents of the table; of those with unsaved changes only the table itself. A failure is ignored, for
 * example of a record that no longer exists: the user can refresh the document.
 */
export async function refreshShown(
  records: Pick<RecordFiles, 'changes' | 'refresh' | 'rereadTable'>,
  { clientId, authUrl, envId, table }: TableAddress,
): Promise<void> {
  records.changes.fire({ clientId, authUrl, envId, table });
  for (const { uri, isDirty } of vscode.workspace.textDocuments) {
    const address = readRecordAddress(uri);
    if (address === undefined) continue;
    const same = address.clientId === clientId && address.authUrl === authUrl && address.envId === envId;
    if (!same || address.table !== table) continue;
    if (isDirty) await records.rereadTable(uri);
    else await records.refresh(uri, { keepsNumber: true }).catch(() => undefined);
  }
}
