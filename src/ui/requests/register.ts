import { rm } from 'node:fs/promises';
import type { CommandServices } from '../applications/commandTarget';
import path from 'node:path';
import * as vscode from 'vscode';
import type { RunHost } from '../../requests/checks/runHost';
import type { Guard } from '../guard/guard';
import { chosenRows } from '../platform/commandArgument';
import type { ReadonlyFiles } from '../loading/deferred';
import type { Http } from '../network/http';
import type { Log } from '../platform/log';
import type { ReadonlyTexts } from '../platform/readonlyTexts';
import type { DocumentSecrets } from '../tokens/documentSecrets';
import type { Tokens } from '../tokens/tokens';
import type { Users } from '../users/userSessions';
import { registerConvertCommands } from './convertCommands';
import { NamedResponses } from './document/namedResponses';
import { parsedDocument } from './document/parsedDocument';
import { History } from './history/history';
import { registerHistoryCommands } from './history/historyCommands';
import { createHistoryDocuments, restoredResponse } from './history/historyDocuments';
import { HistoryTree } from './history/historyTree';
import { onDidChangeDestinations, targetNow } from './document/requestTarget';
import { registerCheckActions } from './language/checkActions';
import { registerCodeLens } from './language/codeLens';
import { registerCompletion, type KnownIds } from './language/completion';
import { registerDiagnostics } from './language/diagnostics';
import { registerDocumentSymbols } from './language/documentSymbols';
import { registerHover } from './language/hover';
import { registerInlayHints } from './language/inlayHints';
import { registerVariables } from './language/variables';
import { isReadable, newFromItems } from './newFromItem';
import { newRequest } from './newRequest';
import { BackgroundWork } from './responses/backgroundWork';
import { LargeResponses } from './responses/largeResponses';
import { registerResponseCommands } from './responses/responseCommands';
import { registerResponseLanguage } from './responses/responseLanguage';
import { Responses } from './responses/responses';
import { CheckResults } from './sending/checkResults';
import { Consents } from './sending/consents';
import { OutdatedSnapshots } from './sending/outdatedSnapshots';
import { RequestRunner } from './sending/runner';
import { registerSecretChoice } from './sending/secretChoice';
import { SecretUse } from './sending/secretUse';
import { registerSendCommands } from './sending/sendCommands';
import { RequestSender, withoutTarget } from './sending/requestSender';
import { SendStatus } from './sending/sendStatus';
import { RequestsInFlight } from './sending/requestsInFlight';

/** The feature of request documents, with sending, responses and history. */
export interface Requests extends vscode.Disposable {
  /** For the view `hydrogen.history`. */
  readonly historyTree: HistoryTree;
  /** For the scheme `hydrogen-response`. */
  readonly responseFiles: ReadonlyFiles;
  /** For the scheme `hydrogen-history`. */
  readonly historyFiles: ReadonlyFiles;
  /** Sends a request of a test run. */
  readonly check: RequestRunner['check'];
  /** Evaluates checks; those of a large response in a worker thread. */
  readonly evaluate: NonNullable<RunHost['evaluate']>;
  /** The outdated snapshots of test runs, for “Update Snapshot”. */
  readonly outdatedSnapshots: OutdatedSnapshots;
  /** Deletes the history and the responses on disk. */
  forgetFiles(): Promise<void>;
}

/** The time in milliseconds after which files of crashed windows are deleted. */
const sweepAfter = 10_000;

interface RequestsOptions extends CommandServices {
  tokens: Tokens;
  users: Users;
  http: Http;
  guard: Guard;
  secrets: DocumentSecrets;
  knownIds: KnownIds;
  texts: ReadonlyTexts;
  /** The workspace state of the extension. */
  state: vscode.Memento;
  log: Log;
  /** The folder for files of this feature, in the extension's storage. */
  storage: string;
  /** The bundle of responses/responseWorker.ts. */
  workerFile: string;
}

