import * as vscode from 'vscode';
import { exportCurl } from '../../api/http/curl';
import { webApiTarget } from '../applications/environmentTarget';
import { kindOf, type TreeNode } from '../nodes/node';
import { nodeId, nodeLabel, nodePath } from '../nodes/nodeLabel';
import type { CommandRunner } from '../platform/command';
import { askToContinue, copyLines } from '../platform/dialogs';
import { UiError } from '../messages/uiError';
import { realmOf, type Users } from '../users/userSessions';
import { chosenNodes } from './chosenNodes';

interface CopyDependencies {
  commands: CommandRunner;
  users: Users;
  view: Pick<vscode.TreeView<TreeNode>, 'selection'>;
}

/** Registers the commands that copy a value of every selected row, one per line. */
export function registerCopyCommands({ commands, users, view }: CopyDependencies): vscode.Disposable[] {
  const copying = (id: string, textOf: (node: TreeNode) => string | undefined | Promise<string | undefined>) =>
    commands.register(id, async (argument, selected) =>
      copy(await textsOf(chosenNodes(view, argument, selected), textOf)),
    );
  return [
    copying('hydrogen.item.copyId', nodeId),
    copying('hydrogen.item.copyName', nodeLabel),
    // Rows such as “Load more…” have no name.
    copying('hydrogen.item.copyPath', node => nodeLabel(node) && nodePath(node).join(' / ')),
    copying('hydrogen.item.copyCurl', node => curl(node, '<CLIENT_ID>', '<USER_ACCESS_TOKEN>')),
    commands.register('hydrogen.item.copyCurlWithCredentials', async (argument, selected) => {
      const nodes = chosenNodes(view, argument, selected);
      await confirmCredentials();
      await copy(await textsOf(nodes, node => curlWithCredentials(users, node)));
    }),
  ];
}

async function textsOf(
  nodes: readonly TreeNode[],
  textOf: (node: TreeNode) => string | undefined | Promise<string | undefined>,
): Promise<string[]> {
  const texts = await Promise.all(nodes.map(async node => textOf(node)));
  return texts.filter(text => text !== undefined && text !== '') as string[];
}

async function copy(texts: readonly string[]): Promise<void> {
  if (texts.length === 0) throw new UiError(vscode.l10n.t('There is nothing to copy. Select rows that have it.'));
  await copyLines(texts, vscode.l10n.t('Copied'));
}

async function confirmCredentials(): Promise<void> {
  const button = vscode.l10n.t('Copy with Credentials');
  const question = vscode.l10n.t('Copy the request with ClientID and user token?');
  const detail = vscode.l10n.t(
    'Every program on this machine can read the clipboard, and clipboards may be kept or synced. Whoever has the token can act as the user until it expires.',
  );
  await askToContinue(question, detail, button);
}

async function curlWithCredentials(users: Users, node: TreeNode): Promise<string | undefined> {
  const request = kindOf(node).request?.(node);
  // An access token can do everything in every environment, so it is never copied.
  if (request?.asApplication === true) return undefined;
  if (request?.asUser !== true) return curl(node, node.application.clientId, '');
  const call = (token: { reveal(): string }) => Promise.resolve(curl(node, node.application.clientId, token.reveal()));
  return 'environment' in node ? users.of(node.application).call(realmOf(node), call) : undefined;
}

function curl(node: TreeNode, clientId: string, userToken: string): string | undefined {
  const request = kindOf(node).request?.(node);
  if (request === undefined || !('environment' in node)) return undefined;
  const { serverDomain, envId } = webApiTarget(node);
  const isOpenApi = request.asApplication === true;
  const url = new URL(request.path, isOpenApi ? node.application.authUrl : serverDomain);
  for (const [name, value] of Object.entries(request.query ?? {})) url.searchParams.set(name, value);
  const headers: [string, string][] = isOpenApi ? [] : [['X-Hydrogen-Client-ID', clientId]];
  if (envId !== undefined) headers.push(['X-Hydrogen-Env-ID', envId]);
  if (isOpenApi) headers.push(['Authorization', 'Bearer <ACCESS_TOKEN>']);
  if (request.asUser === true) headers.push(['Authorization', `Hydrogen-r1 ${userToken}`]);
  return exportCurl({ method: 'GET', url: url.href, headers, body: undefined });
}
