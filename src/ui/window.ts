import path from 'node:path';
import * as vscode from 'vscode';
import type { Application } from '../applications/application';
import { createApplicationStore } from './applications/applicationStore';
import { registerApplications } from './applications/register';
import { createSelectionStore } from './applications/selectionStore';
import { registerConnection } from './connection/register';
import { registerRecordLanguage } from './records/language/register';
import { askConflicts } from './records/document/askConflicts';
import { askPlan } from './records/document/askPlan';
import { favouritePages } from './records/document/favouriteRecords';
import { KeptBases, windowId } from './records/document/keptBases';
import { registerRecords } from './records/document/register';
import { registerData } from './records/register';
import { createJsonDocuments } from './documents/documents';
import { registerDocuments } from './documents/register';
import { ApplicationsTree } from './explorer/applicationsTree';
import { createFavourites } from './explorer/favourites';
import { knownIds } from './explorer/knownIds';
import { Lists } from './explorer/lists';
import { registerExplorer } from './explorer/register';
import { createGuard } from './guard/guard';
import { registerGuard } from './guard/register';
import type { TreeNode } from './nodes/node';
import { createCommandRunner, type CommandRunner } from './platform/command';
import type { WritableFiles } from './platform/deferred';
import { createClientCertificates } from './network/clientCertificates';
import { createHttp } from './network/http';
import { loadPart } from './platform/loadPart';
import { createLog } from './platform/log';
import type { NetworkSettings } from './network/networkSettings';
import { createSecretStorage } from './tokens/secretStorage';
import { createShownTexts } from './platform/shownTexts';
import { checkedStore, forgetHealth } from './tokens/storageHealth';
import type { HistoryNode } from './requests/history/historyTree';
import type { Requests } from './requests/register';
import type { Tests } from './checks/deferredTests';
import { createLocalSandbox } from './sandbox/localSandbox';
import { recordedExchangeText } from './sandbox/sandboxDocuments';
import { registerSandbox } from './sandbox/register';
import { createSandboxRequests } from './sandbox/sandboxRequests';
import { createDocumentSecrets } from './tokens/documentSecrets';
import { forgetReplaced } from './tokens/forgetCredentials';
import { createStatusBar } from './tokens/statusBar';
import type { StatusLine } from './tokens/statusLine';
import { registerTokens } from './tokens/register';
import { forgetHere } from './tokens/secretCommands';
import { createTokens } from './tokens/tokens';
import { registerUsers } from './users/register';
import { createUsers } from './users/userSessions';

/** What stands on the screen since activation. */
export interface Shells {
  line: StatusLine;
  applications: vscode.TreeView<TreeNode>;
  history: vscode.TreeView<HistoryNode>;
}

/** What VS Code asks for through the shells. */
export interface Window {
  /** Loads what registers the command, if it is not there yet. */
  commandsWith(id: string): Promise<CommandRunner>;
  applicationRows: vscode.TreeDataProvider<TreeNode>;
  documentFiles: WritableFiles;
  sandboxText: vscode.TextDocumentContentProvider;
  shownText: vscode.TextDocumentContentProvider;
  grid(): Promise<vscode.CustomTextEditorProvider>;
  requests(): Promise<Requests>;
  /** @param sandbox the profile that runs them in the sandbox */
  tests(controller: vscode.TestController, sandbox: vscode.TestRunProfile): Promise<Tests>;
}

