import * as vscode from 'vscode';
import { Secret } from '../../api/secret';
import type { ClientCertificateEntry } from '../../applications/clientCertificates';
import type { ClientCertificates } from '../network/clientCertificates';
import { invalidArgument, isScripted, type CommandArgument } from '../platform/commandArgument';
import { confirm } from '../platform/confirm';
import { showStatus } from '../platform/dialogs';
import { showInput, showPick } from '../platform/prompts';
import { UiError } from '../messages/uiError';

/**
 * Stores the passphrase of a client certificate, for use by the next request. A script passes
 * `{ origin, passphrase }`.
 */
export async function enterPassphrase(certificates: ClientCertificates, argument: CommandArgument): Promise<void> {
  const entries = certificates.list();
  if (isScripted(argument)) {
    const { origin, passphrase } = argument;
    const named = entries.find(entry => entry.origin === origin);
    if (named === undefined) throw invalidArgument('origin');
    if (typeof passphrase !== 'string') throw invalidArgument('passphrase');
    if (await certificates.hasPassphrase(named)) await confirmReplacing(named, argument);
    await certificates.keepPassphrase(named, new Secret(passphrase));
    return;
  }
  const entry = await chosenEntry(entries);
  const title = vscode.l10n.t('Passphrase of the Client Certificate for {0}', new URL(entry.origin).host);
  const prompt = vscode.l10n.t('It is kept in the secret storage of VS Code.');
  const typed = await showInput({ title, prompt, password: true, ignoreFocusOut: true });
  await certificates.keepPassphrase(entry, new Secret(typed));
  showStatus(vscode.l10n.t('The passphrase was saved'));
}

function confirmReplacing({ origin }: ClientCertificateEntry, argument: CommandArgument): Promise<void> {
  return confirm('hydrogen.connection.enterPassphrase', argument, {
    question: vscode.l10n.t('Replace the passphrase of the client certificate for {0}?', new URL(origin).host),
    detail: vscode.l10n.t('The stored passphrase will be lost.'),
    button: vscode.l10n.t('Replace'),
  });
}

async function chosenEntry(entries: readonly ClientCertificateEntry[]): Promise<ClientCertificateEntry> {
  const [only] = entries;
  if (only === undefined) {
    const text = vscode.l10n.t('No client certificate is set. Add one to hydrogen.http.clientCertificates.');
    throw new UiError(text, ['openSettings']);
  }
  if (entries.length === 1) return only;
  const items = entries.map(entry => ({ label: entry.origin, description: entry.pfx ?? entry.key ?? '', entry }));
  const title = vscode.l10n.t('Choose a Client Certificate');
  const { entry } = await showPick(items, { title, placeHolder: vscode.l10n.t('Address of the server') });
  return entry;
}
