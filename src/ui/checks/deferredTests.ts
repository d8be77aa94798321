import * as vscode from 'vscode';
import { loadOnce } from '../loading/deferred';
import { isTestDocument, testFiles } from '../platform/schemes';

/** The callbacks that VS Code needs for tests. */
export interface Tests {
  /** Finds the requests of a file, or the files if no item is given. */
  resolve(item: vscode.TestItem | undefined): Promise<void>;
  refresh(token: vscode.CancellationToken): Promise<void>;
  runInSandbox(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void>;
}

/**
 * Loads tests when the Testing view or a run needs them, or when a request document is opened. VS Code shows the
 * Testing view as soon as a controller exists, so the controller is created only if a request document is open or in
 * the workspace.
 */
export function createDeferredTests(
  load: (controller: vscode.TestController, sandbox: vscode.TestRunProfile) => Promise<Tests>,
): vscode.Disposable {
  const create = () => {
    const controller = vscode.tests.createTestController('hydrogen.checks', vscode.l10n.t('Hydrogen Checks'));
    // Without a run profile, “Run All Tests” does not load the tests. The sandbox needs no settings, so its profile
    // always exists.
    const sandbox = controller.createRunProfile(
      vscode.l10n.t('Local Sandbox'),
      vscode.TestRunProfileKind.Run,
      async (request, token) => (await tests()).runInSandbox(request, token),
      true,
      undefined,
      true,
    );
    const tests = loadOnce(() => load(controller, sandbox));
    controller.resolveHandler = async item => (await tests()).resolve(item);
    controller.refreshHandler = async token => (await tests()).refresh(token);
    return { controller, tests };
  };
  let created: ReturnType<typeof create> | undefined;
  const show = () => (created ??= create());
  const look = (document: vscode.TextDocument) => {
    // The tests load in the background, so errors are not shown here.
    if (isTestDocument(document))
      void show()
        .tests()
        .catch(() => undefined);
  };
  vscode.workspace.textDocuments.forEach(look);
  const search = () =>
    void vscode.workspace.findFiles(testFiles.include, testFiles.exclude, 1).then(
      ([found]) => found && show(),
      () => undefined,
    );
  search();
  const watcher = vscode.workspace.createFileSystemWatcher(testFiles.include, false, true, true);
  return vscode.Disposable.from(
    watcher,
    // Another program may create the first request document.
    watcher.onDidCreate(search),
    vscode.workspace.onDidOpenTextDocument(look),
    { dispose: () => created?.controller.dispose() },
  );
}
