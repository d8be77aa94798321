import { rm } from 'node:fs/promises';
import path from 'node:path';
import type * as vscode from 'vscode';
import type { SecretStore } from '../../auth/secretStore';
import type { Parts } from '../parts';
import { registerAnswerCommands } from './responses/responseCommands';
import { registerAnswerLanguage } from './responses/responseLanguage';
import { createAnswers } from './responses/responses';
import { registerCompletion } from './language/completion';
import { registerDiagnostics } from './language/diagnostics';
import { createDocumentSecrets, type DocumentSecrets } from '../tokens/documentSecrets';
import { registerHints } from './language/inlayHints';
import { createHistory } from './history/history';
import { registerHistoryView } from './history/historyView';
import { registerHover } from './language/hover';
import { createLargeAnswers } from './responses/largeResponses';
import { registerLenses } from './language/codeLens';
import { registerNewRequest } from './newRequest';
import { createRequestRunner } from './sending/runner';
import { registerSecretChoice } from './sending/secretChoice';
import { registerSendCommands } from './sending/sendCommands';
import { createSending } from './sending/sendStatus';
import { registerStructure } from './language/documentSymbols';
import { registerTransferCommands } from './convertCommands';
import { registerVariables } from './language/variables';

/** Request documents: writing, sending, looking at answers, history. */
export interface Requests {
  disposables: vscode.Disposable[];
  secrets: DocumentSecrets;
  /** Deletes the history and the answers on disk. */
  forgetFiles(): Promise<void>;
}

/** After this many milliseconds what a window that crashed left behind is looked for. */
const sweepAfter = 10_000;

export function registerRequests(parts: Parts, context: vscode.ExtensionContext, store: SecretStore): Requests {
  const folder = path.join(context.globalStorageUri.fsPath, 'requests');
  const secrets = createDocumentSecrets(store);
  const largeAnswers = createLargeAnswers(path.join(folder, 'answers'));
  const answers = createAnswers(file => largeAnswers.delete(file));
  const sending = createSending();
  const history = createHistory(folder, parts.log);
  const runner = createRequestRunner(parts, secrets, answers, largeAnswers);
  const own = { runner, answers, sending, history };
  const sweeping = setTimeout(() => void largeAnswers.sweep(), sweepAfter);
  const disposables = [
    ...[answers, largeAnswers, sending, history],
    { dispose: () => clearTimeout(sweeping) },
    ...registerSendCommands(parts, own),
    ...registerAnswerCommands(parts, answers),
    ...registerNewRequest(parts),
    ...registerTransferCommands(parts, runner),
    registerSecretChoice(parts, secrets),
    registerLenses(parts),
    registerStructure(),
    registerVariables(),
    registerCompletion(parts, secrets),
    registerHover(parts, runner),
    registerHints(parts),
    registerDiagnostics(parts, secrets),
    registerAnswerLanguage(answers),
    registerHistoryView(parts, own),
  ];
  return {
    disposables,
    secrets,
    async forgetFiles() {
      await history.clear();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
