import * as vscode from 'vscode';
import { operationById } from '../../api/operations/catalogue';
import { isNode, kindOf } from '../nodes/node';
import { nodeLabel } from '../nodes/nodeLabel';
import { UiError } from '../platform/uiError';
import { openNew } from './insert';
import { requestTemplate } from './requestTemplate';

/** A document with the requests that read an item of the tree. */
export async function newFromItem(argument: unknown): Promise<void> {
  if (!isNode(argument)) throw new UiError(vscode.l10n.t('Choose an item of the tree first.'));
  const directive = 'environment' in argument ? `# @environment ${argument.environment?.name ?? 'Production'}\n` : '';
  const templates = kindOf(argument).operations?.(argument) ?? [];
  const texts = templates.map(({ id, values }) => {
    const operation = operationById(id);
    if (operation === undefined) return '';
    // After the title of the request.
    return requestTemplate(operation, values).replace('\n', `\n${directive}`);
  });
  await openNew(`# ${nodeLabel(argument).replace(/\s+/g, ' ')}\n\n${texts.join('\n')}`);
}
