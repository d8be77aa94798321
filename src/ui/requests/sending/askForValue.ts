import * as vscode from 'vscode';
import { joinSentences } from '../../../api/messages/template';
import { Secret } from '../../../api/secret';
import { applicationIdentity, type Application } from '../../../applications/application';
import type { ApplicationStore } from '../../applications/applicationStore';
import { commandApplication } from '../../applications/commandTarget';
import { UiError } from '../../messages/uiError';
import type { DocumentSecrets } from '../../tokens/documentSecrets';
import { plainText } from '../../messages/plainText';
import { showInput } from '../../platform/prompts';
import { sandboxUserHint } from '../../nodes/sandboxUser';

/** Asks for the value of `{{$prompt}}`. @param signal closes the question @throws vscode.CancellationError */
export async function askForValue(question: string, signal: AbortSignal | undefined): Promise<string> {
  return showInput({
    title: vscode.l10n.t('A value for the request'),
    prompt: question,
    ignoreFocusOut: true,
    signal,
  });
}

export interface SecretServices {
  applications: Pick<ApplicationStore, 'list'>;
  secrets: DocumentSecrets;
}

/**
 * Asks for the value of `{{$secret}}` and stores it.
 * @param signal closes the question
 * @throws vscode.CancellationError; UiError if the application was removed or got another server domain meanwhile
 */
export async function askForSecret(
  name: string,
  application: Application,
  { applications, secrets }: SecretServices,
  signal?: AbortSignal,
): Promise<Secret> {
  const storageNote = vscode.l10n.t('It is kept in the secret storage of VS Code and not in the document.');
  const value = await showInput({
    title: vscode.l10n.t('Secret “{0}” of {1}', name, application.name),
    prompt: joinSentences([storageNote, sandboxUserHint(application)].filter(part => part !== undefined)),
    password: true,
    ignoreFocusOut: true,
    signal,
  });
  if (value === '') throw new vscode.CancellationError();
  // The settings may have changed during the question. The secrets may have been moved to the other store.
  const { application: current } = await commandApplication({ applications }, { application });
  // Storing a secret for another server domain would delete the secrets of the current one.
  if (applicationIdentity(current) !== applicationIdentity(application)) {
    throw new UiError(
      vscode.l10n.t('{0} has another server domain now. The secret was not stored.', plainText(current.name, 60)),
    );
  }
  const secret = new Secret(value);
  await secrets.of(current).keep(name, secret);
  return secret;
}
