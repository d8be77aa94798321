import * as vscode from 'vscode';
import { Secret } from '../../../api/secret';
import type { Application } from '../../../applications/application';
import type { DocumentSecrets } from '../../tokens/documentSecrets';
import { showInput } from '../../platform/prompts';

/** The value of `{{$prompt}}`. @throws vscode.CancellationError */
export async function askForValue(question: string): Promise<string> {
  const value = await showInput({ prompt: question, ignoreFocusOut: true });
  if (value === undefined) throw new vscode.CancellationError();
  return value;
}

/** The value of `{{$secret}}`: the stored one, else it is asked for and stored. @throws vscode.CancellationError */
export async function storedOrAsked(name: string, application: Application, secrets: DocumentSecrets): Promise<Secret> {
  const stored = secrets.of(application);
  const found = await stored.read(name);
  if (found !== undefined) return found;
  const value = await showInput({
    title: vscode.l10n.t('Secret “{0}” of {1}', name, application.name),
    prompt: vscode.l10n.t('It is kept in the secret storage of VS Code and not in the document.'),
    password: true,
    ignoreFocusOut: true,
  });
  if (value === undefined || value === '') throw new vscode.CancellationError();
  const secret = new Secret(value);
  await stored.keep(name, secret);
  return secret;
}
