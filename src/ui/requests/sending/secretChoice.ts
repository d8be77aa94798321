import * as vscode from 'vscode';
import { Secret } from '../../../api/secret';
import type { ApplicationStore } from '../../applications/applicationStore';
import { commandTarget } from '../../applications/commandTarget';
import type { SelectionStore } from '../../applications/selectionStore';
import type { CommandRunner } from '../../platform/command';
import { plainText } from '../../platform/plainText';
import { UiError } from '../../platform/uiError';
import type { DocumentSecrets } from '../../tokens/documentSecrets';
import { showInput, showPick } from '../../platform/prompts';

/** The secrets of `{{$secret name}}` by name, to be replaced or forgotten. */
export function registerSecretChoice({
  commands,
  applications,
  selection,
  secrets,
}: {
  commands: CommandRunner;
  applications: ApplicationStore;
  selection: SelectionStore;
  secrets: DocumentSecrets;
}): vscode.Disposable {
  return commands.register('hydrogen.request.secrets', async () => {
    const { application } = await commandTarget({ applications, selection }, undefined);
    const kept = secrets.of(application);
    const names = await kept.names();
    const title = vscode.l10n.t('Secrets of request documents of {0}', plainText(application.name));
    if (names.length === 0) throw new UiError(vscode.l10n.t('No secrets are kept for request documents.'));
    const picked = await showPick(
      names.map(name => ({ label: name, name })),
      { title },
    );
    if (picked === undefined) return;
    const chosen = picked.name;
    const replace = { label: vscode.l10n.t('Replace…'), forget: false };
    const forget = { label: vscode.l10n.t('Forget'), forget: true };
    const action = await showPick([replace, forget], { title: chosen });
    if (action === undefined) return;
    if (action.forget) {
      await kept.forget(chosen);
      return;
    }
    const value = await showInput({
      title: vscode.l10n.t('Secret “{0}” of {1}', chosen, application.name),
      password: true,
      ignoreFocusOut: true,
    });
    if (value !== undefined && value !== '') await kept.keep(chosen, new Secret(value));
  });
}
