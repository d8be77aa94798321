import * as vscode from 'vscode';
import type { Secret } from '../../../api/secret';
import { applicationIdentity, type Application } from '../../../applications/application';
import { askToContinue } from '../../platform/dialogs';
import { plainText } from '../../messages/plainText';
import { schemes } from '../../platform/schemes';
import { askForSecret, type SecretServices } from './askForValue';
import type { Consents } from './consents';

/** Reads secrets for documents; each document needs the user's permission. */
export class SecretUse {
  readonly #services: SecretServices;
  readonly #consents: Consents;

  constructor(services: SecretServices, consents: Consents) {
    this.#services = services;
    this.#consents = consents;
  }

  /**
   * Returns the stored secret, or asks for it and stores it.
   * @param signal closes the question
   * @throws vscode.CancellationError
   */
  async read(
    name: string,
    application: Application,
    document: vscode.TextDocument,
    signal?: AbortSignal,
  ): Promise<Secret> {
    const keys = consentKeys(name, application);
    const stored = await this.#services.secrets.of(application).read(name);
    if (stored !== undefined && this.#consents.has(document, keys)) return stored;
    if (stored !== undefined) await ask(name, application, document);
    const secret = stored ?? (await askForSecret(name, application, this.#services, signal));
    await this.#consents.give(document, keys);
    return secret;
  }

  async keep(name: string, secret: Secret, application: Application, document: vscode.TextDocument): Promise<void> {
    await this.#services.secrets.of(application).keep(name, secret);
    await this.#consents.give(document, consentKeys(name, application));
  }
}

function consentKeys(name: string, application: Application): string[] {
  return [JSON.stringify(['secret', name, applicationIdentity(application)])];
}

async function ask(name: string, application: Application, document: vscode.TextDocument): Promise<void> {
  const button = vscode.l10n.t('Use Secret');
  const question = vscode.l10n.t(
    'Use the secret “{0}” of {1} in this document?',
    name,
    plainText(application.name, 60),
  );
  const { serverDomain, authUrl } = application;
  const detail =
    serverDomain === authUrl
      ? vscode.l10n.t('This is the first time {0} uses it. It is only sent to {1}.', documentLabel(document), authUrl)
      : vscode.l10n.t(
          'This is the first time {0} uses it. It is only sent to {1} or {2}.',
          documentLabel(document),
          serverDomain,
          authUrl,
        );
  await askToContinue(question, detail, button);
}

function documentLabel({ uri }: vscode.TextDocument): string {
  if (uri.scheme === schemes.history) return vscode.l10n.t('the request history');
  return plainText(vscode.workspace.asRelativePath(uri), 200);
}
