import * as vscode from 'vscode';
import { addedRequest } from '../../requests/convert/addedRequest';
import { parseDocument } from '../../requests/document/parse';
import { targetLines } from '../../requests/document/requestTarget';
import type { Application } from '../../applications/application';
import { operationById } from '../../api/operations/catalogue';
import { isNode, kindOf } from '../nodes/node';
import { nodeLabel } from '../nodes/nodeLabel';
import { UiError } from '../messages/uiError';
import { realmOf, type Users } from '../users/userSessions';
import { openNew } from './insert';
import { requestTemplate } from './requestTemplate';

/** True if documented operations can read this tree item. */
export function isReadable(row: unknown): boolean {
  return isNode(row) && kindOf(row).operations !== undefined;
}

/** Opens a document with requests that read items of the tree. */
export async function newFromItems(rows: readonly unknown[], all: readonly Application[], users: Users): Promise<void> {
  let text = '';
  for (const row of rows) {
    const added = addedRequest(await requestsOf(row, all, users), parseDocument(text));
    text += text === '' ? added : `\n${added}`;
  }
  await openNew(text);
}

async function requestsOf(argument: unknown, all: readonly Application[], users: Users): Promise<string> {
  if (!isNode(argument)) throw new UiError(vscode.l10n.t('Select an item in the tree first.'));
  const environmentNode = 'environment' in argument ? argument : undefined;
  const session = environmentNode && (await users.of(environmentNode.application).read(realmOf(environmentNode)));
  const directives = targetLines(
    argument.application,
    environmentNode && { envId: environmentNode.environment?.envId },
    all,
  );
  const templates = kindOf(argument).operations?.(argument, session?.userId) ?? [];
  const texts = templates.map(({ id, values }) => {
    const operation = operationById(id);
    if (operation === undefined) return '';
    // Inserts the directives below the title, which is the first line.
    return requestTemplate(operation, values).replace('\n', `\n${directives}`);
  });
  return `# ${nodeLabel(argument).replace(/\s+/g, ' ')}\n\n${texts.join('\n')}`;
}
