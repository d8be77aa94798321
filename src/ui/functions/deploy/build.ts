import * as vscode from 'vscode';
import { newerSource } from '../../../functions/bundle';
import { buildTask, taskRoot, type SourceFolder } from '../../../functions/sourceFolder';
import { plainText } from '../../messages/plainText';
import { UiError } from '../../messages/uiError';
import { loadPart } from '../../loading/loadPart';
import { withProgress } from '../../platform/dialogs';
import { functionMessages } from '../workspace/localFunction';

/** Runs the build task, if there is one. @throws UiError if it does not exist or fails; vscode.CancellationError */
export async function build(source: SourceFolder): Promise<void> {
  if (source.build === undefined) return;
  const shown = plainText(source.build, 60);
  const code = await withProgress(vscode.l10n.t('Running {0}…', shown), async signal => {
    const task = buildTask(source, await vscode.tasks.fetchTasks());
    if (task === undefined)
      throw new UiError(
        vscode.l10n.t(
          'There is no task called {0}. Nothing was deployed. Define the task, or change “build” in hydrogen.json.',
          shown,
        ),
      );
    if (signal.aborted) throw new vscode.CancellationError();
    return exitCodeOf(task, signal);
  });
  if (code === 0) return;
  throw new UiError(vscode.l10n.t('The task {0} failed. Nothing was deployed.', shown));
}

/** Runs a task. @returns its exit code; `undefined` if it had no process. @throws vscode.CancellationError */
async function exitCodeOf(task: vscode.Task, signal: AbortSignal): Promise<number | undefined> {
  // Compares names, because a task may end before `executeTask` returns its execution.
  const isTask = ({ execution: { task: ended } }: vscode.TaskEndEvent) =>
    ended.name === task.name && ended.source === task.source && taskRoot(ended.scope) === taskRoot(task.scope);
  let code: number | undefined;
  const listeners: vscode.Disposable[] = [];
  const ends = new Promise<void>((resolve, reject) => {
    listeners.push(
      vscode.tasks.onDidEndTaskProcess(event => {
        if (isTask(event)) code = event.exitCode;
      }),
      vscode.tasks.onDidEndTask(event => {
        if (isTask(event)) resolve();
      }),
    );
    signal.addEventListener('abort', () => reject(new vscode.CancellationError()));
  });
  try {
    await Promise.all([vscode.tasks.executeTask(task).then(endedBy(signal)), ends]);
    return code;
  } finally {
    for (const listener of listeners) listener.dispose();
  }
}

/** Returns a function that terminates an execution when the signal is aborted. */
function endedBy(signal: AbortSignal): (execution: vscode.TaskExecution) => void {
  return execution => {
    if (signal.aborted) execution.terminate();
    else signal.addEventListener('abort', () => execution.terminate());
  };
}

/** Checks that the build has written the file. @throws UiError if the file is older than one of its sources */
export async function requireBuilt(source: SourceFolder, name: string, code: string): Promise<void> {
  const newer = await newerSource(source, name, code);
  if (newer === undefined) return;
  const shown = plainText(newer, 120);
  const built = `${plainText(name, 60)}/index.js`;
  throw new UiError(
    vscode.l10n.t('{0} is newer than {1}, which the build should have written. Nothing was deployed.', shown, built),
  );
}

/**
 * Checks the code before it is deployed. If Node 12, the runtime of the service, cannot load it, opens the document.
 * @throws UiError if Node 12 cannot load it
 */
export async function requireLoadable(name: string, code: string, file: vscode.Uri): Promise<void> {
  const { checkNode12, preventsLoading } = await loadPart('functions', () => import('../../../functions/node12/check'));
  const problem = checkNode12(code).find(preventsLoading);
  if (problem === undefined) return;
  const line = code.slice(0, problem.start).split('\n').length;
  const selection = new vscode.Range(line - 1, 0, line - 1, 0);
  await vscode.window.showTextDocument(file, { selection, preview: false });
  throw new UiError(
    // The outcome comes first, because VS Code shows only the beginning of a long message.
    vscode.l10n.t(
      '{0} was not deployed. Line {1}: {2}',
      plainText(name, 60),
      line,
      plainText(functionMessages.problem(problem), 300),
    ),
  );
}
