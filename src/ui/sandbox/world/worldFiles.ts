import path from 'node:path';
import * as vscode from 'vscode';
import { functionsWithKeys } from '../../../world/codeCredentials';
import { danglingPointers } from '../../../world/dangling';
import { longestWorld, readWorld, WorldError, writeWorld, type World } from '../../../world/world';
import { commandApplication, pickEnvironment } from '../../applications/commandTarget';
import { fileName } from '../../messages/fileName';
import { plainText } from '../../messages/plainText';
import { UiError } from '../../messages/uiError';
import { givenUri, isScripted, type CommandArgument } from '../../platform/commandArgument';
import { fileToWrite, readTextFile } from '../../platform/chosenFile';
import { confirm } from '../../platform/confirm';
import { proposedFile, showMessage, showStatus } from '../../platform/dialogs';
import { showOpen } from '../../platform/prompts';
import { writeUserFile } from '../../platform/writeUserFile';
import { runningSandbox } from '../sandboxControlCommands';
import { confirmReplacing, storeWorld, type WorldDependencies } from './storeWorld';
import { unreadableText, worldMessages } from './worldText';

/** Adds the application of a world file to the sandbox: `{ uri }` of a script, otherwise the user's choice. */
export async function loadWorld(dependencies: WorldDependencies, argument: CommandArgument): Promise<void> {
  const title = vscode.l10n.t('Load World');
  const uri = givenWorld(argument) ?? (await showOpen({ title, filters: filters() }));
  const world = await readWorldAt(uri);
  requireOwnClientId(dependencies, world);
  const stored = await dependencies.worlds.stored(world.clientId);
  if (stored !== undefined) await confirmReplacing(dependencies, 'hydrogen.sandbox.loadWorld', argument, stored, world);
  const { name } = await storeWorld(dependencies, argument, world, undefined);
  if (isScripted(argument)) return;
  const dangling = danglingPointers(world);
  if (dangling.length === 0) return showStatus(vscode.l10n.t('{0} was loaded into the sandbox', name));
  const columns = dangling.map(({ table, column, count }) => `${plainText(`${table}.${column}`, 80)} (${count})`);
  const text = vscode.l10n.t(
    '{0} was loaded into the sandbox. Pointers lead to records that are not in the file: {1}.',
    name,
    columns.join(', '),
  );
  void showMessage('warning', text);
}

/** Writes the current data of an environment of the sandbox to a world file. */
export async function saveWorld(dependencies: WorldDependencies, argument: CommandArgument): Promise<void> {
  const { applications, sandbox } = dependencies;
  const title = vscode.l10n.t('Save World');
  // A script may name only the file; then the user chooses the application.
  const row = isScripted(argument) && !('clientId' in argument) ? undefined : argument;
  const ofSandbox = () => ({
    applications: applications.list().applications.filter(each => each.sandbox !== undefined),
    problems: [],
  });
  const target = await commandApplication({ applications: { list: ofSandbox } }, row, { title });
  const { application } = target;
  const isAsked = !isScripted(argument) && application.environments.length > 0;
  const environment = isAsked ? await pickEnvironment(application, title) : target.environment;
  const current = runningSandbox(sandbox);
  const defaultUri = proposedFile(`${fileName(application.name)}.world.json`);
  const options = { title, filters: filters(), defaultUri };
  const uri = await fileToWrite('hydrogen.sandbox.saveWorld', argument, givenWorld(argument), options);
  const world = current.worldOf(application.clientId, environment?.envId);
  await writeUserFile(uri, file => file.appendFile(worldText(uri, world)));
  const withKeys = isScripted(argument) ? [] : functionsWithKeys(world.lists.functions);
  if (withKeys.length === 0) return showStatus(vscode.l10n.t('The world was saved'));
  const text = vscode.l10n.t(
    'The world was saved. The code of these cloud functions contains something like a key: {0}. Remove it before you share the file.',
    withKeys.map(name => plainText(name, 60)).join(', '),
  );
  void showMessage('warning', text);
}

/** Deletes the data of a world and removes its application. */
export async function removeWorld(
  { applications, sandbox }: WorldDependencies,
  argument: CommandArgument,
): Promise<void> {
  const { application } = await commandApplication({ applications }, argument);
  if (application.world === undefined)
    throw new UiError(vscode.l10n.t('{0} was not brought into the sandbox.', application.name));
  await confirm('hydrogen.sandbox.removeWorld', argument, {
    question: vscode.l10n.t('Remove {0}?', application.name),
    detail: vscode.l10n.t(
      'Its data is deleted from this machine, also what was written to it. The environment it was read from stays.',
    ),
    button: vscode.l10n.t('Remove'),
  });
  await sandbox.removeWorld(application);
}

/**
 * Checks the ClientID of a world file, which may be edited by hand. Scripts name an application by its ClientID, and would
 * write to the sandbox instead of the service.
 * @throws UiError if an application of the settings has it
 */
function requireOwnClientId({ applications }: WorldDependencies, { clientId }: World): void {
  const own = applications.list().applications.find(each => each.sandbox === undefined && each.clientId === clientId);
  if (own === undefined) return;
  throw new UiError(
    vscode.l10n.t(
      '{0} already has this ClientID. Change “clientId” in the world file to another one.',
      plainText(own.name, 60),
    ),
  );
}

async function readWorldAt(uri: vscode.Uri): Promise<World> {
  const file = nameIn(uri);
  try {
    const text = await readTextFile(uri, longestWorld);
    if (text === undefined) throw new WorldError('tooLarge');
    return readWorld(text);
  } catch (error) {
    throw new UiError(unreadableText(file, error));
  }
}

/** Returns the text of a world file. @throws UiError if it could not be read again */
function worldText(uri: vscode.Uri, world: World): string {
  try {
    return writeWorld(world);
  } catch (error) {
    throw error instanceof WorldError ? new UiError(worldMessages.problem(nameIn(uri), error)) : error;
  }
}

/** Returns the name without the folder: a notification shows one line, and the problem follows the name. */
function nameIn(uri: vscode.Uri): string {
  return plainText(path.posix.basename(uri.path));
}

/** Returns the file that a script names, if any. */
function givenWorld(argument: CommandArgument): vscode.Uri | undefined {
  return isScripted(argument) && 'uri' in argument ? givenUri(argument) : undefined;
}

function filters(): Record<string, string[]> {
  return { [vscode.l10n.t('World file')]: ['json'] };
}
