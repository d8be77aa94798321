import * as vscode from 'vscode';
import { createDeferredTests } from './ui/checks/deferredTests';
import {
  createDeferredView,
  registerDeferredCommands,
  registerDeferredEditor,
  registerDeferredFiles,
  registerDeferredText,
} from './ui/loading/deferred';
import { loadPart } from './ui/loading/loadPart';
import { createNetworkSettings } from './ui/network/networkSettings';
import { grid, languages, needsWindow, schemes } from './ui/platform/schemes';
import { tableDrop } from './ui/records/transfer/tableDrop';
import { showKeptStatus } from './ui/tokens/cachedStatus';
import { StatusLine } from './ui/tokens/statusLine';
import type { Window } from './ui/window';

/** Only registers commands and shows the status bar item. The rest is loaded when VS Code first needs it. */
export function activate(context: vscode.ExtensionContext): void {
  let opening: Promise<Window> | undefined;
  const open = (): Promise<Window> =>
    (opening ??= loadPart('window', () => import('./ui/window')).then(({ openWindow }) => {
      cachedStatus.dispose();
      return openWindow(context, { line, applications, history }, network);
    }));
  const requests = async () => (await open()).requests();
  // The user did not start this, so no error is shown here: the first command shows it.
  const openSilently = () => void open().catch(() => undefined);
  const checkDocument = (document: vscode.TextDocument) => {
    if (Object.values<string>(languages).includes(document.languageId)) void requests().catch(() => undefined);
    void needsWindow(document).then(isNeeded => isNeeded && openSilently());
  };
  const network = createNetworkSettings(context.extension);
  const line = new StatusLine(network);
  const applications = createDeferredView(
    'hydrogen.applications',
    { showCollapseAll: true, canSelectMany: true, dragAndDropController: tableDrop },
    async () => (await open()).applicationRows,
  );
  const history = createDeferredView(
    'hydrogen.history',
    { canSelectMany: true },
    async () => (await requests()).historyTree,
  );
  const cachedStatus = showKeptStatus(line, context, openSilently);
  context.subscriptions.push(
    ...[line, applications, history, cachedStatus],
    registerDeferredCommands(context, async id => (await open()).commandsWith(id)),
    registerDeferredFiles(schemes.document, async () => (await open()).documentFiles, { isReadonly: false }),
    registerDeferredEditor(grid, async () => (await open()).grid()),
    registerDeferredFiles(schemes.response, async () => (await requests()).responseFiles),
    registerDeferredFiles(schemes.history, async () => (await requests()).historyFiles),
    registerDeferredText(schemes.sandbox, async () => (await open()).sandboxText),
    registerDeferredText(schemes.text, async () => (await open()).shownText),
    createDeferredTests(async (controller, sandbox) => (await open()).tests(controller, sandbox)),
    vscode.workspace.onDidOpenTextDocument(checkDocument),
  );
  vscode.workspace.textDocuments.forEach(checkDocument);
  if (process.env['HYDROGEN_START_SANDBOX'] === '1') openSilently();
}
