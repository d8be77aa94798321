import path from 'node:path';
import * as vscode from 'vscode';
import type { Application } from '../applications/application';
import { ApplicationStore } from './applications/applicationStore';
import { registerApplications } from './applications/register';
import { createSelectionStore } from './applications/selectionStore';
import { registerConnection } from './connection/register';
import { registerRecordLanguage } from './records/language/register';
import { favouritePages } from './records/document/favouriteRecords';
import { StoredBases, windowId } from './records/document/storedBases';
import { registerRecords } from './records/document/register';
import { registerSchemas } from './records/schema/register';
import { WritableDocuments } from './records/change/writableDocuments';
import type { TableChange } from './records/tableChanges';
import { LastSave } from './records/change/lastSave';
import { registerData } from './records/register';
import { registerTransfer } from './records/transfer/register';
import { createJsonDocuments } from './documents/documents';
import { registerDocuments } from './documents/register';
import { ApplicationsTree } from './explorer/applicationsTree';
import { RowExpansion } from './explorer/rowExpansion';
import { FunctionVersions } from '../functions/versions';
import { FunctionFiles } from './functions/document/functionFiles';
import { registerFunctions } from './functions/register';
import { registerRuns } from './functions/run/register';
import { FavouriteStore } from './explorer/favouriteStore';
import { knownIds } from './explorer/knownIds';
import { Lists } from './explorer/lists';
import { registerExplorer } from './explorer/register';
import { Guard } from './guard/guard';
import { registerGuard } from './guard/register';
import type { TreeNode } from './nodes/node';
import { CommandRunner } from './platform/command';
import type { WritableFiles } from './loading/deferred';
import { createClientCertificates } from './network/clientCertificates';
import { createHttp } from './network/http';
import { loadPart } from './loading/loadPart';
import { createLog } from './platform/log';
import type { NetworkSettings } from './network/networkSettings';
import { createSecretStorage } from './tokens/secretStorage';
import { ReadonlyTexts } from './platform/readonlyTexts';
import { checkedStore, forgetHealth } from './tokens/storageHealth';
import type { HistoryNode } from './requests/history/historyTree';
import type { Requests } from './requests/register';
import type { Tests } from './checks/deferredTests';
import { higherCalls } from './higherCalls';
import { LocalSandbox } from './sandbox/localSandbox';
import { recordedExchangeText } from './sandbox/sandboxDocuments';
import { registerSandbox } from './sandbox/register';
import { SandboxWorlds } from './sandbox/sandboxWorlds';
import { SandboxRequests } from './sandbox/sandboxRequests';
import { createDocumentSecrets } from './tokens/documentSecrets';
import { forgetReplaced } from './tokens/forgetCredentials';
import { createStatusBar } from './tokens/statusBar';
import type { StatusLine } from './tokens/statusLine';
import { registerTokens } from './tokens/register';
import { forgetHere } from './tokens/secretCommands';
import { Tokens } from './tokens/tokens';
import { registerUsers } from './users/register';
import { createUsers } from './users/userSessions';

/** The views and the status bar item, which activation creates. */
interface Shells {
  line: StatusLine;
  applications: vscode.TreeView<TreeNode>;
  history: vscode.TreeView<HistoryNode>;
}

/** The entry points that VS Code calls for views, documents and tests. */
export interface Window {
  /** Returns the command runner, after loading the part that registers the command. */
  commandsWith(id: string): Promise<CommandRunner>;
  applicationRows: vscode.TreeDataProvider<TreeNode>;
  documentFiles: WritableFiles;
  sandboxText: vscode.TextDocumentContentProvider;
  shownText: vscode.TextDocumentContentProvider;
  grid(): Promise<vscode.CustomTextEditorProvider>;
  requests(): Promise<Requests>;
  /** @param sandbox the profile that runs tests in the sandbox */
  tests(controller: vscode.TestController, sandbox: vscode.TestRunProfile): Promise<Tests>;
}

const keyFolder = 'secretKeys';
const forgotten = 'forgotten.json';

