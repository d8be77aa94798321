import * as vscode from 'vscode';
import type { Application } from '../../../applications/application';
import { targetApplication, type CommandServices } from '../../applications/commandTarget';
import { isLocated, type Located } from '../../applications/environmentTarget';
import type { CommandArgument } from '../../platform/commandArgument';
import { plainText } from '../../messages/plainText';
import { UiError } from '../../messages/uiError';
import type { DocumentSecrets } from '../../tokens/documentSecrets';
import { showStatus } from '../../platform/dialogs';
import { showPick } from '../../platform/prompts';
import { askForSecret } from './askForValue';

/** The argument of a button that replaces a secret. */
interface NamedSecret extends Located {
  name: string;
}

function isNamed(argument: CommandArgument): argument is NamedSecret {
  return isLocated(argument) && 'name' in argument;
}

/** Registers the command that lists the `{{$secret name}}` secrets, to replace or delete them. */
export function registerSecretChoice(services: CommandServices & { secrets: DocumentSecrets }): vscode.Disposable {
  const { commands, applications, selection, secrets } = services;
  const replace = async (name: string, application: Application) => {
    await askForSecret(name, application, services);
    showStatus(vscode.l10n.t('The secret “{0}” was replaced', plainText(name, 40)), 8000);
  };
  return commands.register('hydrogen.request.secrets', async argument => {
    if (isNamed(argument)) {
      await replace(argument.name, argument.application);
      return;
    }
    const application = await targetApplication({ applications, selection }, undefined);
    const stored = secrets.of(application);
    const names = await stored.names();
    const title = vscode.l10n.t('Secrets of request documents of {0}', plainText(application.name));
    if (names.length === 0) throw new UiError(vscode.l10n.t('No secrets are kept for request documents.'));
    const { name: chosen } = await showPick(
      names.map(name => ({ label: name, name })),
      { title, placeHolder: vscode.l10n.t('Choose a secret') },
    );
    const change = { label: vscode.l10n.t('Replace…'), forget: false };
    const forget = { label: vscode.l10n.t('Forget'), forget: true };
    const placeHolder = vscode.l10n.t('What do you want to do?');
    const action = await showPick([change, forget], { title: chosen, placeHolder });
    if (action.forget) await stored.forget(chosen);
    else await replace(chosen, application);
  });
}
