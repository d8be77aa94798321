import * as vscode from 'vscode';
import { joinSentences } from '../../../api/messages/template';
import { fillPanel, openPreviewPanel, sanitized } from '../../documents/preview/previewPanel';
import { plainText } from '../../messages/plainText';
import { UiError } from '../../messages/uiError';
import { isHtml, type ReceivedResponse } from './response';
import { environmentOrHost } from './responseText';

const viewType = 'hydrogen.responsePreview';

/**
 * Shows previews of HTML responses, each in its own tab. The HTML is sanitized and masked, and has no scripts, styles
 * or images.
 */
export class HtmlPreviews implements vscode.Disposable {
  readonly #panels = new Map<string, vscode.WebviewPanel>();

  /** @throws UiError if the response is not HTML */
  async show(uri: vscode.Uri, response: ReceivedResponse): Promise<void> {
    const { report } = response.result;
    const { text } = report;
    if (text === undefined || !isHtml(response.result)) {
      throw new UiError(vscode.l10n.t('Only a response with HTML has a preview.'));
    }
    const { html, isCut } = await sanitized(text, false);
    const title = plainText(response.title, 120);
    const panel = this.#panel(uri, title);
    fillPanel(panel, {
      title,
      targetLabel: plainText(targetText(response), 200),
      description: '',
      notice: noticeOf(html, report.truncated || isCut),
      body: html,
      images: false,
    });
    panel.reveal();
  }

  dispose(): void {
    for (const panel of this.#panels.values()) panel.dispose();
  }

  #panel(uri: vscode.Uri, title: string): vscode.WebviewPanel {
    const key = uri.toString();
    const open = this.#panels.get(key);
    if (open !== undefined) return open;
    const panel = openPreviewPanel(viewType, vscode.ViewColumn.Active);
    panel.title = vscode.l10n.t('Preview: {0}', title);
    this.#panels.set(key, panel);
    panel.onDidDispose(() => this.#panels.delete(key));
    return panel;
  }
}

function targetText({ result: { report }, resolved, selection }: ReceivedResponse): string {
  const status = `${report.status} ${report.statusText}`.trimEnd();
  const target = environmentOrHost(resolved);
  return `${status} · ${resolved.family === 'other' ? target : `${selection.application.name} · ${target}`}`;
}

function noticeOf(html: string, isCut: boolean): string {
  if (html.trim() === '') return vscode.l10n.t('This page has no text.');
  const isPart = isCut ? [vscode.l10n.t('This is only the beginning of the page.')] : [];
  return joinSentences([...isPart, vscode.l10n.t('Scripts, styles, forms and images of the page are left out.')]);
}