/** Registers request documents. Loaded with the first document, response, history entry or command. */
export function registerRequests(options: RequestsOptions): Requests {
  const services = createServices(options);
  const { storage } = options;
  const { responses, largeResponses, sendStatus, inFlight, checkResults, historyTree, history, runner, work } =
    services;
  const sweeping = setTimeout(() => void largeResponses.sweep(), sweepAfter);
  const disposables = vscode.Disposable.from(
    ...[responses, largeResponses, sendStatus, inFlight, checkResults, historyTree, history],
    { dispose: () => clearTimeout(sweeping) },
    ...registerCommands(options, services),
    ...registerLanguage(options, services),
  );
  return {
    historyTree,
    responseFiles: responses.files,
    historyFiles: services.historyDocuments.files,
    outdatedSnapshots: services.outdatedSnapshots,
    check: (...run) => runner.check(...run),
    evaluate: checked => work.run('checks', [checked], checked.body.length, undefined),
    async forgetFiles() {
      await history.clear();
      await rm(storage, { recursive: true, force: true });
    },
    dispose: () => void disposables.dispose(),
  };
}

type RequestServices = ReturnType<typeof createServices>;

function createServices(options: RequestsOptions) {
  const { applications, selection, secrets, state, log, storage, workerFile } = options;
  const namedResponses = new NamedResponses();
  const largeResponses = new LargeResponses(path.join(storage, 'responses'));
  const work = new BackgroundWork(workerFile, error =>
    log.warn(`a large response is not read in a thread of its own: ${(error as NodeJS.ErrnoException).code ?? ''}`),
  );
  const history = new History(storage, work, log);
  const historyTree = new HistoryTree(history, () => applications.list().applications.length > 1);
  const historyDocuments = createHistoryDocuments(history, applications);
  const dropFile = (file: string) => largeResponses.delete(file);
  const responses = new Responses(work, dropFile, uri => restoredResponse(uri, history));
  const sendStatus = new SendStatus();
  const checkResults = new CheckResults(
    request => targetNow(request, selection.current(), applications.list().applications),
    listener => onDidChangeDestinations({ selection, applications }, listener),
  );
  const consents = new Consents(state);
  const secretUse = new SecretUse({ applications, secrets }, consents);
  const parts = { secretUse, consents, responses, largeResponses, namedResponses, work };
  const runner = new RequestRunner({ ...options, ...parts });
  return {
    namedResponses,
    largeResponses,
    work,
    history,
    historyTree,
    historyDocuments,
    responses,
    sendStatus,
    checkResults,
    secretUse,
    runner,
    inFlight: new RequestsInFlight(),
    outdatedSnapshots: new OutdatedSnapshots(),
    sender: new RequestSender({ runner, sendStatus, history, checkResults }),
  };
}

function registerCommands(options: RequestsOptions, services: RequestServices): vscode.Disposable[] {
  const { commands, applications, selection, users } = options;
  const { sender, historyTree, historyDocuments } = services;
  const all = { ...options, ...services };
  return [
    ...registerSendCommands(all),
    ...registerResponseCommands(all),
    commands.register('hydrogen.request.new', argument => newRequest(selection.current()?.application, argument)),
    commands.register('hydrogen.request.newFromItem', (argument, selected) =>
      newFromItems(chosenRows(argument, selected, isReadable), applications.list().applications, users),
    ),
    ...registerConvertCommands(all),
    registerSecretChoice(all),
    ...registerCheckActions(all),
    ...registerHistoryCommands({
      ...all,
      tree: historyTree,
      documents: historyDocuments,
      resend: (document, target) =>
        sender.send({
          document,
          requests: parsedDocument(document).requests.slice(0, 1).map(withoutTarget),
          selection: target,
        }),
    }),
  ];
}

function registerLanguage(options: RequestsOptions, services: RequestServices): vscode.Disposable[] {
  const all = { ...options, ...services };
  const { responses, history, work } = services;
  return [
    registerCodeLens(all),
    registerDocumentSymbols(),
    registerVariables(),
    registerCompletion(all),
    registerHover(all),
    registerInlayHints(options),
    registerDiagnostics(all),
    registerResponseLanguage(responses, async id => (await history.entry(id)) !== undefined, work),
  ];
}