/** Builds the services of a window and registers all features, on first use. */
export function openWindow(context: vscode.ExtensionContext, shells: Shells, network: NetworkSettings): Window {
  const services = createServices(context, network, shells.applications);
  const { log, secrets, sandbox, tree, texts, commands, tokens, users } = services;
  const deferred = new DeferredParts(context, shells, services);
  // Starts early: after a reload, the status bar waits for the restart of the sandbox.
  void sandbox.restore();
  const files = () => deferred.forgetLoadedFiles();
  secrets.onDidForget(() => void forgetHere({ tokens, users, secrets: services.documentSecrets, files }, log));
  context.subscriptions.push(
    ...services.disposables,
    ...registerFeatures(context, shells.applications, services, deferred),
    createStatusBar(shells.line, { ...services, state: context.workspaceState }),
  );
  return {
    async commandsWith(id) {
      if (!commands.has(id)) await deferred.requests();
      return commands;
    },
    applicationRows: tree,
    documentFiles: services.files.files,
    sandboxText: recordedExchangeText(sandbox, services.sandboxRequests),
    shownText: texts.text,
    grid: () => deferred.grid(),
    requests: () => deferred.requests(),
    tests: (controller, profile) => deferred.tests(controller, profile),
  };
}

type Services = ReturnType<typeof createServices>;

function createServices(context: vscode.ExtensionContext, network: NetworkSettings, view: vscode.TreeView<TreeNode>) {
  const log = createLog();
  const directory = context.globalStorageUri.fsPath;
  const storage = createSecretStorage(
    context.secrets,
    path.join(directory, keyFolder),
    path.join(directory, forgotten),
  );
  const secrets = checkedStore(storage, context.globalState, log);
  const certificates = createClientCertificates(network, secrets);
  const http = createHttp(network, certificates, log);
  const now = (application: Application): number =>
    Date.now() + (application.sandbox === undefined ? 0 : sandbox.clockOffset);
  const tokens = new Tokens({ store: secrets, directory, http, log, now });
  const users = createUsers(secrets, log);
  const documentSecrets = createDocumentSecrets(secrets);
  const credentials = { tokens, users, secrets: documentSecrets };
  const applications = new ApplicationStore((before, after) => forgetReplaced(credentials, before, after));
  const selection = createSelectionStore(context.workspaceState, applications);
  const worlds = new SandboxWorlds(path.join(directory, 'worlds'), log);
  const sandbox = new LocalSandbox(context.workspaceState, applications, selection, tokens, log, worlds);
  const favourites = new FavouriteStore(context.globalState);
  const sandboxRequests = new SandboxRequests(sandbox);
  const texts = new ReadonlyTexts();
  const guard = new Guard(texts, applications);
  const lists = new Lists({ applications, http, users, tokens });
  const expansion = new RowExpansion(context.workspaceState, view);
  // oxfmt-ignore
  const tree = new ApplicationsTree({
    applications, selection, tokens, users, favourites, guard, sandboxRequests, lists, expansion,
  });
  const documents = createJsonDocuments({ applications, http, users, tokens, sandbox });
  const commands = new CommandRunner(log, context.extension);
  const lastSave = new LastSave(commands);
  const shared = { commands, applications, selection, http, users, tokens, sandbox, guard, texts, lastSave };
  const records = registerRecords({
    ...shared,
    favourites,
    others: documents,
    storedBases: new StoredBases(path.join(directory, 'records'), windowId(context.workspaceState)),
  });
  const functionFiles = new FunctionFiles(shared);
  const versions = new FunctionVersions(path.join(directory, 'functionVersions'));
  const tableChanges = new vscode.EventEmitter<TableChange>();
  const schemas = registerSchemas({ ...shared, tableChanges });
  const files = new WritableDocuments([records, functionFiles, schemas], documents);
  const stores = [applications, selection, favourites, tokens, users];
  const disposables = [
    ...[log, http, secrets, ...stores, sandboxRequests, sandbox],
    ...[texts, guard, lists, expansion, tree, documents, lastSave, tableChanges, files],
  ];
  // oxfmt-ignore
  return {
    log, directory, secrets, certificates, network, http, tokens, users, documentSecrets, applications, selection,
    sandbox, worlds, favourites, sandboxRequests, texts, guard, lists, tree, documents, commands, records, files, disposables,
    tableChanges, functionFiles, versions,
  };
}

