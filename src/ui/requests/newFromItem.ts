import * as vscode from 'vscode';
import { operationById } from '../../api/operations/catalogue';
import { isLocated } from '../applications/environmentTarget';
import type { TreeNode } from '../nodes/node';
import { nodeId, nodeName } from '../nodes/nodeLabel';
import { UiError } from '../platform/uiError';
import { openNew } from './insert';
import { requestTemplate } from './requestTemplate';

/** A document with the requests that read an item of the tree. */
export async function newFromItem(argument: unknown): Promise<void> {
  if (!isLocated(argument)) throw new UiError(vscode.l10n.t('Choose an item of the tree first.'));
  const node = argument as TreeNode;
  const directive = 'environment' in node ? `# @environment ${node.environment?.name ?? 'Production'}\n` : '';
  const texts = templatesFor(node).map(({ id, values }) => {
    const operation = operationById(id);
    if (operation === undefined) return '';
    // After the title of the request.
    return requestTemplate(operation, values).replace('\n', `\n${directive}`);
  });
  await openNew(`# ${nodeName(node).replace(/\s+/g, ' ')}\n\n${texts.join('\n')}`);
}

/** The requests that read an item and its children. */
function templatesFor(node: TreeNode): { id: string; values?: Record<string, string> }[] {
  const id = nodeId(node) ?? '';
  switch (node.kind) {
    case 'application':
    case 'environment':
      return [{ id: 'serverTime.get' }];
    case 'contentLibrary':
      return [{ id: 'contentGroup.list' }];
    case 'contentGroup': {
      const values = { content_group_id: id };
      return [
        { id: 'contentGroup.get', values },
        { id: 'contentCategory.list', values },
        { id: 'content.list', values },
      ];
    }
    case 'contentCategory': {
      const values = { category_id: id };
      return [
        { id: 'contentCategory.get', values },
        { id: 'content.list', values },
      ];
    }
    case 'content':
      return [{ id: 'content.get', values: { content_id: id } }];
    case 'orders':
      return [{ id: 'order.list' }];
    case 'order':
      return [{ id: 'order.get', values: { transaction_no: id } }];
    case 'user':
      return [{ id: 'user.get' }, { id: 'user.updateProfile' }, { id: 'session.destroy' }];
    case 'sandboxRequests':
    case 'sandboxRequest':
    case 'more':
    case 'error':
    case 'favourites':
    case 'favourite':
      return [];
  }
}
