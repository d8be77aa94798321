import * as vscode from 'vscode';
import { errorMessage } from '../../messages/messages';
import { plainText } from '../../messages/plainText';
import { showMessage } from '../../platform/dialogs';
import { schemes } from '../../platform/schemes';
import { isImage, type ResponseDocument } from '../responses/response';
import { responseId, urisOf } from '../responses/responses';

interface OpenedResponse {
  uri: vscode.Uri;
  /** The position of the request among all that were sent in this window. */
  number: number;
  asImage?: boolean;
}

/** Opens the responses of a window. A response does not replace that of a request that was sent later. */
export class ResponseOpener {
  /** The response or failure that is being opened, or was opened last. `number`: the position of its request. */
  #opening: { uri: vscode.Uri; number: number; isOpen: boolean } | undefined;

  /** Opens a response, unless it would replace that of a request that was sent later. Returns whether it did. */
  async open(document: vscode.TextDocument, response: OpenedResponse): Promise<boolean> {
    if (this.#opening !== undefined && this.#opening.number > response.number && this.#wouldReplace()) return false;
    await this.#show(document, response);
    return true;
  }

  /** Like `open`, but offers a response that was not opened and has no tab. */
  async openOrOffer(document: vscode.TextDocument, stored: ResponseDocument, number: number): Promise<void> {
    const { uri, response } = stored;
    const opened = { uri, number, asImage: isImage(response.result) };
    if ((await this.open(document, opened)) || responseTabs(uri).length > 0) return;
    void offerResponse(response.title, () => this.#show(document, opened));
  }

  async #show(document: vscode.TextDocument, { uri, number, asImage = false }: OpenedResponse): Promise<void> {
    const current = { uri, number, isOpen: false };
    this.#opening = current;
    try {
      await showResponse(document, uri, asImage);
    } catch (error) {
      // If another response replaced this one while it opened, the error does not matter.
      if (this.#opening === current) throw error;
    } finally {
      current.isOpen = true;
    }
  }

  /** Whether another response would replace the last one: it is being opened, or has no tab of its own. */
  #wouldReplace(): boolean {
    if (this.#opening?.isOpen === false) return true;
    const tabs = this.#opening === undefined ? [] : responseTabs(this.#opening.uri);
    return tabs.length > 0 && tabs.every(({ isPreview }) => isPreview);
  }
}

/** Opens a response beside its request without moving the focus. */
async function showResponse(document: vscode.TextDocument, uri: vscode.Uri, asImage: boolean): Promise<void> {
  const options = { viewColumn: responseColumn(document), preview: true, preserveFocus: true };
  if (asImage) {
    await vscode.commands.executeCommand('vscode.open', uri, options);
    return;
  }
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), options);
}

/** Offers to show a response that arrived after the response to a later request. */
async function offerResponse(title: string, show: () => Promise<void>): Promise<void> {
  const button = vscode.l10n.t('Show Response');
  const text = vscode.l10n.t('The response of {0} arrived.', plainText(title, 80));
  if ((await showMessage('information', text, button)) !== button) return;
  await show().catch((error: unknown) => void showMessage('error', errorMessage(error).text));
}

/** Returns the tabs that show a response, also one that is arriving. */
function responseTabs(uri: vscode.Uri): vscode.Tab[] {
  const isShown = (tab: vscode.Tab) =>
    showsOneResponse(tab) && urisOf(tab).some(shown => responseId(shown) === responseId(uri));
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(isShown);
}

/**
 * Returns the column that shows a response, else the column beside the request. Does not use the active column, because
 * another editor may be active. Ignores comparisons, which open in the column of the requests.
 */
function responseColumn(document: vscode.TextDocument): vscode.ViewColumn {
  const requestColumn = vscode.window.visibleTextEditors.find(editor => editor.document === document)?.viewColumn;
  const others = vscode.window.tabGroups.all.filter(({ viewColumn }) => viewColumn !== requestColumn);
  const responseGroup = others.find(({ tabs }) => tabs.some(showsOneResponse));
  return responseGroup?.viewColumn ?? (requestColumn === undefined ? vscode.ViewColumn.Beside : requestColumn + 1);
}

function showsOneResponse(tab: vscode.Tab): boolean {
  const uris = urisOf(tab);
  return uris.length === 1 && uris[0]?.scheme === schemes.response;
}
