import * as vscode from 'vscode';
import type { Application } from '../../applications/application';
import type { Sandbox } from '../../sandbox/sandbox';
import { pickApplication, type CommandServices } from '../applications/commandTarget';
import type { LocalSandbox } from './localSandbox';
import { chooseClockMove, sandboxTime } from './sandboxClock';
import { chooseFault } from './sandboxFaults';
import { chooseStateFile, notStateFile, readStateFile } from './sandboxFiles';
import { locate } from '../applications/environmentTarget';
import { isScripted, type CommandArgument } from '../platform/commandArgument';
import { timeText } from '../messages/timeText';
import { UiError } from '../messages/uiError';
import { askToContinue, showMessage, showStatus } from '../platform/dialogs';
import { writeUserFile } from '../platform/writeUserFile';

export interface SandboxControls extends CommandServices {
  sandbox: LocalSandbox;
}

/** Registers the commands for the sandbox's clock, tokens, faults and data. */
export function registerSandboxControlCommands(dependencies: SandboxControls): vscode.Disposable[] {
  const { commands, sandbox } = dependencies;
  return [
    commands.register('hydrogen.sandbox.moveClock', argument => moveClock(dependencies, argument)),
    commands.registerEach('hydrogen.sandbox.expireTokens', argument => expireTokens(dependencies, argument)),
    commands.register('hydrogen.sandbox.fault', async argument => {
      const chosen = await chooseFault(runningSandbox(sandbox), argument);
      showStatus(vscode.l10n.t('Sandbox: {0}', chosen));
    }),
    commands.register('hydrogen.sandbox.reset', argument => resetData(sandbox, argument)),
    commands.register('hydrogen.sandbox.save', async argument => {
      const state = JSON.stringify(runningSandbox(sandbox).state());
      await writeUserFile(await chooseStateFile(argument), file => file.appendFile(state));
      showStatus(vscode.l10n.t('The sandbox’s state was saved'));
    }),
    commands.register('hydrogen.sandbox.load', argument => loadState(sandbox, argument)),
  ];
}

async function moveClock(dependencies: SandboxControls, argument: CommandArgument): Promise<void> {
  const sandbox = runningSandbox(dependencies.sandbox);
  const { clientId } = await sandboxApplication(dependencies, argument, 'first');
  moveClockOf(sandbox, await chooseClockMove(sandbox, clientId, argument));
  if (isScripted(argument)) return;
  void showMessage(
    'information',
    vscode.l10n.t(
      'The sandbox’s clock shows {0}. The remaining time of its access tokens in the status bar follows this clock; that of signed-in users does not.',
      timeText(sandboxTime(sandbox)),
    ),
  );
}

/** @throws UiError when the clock would be too far ahead or behind */
function moveClockOf(sandbox: Sandbox, milliseconds: number): void {
  try {
    sandbox.moveClock(milliseconds);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UiError(vscode.l10n.t('The sandbox’s clock can be at most 1,000 years ahead or behind.'));
  }
}

async function expireTokens(dependencies: SandboxControls, argument: CommandArgument): Promise<void> {
  const sandbox = runningSandbox(dependencies.sandbox);
  const { clientId, name } = await sandboxApplication(dependencies, argument, 'ask');
  sandbox.expireTokens(clientId);
  showStatus(vscode.l10n.t('The access tokens of {0} have expired in the sandbox', name));
}

async function resetData(sandbox: LocalSandbox, argument: CommandArgument): Promise<void> {
  runningSandbox(sandbox);
  if (!isScripted(argument)) {
    const button = vscode.l10n.t('Reset');
    const detail = vscode.l10n.t(
      'Everything that was written will be lost, and users will be signed out. Open API tokens and the clock stay as they are.',
    );
    const question = vscode.l10n.t('Reset the sandbox’s data to its initial state?');
    await askToContinue(question, detail, button);
  }
  sandbox.reset();
  showStatus(vscode.l10n.t('The sandbox’s data was reset'));
}

async function loadState(sandbox: LocalSandbox, argument: CommandArgument): Promise<void> {
  runningSandbox(sandbox);
  const saved = await readStateFile(argument);
  try {
    await sandbox.load(saved);
  } catch (error) {
    throw error instanceof RangeError ? notStateFile() : error;
  }
  showStatus(vscode.l10n.t('The state was loaded into the sandbox'));
}

export function runningSandbox(sandbox: LocalSandbox): Sandbox {
  if (sandbox.current !== undefined) return sandbox.current;
  throw notRunning();
}

function notRunning(): UiError {
  return new UiError(vscode.l10n.t('The sandbox is not running. Start it with “Try the Local Sandbox”.'));
}

/**
 * Returns the sandbox application of the argument, otherwise the selected one. If there is none, asks the user, or
 * returns the first one.
 */
async function sandboxApplication(
  { applications, selection }: SandboxControls,
  argument: CommandArgument,
  otherwise: 'ask' | 'first',
): Promise<Application> {
  const all = applications.list().applications.filter(({ sandbox }) => sandbox !== undefined);
  const located = locate(all, argument)?.application;
  const selected = selection.current()?.application;
  const known = located ?? (selected?.sandbox === undefined ? undefined : selected);
  if (known !== undefined) return known;
  const [first] = all;
  if (otherwise === 'ask' && !isScripted(argument)) return pickApplication(all, vscode.l10n.t('Choose an Application'));
  if (first === undefined) throw notRunning();
  return first;
}
