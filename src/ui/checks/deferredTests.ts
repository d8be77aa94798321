import * as vscode from 'vscode';
import { loadOnce } from '../platform/deferred';
import { isTestDocument, testFiles } from '../platform/schemes';

/** What VS Code asks of the tests. */
export interface Tests {
  /** Finds the requests of a file; without one, the files. */
  resolve(item: vscode.TestItem | undefined): Promise<void>;
  refresh(token: vscode.CancellationToken): Promise<void>;
  runInSandbox(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void>;
}

/**
 * Tests that are loaded when the Testing view or a run asks for them, or a request document is opened. VS Code shows that
 * view to everybody while there is a controller, so there is none until the window has a request document.
 */
export function createDeferredTests(
  load: (controller: vscode.TestController, sandbox: vscode.TestRunProfile) => Promise<Tests>,
): vscode.Disposable {
  const create = () => {
    const controller = vscode.tests.createTestController('hydrogen.checks', vscode.l10n.t('Hydrogen Checks'));
    // The one place that needs nothing. Without any, “Run All Tests” would ask for no tests.
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
    // Its requests have tests beside them. Nobody asked for them, so an error is not shown here.
    if (isTestDocument(document))
      void show()
        .tests()
        .catch(() => undefined);
  };
  vscode.workspace.textDocuments.forEach(look);
  void vscode.workspace.findFiles(testFiles.include, testFiles.exclude, 1).then(
    ([found]) => found && show(),
    () => undefined,
  );
  return vscode.Disposable.from(vscode.workspace.onDidOpenTextDocument(look), {
    dispose: () => created?.controller.dispose(),
  });
}
