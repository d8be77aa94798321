import * as vscode from 'vscode';
import { joinSentences } from '../../../api/messages/template';
import { Secret } from '../../../api/secret';
import type { Application } from '../../../applications/application';
import type { DocumentSecrets } from '../../tokens/documentSecrets';
import { showInput } from '../../platform/prompts';
import { sandboxUserHint } from '../../nodes/sandboxUser';

/** Asks for the value of `{{$prompt}}`. @throws vscode.CancellationError */
export async function askForValue(question: string): Promise<string> {
  return showInput({
    title: vscode.l10n.t('A value for the request'),
    prompt: question,
    ignoreFocusOut: true,
  });
}

/** Asks for the value of `{{$secret}}` and stores it. @throws vscode.CancellationError */
export async function askForSecret(name: string, application: Application, secrets: DocumentSecrets): Promise<Secret> {
  const storageNote = vscode.l10n.t('It is kept in the secret storage of VS Code and not in the document.');
  const value = await showInput({
    title: vscode.l10n.t('Secret “{0}” of {1}', name, application.name),
    prompt: joinSentences([storageNote, sandboxUserHint(application)].filter(part => part !== undefined)),
    password: true,
    ignoreFocusOut: true,
  });
  if (value === '') throw new vscode.CancellationError();
  const secret = new Secret(value);
  await secrets.of(application).keep(name, secret);
  return secret;
}