function registerFeatures(
  context: vscode.ExtensionContext,
  view: vscode.TreeView<TreeNode>,
  services: Services,
  deferred: DeferredParts,
): vscode.Disposable[] {
  const { log, directory, secrets, sandbox, tree, commands, records } = services;
  const higher = higherCalls(commands);
  const { openEditor } = higher;
  return [
    commands.register('hydrogen.log.show', () => log.show()),
    registerApplications({
      ...services,
      view,
      extensionId: context.extension.id,
      authorize: higher.authorize,
    }),
    registerGuard(services),
    registerUsers({ ...services, diagnose: higher.diagnose }),
    registerTokens({
      ...services,
      secrets: services.documentSecrets,
      storage: {
        secrets,
        keptNames: [keyFolder, forgotten],
        forgetHealth: () => forgetHealth(secrets, context.globalState),
        forgetLocalFiles: () => deferred.forgetFiles(),
        directory,
      },
    }),
    registerConnection({
      ...services,
      version: (context.extension.packageJSON as { version: string }).version,
    }),
    registerSandbox({ ...services, view, state: context.globalState }),
    sandbox.onDidReplaceData(() => tree.refresh()),
    ...registerDocuments({ ...services, refresh: uri => services.files.refresh(uri) }),
    ...registerExplorer({ ...services, view, openEditor }),
    ...registerData({ ...services, view, openEditor }),
    ...registerTransfer(services, context),
    ...registerFunctions(services),
    registerRuns(services, context),
    registerRecordLanguage(commands, records),
  ];
}

/** The parts whose code is loaded on first use. */
class DeferredParts {
  readonly #context: vscode.ExtensionContext;
  readonly #shells: Shells;
  readonly #services: Services;
  #requests: Promise<Requests> | undefined;
  #grid: vscode.CustomTextEditorProvider | undefined;

  constructor(context: vscode.ExtensionContext, shells: Shells, services: Services) {
    this.#context = context;
    this.#shells = shells;
    this.#services = services;
  }

  requests(): Promise<Requests> {
    return (this.#requests ??= this.#loadRequests().catch((error: unknown) => {
      this.#requests = undefined;
      throw error;
    }));
  }

  /** Deletes the worlds of the sandbox, the versions of functions, and, if that part is loaded, the files of requests. */
  async forgetLoadedFiles(): Promise<void> {
    await this.#services.sandbox.forgetWorlds();
    await this.#services.versions.deleteAll();
    await (await this.#requests)?.forgetFiles();
  }

  /** Like `forgetLoadedFiles`, but always deletes the files of requests: loads their part first. */
  async forgetFiles(): Promise<void> {
    await this.requests();
    await this.forgetLoadedFiles();
  }

  async grid(): Promise<vscode.CustomTextEditorProvider> {
    const { createGridEditor } = await loadPart('grid', () => import('./records/grid/gridEditor'));
    const { extensionUri, globalState, workspaceState } = this.#context;
    const { records, favourites, applications } = this.#services;
    const folder = vscode.Uri.joinPath(extensionUri, 'dist');
    // One provider for all grids, because they share the counts of records.
    this.#grid ??= createGridEditor({
      records,
      folder,
      state: globalState,
      workspaceState,
      favouritePages: address => favouritePages(favourites, applications, address),
    });
    return this.#grid;
  }

  async tests(controller: vscode.TestController, sandboxProfile: vscode.TestRunProfile): Promise<Tests> {
    const { registerTests } = await loadPart('requests', () => import('./checks/register'));
    const { sandbox, applications, selection } = this.#services;
    const requests = await this.requests();
    const tests = registerTests({ controller, sandbox, applications, selection, sandboxProfile, requests });
    this.#context.subscriptions.push(tests);
    return tests;
  }

  async #loadRequests(): Promise<Requests> {
    const { registerRequests } = await loadPart('requests', () => import('./requests/register'));
    const { documentSecrets, lists, directory } = this.#services;
    const requests = registerRequests({
      ...this.#services,
      secrets: documentSecrets,
      state: this.#context.workspaceState,
      knownIds: target => knownIds(lists, target),
      storage: path.join(directory, 'requests'),
      workerFile: this.#context.asAbsolutePath('dist/responseWorker.js'),
    });
    const visibility = this.#shells.history.onDidChangeVisibility(({ visible }) => {
      if (visible) requests.historyTree.refresh();
    });
    this.#context.subscriptions.push(requests, visibility);
    return requests;
  }
}
