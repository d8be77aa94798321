import * as vscode from 'vscode';
import type { PreviewContent } from '../../../records/transfer/previewTable';
import { webPage } from '../grid/webPage';

/** A read-only table with the first rows of an import, in at most one editor. */
export class ImportPreview {
  readonly #folder: vscode.Uri;
  #panel: vscode.WebviewPanel | undefined;

  /** @param folder the folder with the script and the style sheet of the webview */
  constructor(folder: vscode.Uri) {
    this.#folder = folder;
  }

  /** Opens the preview, or replaces its content. The open quick pick keeps the focus. */
  show(preview: PreviewContent): void {
    if (this.#panel === undefined) this.#panel = this.#open(preview.title);
    else this.#panel.reveal(undefined, true);
    this.update(preview);
  }

  /** Replaces the content of the preview if it is open. */
  update(preview: PreviewContent): void {
    if (this.#panel === undefined) return;
    const { webview } = this.#panel;
    const { title } = preview;
    webview.html = webPage(webview, this.#folder, { title, name: 'importPreview', data: ['preview', preview] });
  }

  #open(title: string): vscode.WebviewPanel {
    const panel = vscode.window.createWebviewPanel(
      'hydrogen.importPreview',
      title,
      { viewColumn: vscode.ViewColumn.Active, preserveFocus: true },
      { enableScripts: true, enableForms: false, enableFindWidget: true, localResourceRoots: [this.#folder] },
    );
    panel.onDidDispose(() => (this.#panel = undefined));
    return panel;
  }
}
