import { rm } from 'node:fs/promises';
import path from 'node:path';
import type * as vscode from 'vscode';
import type { SecretStore } from '../../auth/secretStore';
import type { Parts } from '../parts';
import { registerAnswerCommands } from './answerCommands';
import { registerAnswerLanguage } from './answerLanguage';
import { createAnswers } from './answers';
import { registerCompletion } from './completion';
import { registerDiagnostics } from './diagnostics';
import { createDocumentSecrets, type DocumentSecrets } from './documentSecrets';
import { registerHints } from './hints';
import { createHistory } from './history';
import { registerHistoryView } from './historyView';
import { registerHover } from './hover';
import { createLargeAnswers } from './largeAnswers';
import { registerLenses } from './lenses';
import { registerNewRequest } from './newRequest';
import { createRequestRunner } from './runner';
import { registerSecretChoice } from './secretChoice';
import { registerSendCommands } from './sendCommands';
import { createSending } from './sending';
import { registerStructure } from './structure';
import { registerTransferCommands } from './transferCommands';
import { registerVariables } from './variables';

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
