import * as vscode from 'vscode';
import type { SecretStore } from '../../auth/secretStore';
import type { Parts } from '../parts';
import { registerAnswerLanguage } from './answerLanguage';
import { createAnswers } from './answers';
import { registerAssistance } from './assistance';
import { registerDiagnostics } from './diagnostics';
import { createHistory } from './history';
import { registerHistoryView } from './historyView';
import { registerLenses } from './lenses';
import { registerSendCommands } from './requestCommands';
import { createRequestRunner } from './runner';
import { createSending } from './sending';
import { registerStructure } from './structure';
import { registerTransferCommands } from './transferCommands';
import { registerVariables } from './variables';

/** Request documents: writing, sending, looking at answers, history. */
export function registerRequests(
  parts: Parts,
  context: vscode.ExtensionContext,
  store: SecretStore,
): vscode.Disposable[] {
  const folder = vscode.Uri.joinPath(context.globalStorageUri, 'requests');
  const answers = createAnswers();
  const sending = createSending();
  const history = createHistory(folder);
  const runner = createRequestRunner(parts, store, answers, vscode.Uri.joinPath(folder, 'answers'));
  return [
    ...[answers, sending, history],
    ...registerSendCommands(parts, { runner, answers, sending, history }),
    ...registerTransferCommands(parts, runner),
    registerLenses(parts),
    registerStructure(),
    registerVariables(),
    registerAssistance(parts, store),
    registerDiagnostics(parts, store),
    registerAnswerLanguage(answers),
    registerHistoryView(history, parts.commands),
  ];
}
