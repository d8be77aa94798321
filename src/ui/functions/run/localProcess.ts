import { spawn } from 'node:child_process';
import path from 'node:path';
import * as vscode from 'vscode';
import type { LocalRun } from '../../../sandbox/sandbox';
import { plainText } from '../../messages/plainText';
import { UiError } from '../../messages/uiError';
import { userSettingValue } from '../../platform/userSettingValue';
import { folderOf, type LocalFile } from './localFile';

const longestLog = 1024 * 1024;
/** Milliseconds that the process may run beyond the time limit of the function. */
const grace = 2000;
const tick = 100;

/** The environment variable with the address of a run. The program deletes it before it loads the function. */
const variable = 'HYDROGEN_RUN';

/** Returns the path of Node in the user's settings; `undefined` if it is not set. */
function configuredNode(): string | undefined {
  const setting = vscode.workspace.getConfiguration('hydrogen').inspect<unknown>('functions.node');
  const value = userSettingValue(setting, vscode.env.remoteName === undefined);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * Runs a function in a separate process, and kills it shortly after the time limit.
 * @returns the output
 * @throws vscode.CancellationError; UiError if Node cannot be started
 */
export function runProcess(program: string, file: LocalFile, run: LocalRun, signal: AbortSignal): Promise<string> {
  // This variable makes VS Code’s executable run as Node.
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', [variable]: JSON.stringify(run.address) };
  const executable = configuredNode() ?? process.execPath;
  const child = spawn(executable, ['--enable-source-maps', program], {
    cwd: path.dirname(file.uri.fsPath),
    env,
    signal,
    killSignal: 'SIGKILL',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (part: string) => void (output.length < longestLog && (output += part)));
  }
  let left = run.timeLimit + grace;
  child.once('exit', () => (left = Math.min(left, grace)));
  const watchdog = setInterval(() => {
    if (!run.isAsking) left -= tick;
    if (left > 0) return;
    if (child.exitCode === null && child.signalCode === null)
      run.fail('TimeoutError', vscode.l10n.t('The function took longer than {0} ms.', run.timeLimit), true);
    child.kill('SIGKILL');
    // A process that the function started may keep the output open.
    for (const stream of [child.stdout, child.stderr]) stream.destroy();
  }, tick);
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearInterval(watchdog);
      run.fail('Error', vscode.l10n.t('The function ended without calling back.'));
      resolve(output);
    };
    child.once('error', ({ message }) => {
      reject(signal.aborted ? new vscode.CancellationError() : new UiError(notStarted(message)));
      end();
    });
    child.once('close', end);
  });
}

function notStarted(reason: string): string {
  return vscode.l10n.t(
    'Node could not be started: {0}. See the setting hydrogen.functions.node.',
    plainText(reason, 200),
  );
}

/**
 * Runs a function in the debugger of VS Code, and waits for the end of the session.
 * @returns false if it did not start
 */
export async function debugProcess(program: string, file: LocalFile, run: LocalRun): Promise<boolean> {
  const configuredPath = configuredNode();
  const currentNode = path.basename(process.execPath).startsWith('node') ? process.execPath : undefined;
  const runtime = configuredPath ?? currentNode;
  const configuration: vscode.DebugConfiguration = {
    type: 'node',
    request: 'launch',
    name: vscode.l10n.t('{0} in the sandbox', file.name),
    program,
    cwd: path.dirname(file.uri.fsPath),
    env: { [variable]: JSON.stringify(run.address) },
    ...(runtime === undefined ? {} : { runtimeExecutable: runtime }),
    skipFiles: ['<node_internals>/**', program],
    console: 'internalConsole',
    hydrogenRun: run.jobId,
  };
  let ended: () => void = () => undefined;
  const end = new Promise<void>(resolve => (ended = resolve));
  const subscriptions = [
    // The debugger names the session of the process after our program, which users do not know.
    vscode.debug.onDidStartDebugSession(session => {
      if (session.parentSession?.configuration['hydrogenRun'] === run.jobId) session.name = configuration.name;
    }),
    vscode.debug.onDidTerminateDebugSession(({ configuration: of, parentSession }) => {
      if (of['hydrogenRun'] === run.jobId && parentSession === undefined) ended();
    }),
  ];
  try {
    const started = await vscode.debug.startDebugging(folderOf(file), configuration);
    if (started) await end;
    run.fail('Error', vscode.l10n.t('The function ended without calling back.'));
    return started;
  } finally {
    for (const subscription of subscriptions) subscription.dispose();
  }
}
