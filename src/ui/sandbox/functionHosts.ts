import * as vscode from 'vscode';
import { plainHost } from '../messages/plainText';
import { showModal, unlessCancelled } from '../platform/dialogs';

/** Asks whether cloud functions may send requests to a host outside of this machine, while the sandbox runs. */
export async function mayReachHost(host: string): Promise<boolean> {
  const button = vscode.l10n.t('Allow');
  const question = vscode.l10n.t('May cloud functions in the sandbox send requests to {0}?', plainHost(host));
  const detail = vscode.l10n.t(
    'The requests leave this machine, and the host gets what the function sends. You are asked once for each host while the sandbox runs.',
  );
  return (await unlessCancelled(showModal('warning', question, detail, button))) === button;
}
