import * as vscode from 'vscode';
import type { Selection } from '../../../applications/selection';
import { mergeShapes } from '../../../records/schema/mergeShapes';
import { permissionNames, shapeText } from '../../../records/schema/tableShape';
import { commandTarget, type CommandServices } from '../../applications/commandTarget';
import { plainText } from '../../messages/plainText';
import { UiError } from '../../messages/uiError';
import { checkApplied, replaceText } from '../../platform/textEdits';
import type { CommandArgument } from '../../platform/commandArgument';
import { askToContinue, showStatus } from '../../platform/dialogs';
import { schemes } from '../../platform/schemes';
import { tabsOf } from '../../platform/tabUri';
import { serviceFor } from '../../users/serviceFor';
import type { LastSave, RevertedSave } from '../change/lastSave';
import type { TableChanges } from '../tableChanges';
import { readArgumentTable, tableNode } from '../document/argumentTable';
import { openDocument } from '../document/openDocument';
import { removeTable, saveTable, type SavedSchema } from './saveSchema';
import { readSchemaAddress, schemaUri } from './schemaAddress';
import { SchemaDocuments, type SchemaDependencies } from './schemaFiles';
import { schemaCompletions } from './schemaLanguage';

interface SchemaRegistration extends Omit<SchemaDependencies, 'applications'>, CommandServices {
  lastSave: LastSave;
  tableChanges: Pick<TableChanges, 'fire'>;
}

/** Registers schema documents with their commands and completion. */
export function registerSchemas(dependencies: SchemaRegistration): SchemaDocuments {
  const { commands, lastSave, tableChanges } = dependencies;
  const schemas = new SchemaDocuments(dependencies);
  const show = async (uri: vscode.Uri) => {
    await vscode.commands.executeCommand('vscode.open', uri, { preview: false });
    return uri;
  };
  const open = async (target: Selection, table?: { id: string; name: string }) => {
    const uri = schemaUri(target, table);
    if (openDocument(uri)?.isDirty !== true) await schemas.refresh(uri);
    return show(uri);
  };
  const afterSave = (target: Selection, saved: SavedSchema) => {
    if (!saved.isWritten) return;
    lastSave.remember({ revert: () => revertSchema(schemas, tableChanges, target, saved) });
    tableChanges.fire({ target, table: saved.table });
  };
  schemas.own(
    schemas.onDidSave(({ target, uri, saved }) => {
      afterSave(target, saved);
      if (readSchemaAddress(uri)?.table === undefined && saved.isWritten) void openCreated(target, uri, saved);
    }),
    commands.register('hydrogen.table.editSchema', async argument => {
      const target = await commandTarget(dependencies, argument);
      return open(target, await tableOf(dependencies, target, argument));
    }),
    commands.register('hydrogen.table.new', async argument => {
      const uri = await open(await commandTarget(dependencies, argument));
      const document = await vscode.workspace.openTextDocument(uri);
      if (document.getText() === '') await insertExample(document);
      return uri;
    }),
    commands.register('hydrogen.table.drop', async argument => {
      const target = await commandTarget(dependencies, argument);
      const context = await schemas.writeContext({ ...target.application, envId: target.environment?.envId });
      const { id } = await tableOf(dependencies, target, argument);
      const saved = await removeTable(context, id);
      afterSave(target, saved);
      if (saved.failure !== undefined) throw saved.failure;
      showStatus(vscode.l10n.t('The table was dropped'));
    }),
    vscode.languages.registerCompletionItemProvider(
      { scheme: schemes.document },
      { provideCompletionItems: (document, position) => schemaCompletions(schemas, document, position) },
      '"',
    ),
  );
  return schemas;
}

/**
 * Restores the schema that a save replaced. The result can be reverted in the same way. If only a part was restored,
 * `revert` restores the rest.
 * @param base the table with which the restored one is compared
 * @param earlier what was restored by earlier attempts
 */
async function revertSchema(
  schemas: SchemaDocuments,
  tableChanges: SchemaRegistration['tableChanges'],
  target: Selection,
  saved: SavedSchema,
  base = saved.after,
  earlier?: SavedSchema,
): Promise<RevertedSave> {
  const { before, table } = saved;
  const context = await schemas.writeContext({ ...target.application, envId: target.environment?.envId });
  if (table === undefined || (before !== undefined && base === undefined))
    throw new UiError(vscode.l10n.t('A dropped table cannot be restored: the service does not keep its records.'));
  if (before !== undefined && base !== undefined) {
    const dropped = [...before.columns.keys()].filter(name => !base.columns.has(name));
    if (dropped.length > 0) await askEmptyColumns(dropped);
  }
  const reverted =
    before === undefined ? await removeTable(context, table) : await saveTable(context, table, base, shapeText(before));
  if (reverted.isWritten) tableChanges.fire({ target, table });
  if (!reverted.isWritten && earlier === undefined) return { save: undefined, failure: reverted.failure };
  // The table before all attempts, with the changes that others made between them.
  const first =
    earlier?.before && reverted.before
      ? mergeShapes(earlier.after, earlier.before, reverted.before, 'mine').shape
      : reverted.before;
  const restored = { ...reverted, before: first };
  const revert = () =>
    reverted.failure === undefined
      ? revertSchema(schemas, tableChanges, target, restored)
      : revertSchema(schemas, tableChanges, target, saved, reverted.base, restored);
  return { save: { revert }, failure: reverted.failure };
}

/** Opens the document of a new table, and closes the document that created the table unless its save failed. */
async function openCreated(target: Selection, uri: vscode.Uri, { table, after, failure }: SavedSchema): Promise<void> {
  if (table === undefined || after === undefined) return;
  const created = schemaUri(target, { id: table, name: after.name });
  if (failure !== undefined) {
    // The old document stays open and unsaved. It cannot be saved again, because the table now has its own document.
    await vscode.commands.executeCommand('vscode.open', created, { preview: false });
    return;
  }
  await new Promise<void>(resolve => {
    const saving = vscode.workspace.onDidSaveTextDocument(document => {
      if (document.uri.toString() !== uri.toString()) return;
      saving.dispose();
      resolve();
    });
  });
  await vscode.window.tabGroups.close(tabsOf(uri));
  await vscode.commands.executeCommand('vscode.open', created, { preview: false });
}

async function insertExample(document: vscode.TextDocument): Promise<void> {
  const description = vscode.l10n.t('Description of the column');
  const column = new Map([
    ['name', 'name'],
    ['type', 'string'],
    ['description', description],
  ]);
  const everyone = ['user:*'];
  const text = shapeText({
    name: 'new_table',
    columns: new Map([['name', column]]),
    permissions: new Map(permissionNames.map(each => [each, everyone])),
    indexes: [],
  });
  checkApplied(await replaceText(document, text));
}

/** Returns the table of a tree item, or the table that a script names by ID or name. */
async function tableOf(dependencies: SchemaRegistration, target: Selection, argument: CommandArgument) {
  const { id, name } = tableNode(argument)?.table ?? {};
  if (id !== undefined && name !== undefined) return { id, name };
  return readArgumentTable((await serviceFor(target, dependencies)).data, argument);
}

async function askEmptyColumns(names: readonly string[]): Promise<void> {
  const button = vscode.l10n.t('Restore');
  const question = vscode.l10n.t('Restore the columns without their values?');
  const detail = vscode.l10n.t(
    'These columns come back empty, because the service does not keep the values of dropped columns: {0}',
    names.map(name => plainText(name, 60)).join(', '),
  );
  await askToContinue(question, detail, button);
}
