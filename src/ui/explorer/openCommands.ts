import * as vscode from 'vscode';
import type { ApplicationStore } from '../applications/applicationStore';
import { commandTarget } from '../applications/commandTarget';
import type { SelectionStore } from '../applications/selectionStore';
import type { JsonDocuments } from '../documents/documents';
import { environmentOf } from '../nodes/environment';
import { isDocument, isNode } from '../nodes/node';
import type { OrderNode } from '../nodes/order';
import { userNode } from '../nodes/user';
import type { CommandRunner } from '../platform/command';
import { showModal } from '../platform/dialogs';

interface OpenDependencies {
  commands: CommandRunner;
  applications: ApplicationStore;
  selection: SelectionStore;
  documents: JsonDocuments;
}

/** Rows that open as documents. */
export function registerOpenCommands(dependencies: OpenDependencies): vscode.Disposable[] {
  const { commands, documents } = dependencies;
  return [
    commands.register('hydrogen.item.open', async argument => {
      if (isNode(argument) && isDocument(argument)) await documents.open(argument);
    }),
    commands.register('hydrogen.user.show', async argument => {
      const { application, environment } = await commandTarget(dependencies, argument);
      await documents.open(userNode(environmentOf({ application, environment })));
    }),
    commands.register('hydrogen.order.reveal', async argument => {
      if (isNode(argument) && argument.kind === 'order') await openUnmasked(documents, argument);
    }),
  ];
}

async function openUnmasked(documents: JsonDocuments, order: OrderNode): Promise<void> {
  const showButton = vscode.l10n.t('Show');
  const question = vscode.l10n.t('Show the personal and payment data of this order?');
  const detail = vscode.l10n.t('They stay visible in the document until it is closed.');
  const chosen = await showModal('warning', question, detail, showButton);
  if (chosen !== showButton) throw new vscode.CancellationError();
  await documents.open(order, { revealed: true });
}