/** Builds what a window of VS Code works with, the first time anything of it is needed. */
export function openWindow(context: vscode.ExtensionContext, shells: Shells, network: NetworkSettings): Window {
  const log = createLog();
  const directory = context.globalStorageUri.fsPath;
  const keyFolder = 'secretKeys';
  const forgotten = 'forgotten.json';
  const storage = createSecretStorage(
    context.secrets,
    path.join(directory, keyFolder),
    path.join(directory, forgotten),
  );
  const secrets = checkedStore(storage, context.globalState, log);
  const certificates = createClientCertificates(network, secrets);
  const http = createHttp(network, certificates, log);
  const now = (application: Application) => Date.now() + (application.sandbox === undefined ? 0 : sandbox.clockOffset);
  const tokens = createTokens(secrets, directory, http, log, now);
  const users = createUsers(secrets, log);
  const documentSecrets = createDocumentSecrets(secrets);
  const credentials = { tokens, users, secrets: documentSecrets };
  const applications = createApplicationStore((before, after) => forgetReplaced(credentials, before, after));
  const selection = createSelectionStore(context.workspaceState, applications);
  const sandbox = createLocalSandbox(context.workspaceState, applications, selection, tokens, log);
  const favourites = createFavourites(context.globalState);
  const sandboxRequests = createSandboxRequests(sandbox);
  const texts = createShownTexts();
  const guard = createGuard(texts);
  const lists = new Lists({ applications, http, users, tokens });
  const shown = { applications, selection, tokens, users, favourites, guard, sandboxRequests, lists };
  const tree = new ApplicationsTree(shown);
  const documents = createJsonDocuments({ applications, http, users, tokens, sandbox });
  const commands = createCommandRunner(log, context.extension);
  const records = registerRecords({
    ...{ commands, applications, selection, favourites, http, users, tokens, sandbox, guard, others: documents },
    kept: new KeptBases(path.join(directory, 'records'), windowId(context.workspaceState)),
    questions: {
      conflicts: (where, conflicts) => askConflicts(texts, where, conflicts),
      plan: (where, changes) => askPlan(texts, where, changes),
    },
  });
  const stores = { applications, selection, favourites, tokens, users };
  const view = shells.applications;

  let loading: Promise<Requests> | undefined;
  let gridEditor: vscode.CustomTextEditorProvider | undefined;
  const requests = () =>
    (loading ??= loadPart('requests', () => import('./requests/register')).then(
      ({ registerRequests }) => {
        const registered = registerRequests({
          ...{ commands, applications, selection, tokens, users, http, guard, texts, log },
          secrets: documentSecrets,
          state: context.workspaceState,
          knownIds: target => knownIds(lists, target),
          storage: path.join(directory, 'requests'),
          workerFile: context.asAbsolutePath('dist/responseWorker.js'),
        });
        const visibility = shells.history.onDidChangeVisibility(({ visible }) => {
          if (visible) registered.historyTree.refresh();
        });
        context.subscriptions.push(registered, visibility);
        return registered;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    ));

  // Begins before the line is drawn, which waits until a sandbox from before a reload runs again.
  void sandbox.restore();
  secrets.onDidForget(
    () => void forgetHere({ ...credentials, files: async () => (await loading)?.forgetFiles() }, log),
  );
  context.subscriptions.push(
    ...[
      log,
      http,
      secrets,
      ...Object.values(stores),
      sandboxRequests,
      sandbox,
      texts,
      guard,
      lists,
      tree,
      documents,
      records,
    ],
    commands.register('hydrogen.log.show', () => log.show()),
    registerApplications({
      ...{ commands, applications, selection, tokens, http, texts, view },
      extensionId: context.extension.id,
    }),
    registerGuard({ commands, applications, selection, guard }),
    registerUsers({ commands, applications, selection, users, guard, http }),
    registerTokens({
      ...{ ...credentials, commands, applications, selection, guard, http, log },
      storage: {
        secrets,
        kept: [keyFolder, forgotten],
        forgetHealth: () => forgetHealth(secrets, context.globalState),
        forgetRequestFiles: async () => (await requests()).forgetFiles(),
        directory,
      },
    }),
    registerConnection({
      ...{ commands, certificates, network, http, applications, selection, tokens, texts, secrets, directory },
      version: (context.extension.packageJSON as { version: string }).version,
    }),
    registerSandbox({ commands, applications, selection, sandbox, view }),
    sandbox.onDidReplaceData(() => tree.refresh()),
    ...registerDocuments({ commands, applications, http, refresh: uri => records.refresh(uri) }),
    ...registerExplorer({
      ...{ commands, applications, selection, tokens, users, http, favourites, lists, tree, view, documents },
    }),
    ...registerData({ commands, applications, selection, tokens, lists, view, documents, records }),
    registerRecordLanguage(commands, records),
    createStatusBar(shells.line, context.workspaceState, selection, tokens, users, applications, sandbox),
  );
  return {
    async commandsWith(id) {
      if (!commands.has(id)) await requests();
      return commands;
    },
    applicationRows: tree,
    documentFiles: records.files,
    sandboxText: recordedExchangeText(sandbox, sandboxRequests),
    shownText: texts.text,
    grid: async () => {
      const { createGridEditor } = await loadPart('grid', () => import('./records/grid/gridEditor'));
      const folder = vscode.Uri.joinPath(context.extensionUri, 'dist');
      // One for all grids: they share what was counted.
      gridEditor ??= createGridEditor({
        ...{ records, folder, state: context.globalState, workspaceState: context.workspaceState },
        favouritePages: address => favouritePages(favourites, applications, address),
      });
      return gridEditor;
    },
    requests,
    async tests(controller, profile) {
      const { registerTests } = await loadPart('requests', () => import('./checks/register'));
      const tests = registerTests({
        ...{ controller, sandbox, applications, selection },
        sandboxProfile: profile,
        requests: await requests(),
      });
      context.subscriptions.push(tests);
      return tests;
    },
  };
}
