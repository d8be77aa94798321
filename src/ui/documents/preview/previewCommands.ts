import * as vscode from 'vscode';
import { commandApplication } from '../../applications/commandTarget';
import { documentUri, readAddress } from '../documentAddress';
import type { ApplicationStore } from '../../applications/applicationStore';
import type { CommandRunner } from '../../platform/command';
import type { Http } from '../../network/http';
import { ContentPreviews } from './contentPreview';
import { openLink, openLinkCommand } from './previewPanel';
import { isScripted, type CommandArgument } from '../../platform/commandArgument';
import { contentItemNode } from '../../nodes/content';
import { environmentOf } from '../../nodes/environment';
import { isNode } from '../../nodes/node';
import { UiError } from '../../messages/uiError';
import { schemes } from '../../platform/schemes';

export interface PreviewDependencies {
  commands: CommandRunner;
  applications: ApplicationStore;
  http: Pick<Http, 'fetch'>;
}

export function registerPreviewCommands({ commands, applications, http }: PreviewDependencies): vscode.Disposable[] {
  const previews = new ContentPreviews(applications, http);
  return [
    previews,
    commands.registerEach('hydrogen.content.preview', async argument => {
      const uri = await contentUri(applications, argument);
      const beside = !isNode(argument) && vscode.window.activeTextEditor?.document.uri.toString() === uri.toString();
      await previews.show(uri, beside ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active);
    }),
    commands.register('hydrogen.content.showImages', () => previews.showImages()),
    commands.register(openLinkCommand, openLink),
    trackContentDocuments(applications),
  ];
}

/** Returns the document URI of the content: from a tree item, a JSON document, or a script's argument. */
async function contentUri(applications: ApplicationStore, argument: CommandArgument): Promise<vscode.Uri> {
  const uri = argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
  if (isNode(argument)) {
    if (argument.kind === 'content') return documentUri(argument);
  } else if (isScripted(argument) && !(argument instanceof vscode.Uri)) {
    const { application, environment } = await commandApplication({ applications }, argument);
    const { contentId } = argument;
    if (typeof contentId === 'string' || typeof contentId === 'number') {
      const content = { id: String(contentId), title: undefined, raw: {} };
      return documentUri(contentItemNode(environmentOf({ application, environment }), content));
    }
  } else if (uri !== undefined && isContent(applications, uri)) {
    return uri;
  }
  throw new UiError(vscode.l10n.t('There is no content here. Choose one in the tree, or open it as JSON first.'));
}

/** Sets the context key that offers the preview only on JSON documents of contents. */
function trackContentDocuments(applications: ApplicationStore): vscode.Disposable {
  const update = () => {
    const uris = vscode.workspace.textDocuments.map(({ uri }) => uri).filter(uri => isContent(applications, uri));
    void vscode.commands.executeCommand('setContext', 'hydrogen.contentDocuments', uris.map(String));
  };
  update();
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(update),
    vscode.workspace.onDidCloseTextDocument(update),
  );
}

function isContent(applications: ApplicationStore, uri: vscode.Uri): boolean {
  if (uri.scheme !== schemes.document) return false;
  try {
    return readAddress(uri, applications).kind === 'content';
  } catch {
    return false;
  }
}
