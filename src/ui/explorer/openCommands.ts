import * as vscode from 'vscode';
import { commandTarget, type CommandServices } from '../applications/commandTarget';
import type { JsonDocuments } from '../documents/documents';
import { environmentOf } from '../nodes/environment';
import { isDocument, isNode } from '../nodes/node';
import { nodeLabel } from '../nodes/nodeLabel';
import type { OrderNode } from '../nodes/order';
import { userNode } from '../nodes/user';
import { chosenRows } from '../platform/commandArgument';
import { namesText } from '../platform/confirm';
import { askToContinue } from '../platform/dialogs';

interface OpenDependencies extends CommandServices {
  documents: JsonDocuments;
}

/** Registers the commands that open rows as documents. */
export function registerOpenCommands(dependencies: OpenDependencies): vscode.Disposable[] {
  const { commands, documents } = dependencies;
  return [
    commands.registerEach(
      'hydrogen.item.open',
      async (argument, several) => {
        if (isNode(argument) && isDocument(argument)) await documents.open(argument, { isPermanent: several });
      },
      row => isNode(row) && isDocument(row) && row.kind !== 'dataTable',
    ),
    commands.register('hydrogen.user.show', async argument => {
      const { application, environment } = await commandTarget(dependencies, argument);
      await documents.open(userNode(environmentOf({ application, environment })));
    }),
    commands.register('hydrogen.order.reveal', (argument, selected) =>
      openUnmasked(documents, chosenRows(argument, selected).filter(isOrder)),
    ),
  ];
}

function isOrder(row: unknown): row is OrderNode {
  return isNode(row) && row.kind === 'order';
}

async function openUnmasked(documents: JsonDocuments, orders: readonly OrderNode[]): Promise<void> {
  if (orders.length === 0) return;
  const several = orders.length > 1;
  const showButton = vscode.l10n.t('Show');
  const question = several
    ? vscode.l10n.t('Show the personal and payment data of {0} orders?', orders.length)
    : vscode.l10n.t('Show the personal and payment data of this order?');
  const stays = vscode.l10n.t('They stay visible in the document until it is closed.');
  const detail = several ? `${namesText(orders.map(nodeLabel))}\n\n${stays}` : stays;
  await askToContinue(question, detail, showButton);
  for (const order of orders) await documents.open(order, { revealed: true, isPermanent: several });
}
