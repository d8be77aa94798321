import * as vscode from 'vscode';
import { commandApplication } from '../../applications/commandTarget';
import { documentUri, readAddress } from '../documentAddress';
import type { Parts } from '../../parts';
import { createContentPreviews, openLink, openLinkCommand } from './contentPreview';
import { isLocated } from '../../applications/environmentTarget';
import { isScripted, type CommandArgument } from '../../platform/commandArgument';
import type { TreeNode } from '../../nodes/node';
import { schemes } from '../../platform/schemes';
import { UiError } from '../../platform/uiError';

export function registerPreviewCommands(parts: Parts): vscode.Disposable[] {
  const { commands, applications, http } = parts;
  const previews = createContentPreviews(applications, http);
  return [
    previews,
    commands.register('hydrogen.content.preview', async argument => {
      const uri = await contentUri(parts, argument);
      const beside = !isLocated(argument) && vscode.window.activeTextEditor?.document.uri.toString() === uri.toString();
      await previews.show(uri, beside ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active);
    }),
    commands.register('hydrogen.content.showImages', () => previews.showImages()),
    commands.register(openLinkCommand, openLink),
    tellContentDocuments(parts),
  ];
}

/** The address of the content: of a tree item, of its JSON document, or of what a script names. */
async function contentUri(parts: Parts, argument: CommandArgument): Promise<vscode.Uri> {
  const uri = argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
  if (isLocated(argument)) {
    const node = argument as TreeNode;
    if (node.kind === 'content') return documentUri(node);
  } else if (isScripted(argument) && !(argument instanceof vscode.Uri)) {
    const { application, environment } = await commandApplication(parts, argument);
    const { contentId } = argument;
    if (typeof contentId === 'string' || typeof contentId === 'number') {
      const content = { id: String(contentId), title: undefined, raw: {} };
      return documentUri({ kind: 'content', id: '', parent: undefined, application, environment, content });
    }
  } else if (uri !== undefined && isContent(parts, uri)) {
    return uri;
  }
  throw new UiError(vscode.l10n.t('There is no content here. Choose one in the tree, or open it as JSON first.'));
}

/** So that only the JSON document of a content offers its preview. */
function tellContentDocuments(parts: Parts): vscode.Disposable {
  const tell = () => {
    const uris = vscode.workspace.textDocuments.map(({ uri }) => uri).filter(uri => isContent(parts, uri));
    void vscode.commands.executeCommand('setContext', 'hydrogen.contentDocuments', uris.map(String));
  };
  tell();
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(tell),
    vscode.workspace.onDidCloseTextDocument(tell),
  );
}

function isContent({ applications }: Parts, uri: vscode.Uri): boolean {
  if (uri.scheme !== schemes.document) return false;
  try {
    return readAddress(uri, applications).kind === 'content';
  } catch {
    return false;
  }
}
