import * as vscode from 'vscode';
import type { PreviewContent } from '../../../records/transfer/previewTable';
import { webPage } from '../grid/webPage';

/**
 * Opens a read-only table with the first rows of an import. The open quick pick keeps the focus.
 * @param folder the folder with the script and the style sheet of the webview
 */
export function showImportPreview(folder: vscode.Uri, preview: PreviewContent): vscode.Disposable {
  const panel = vscode.window.createWebviewPanel(
    'hydrogen.importPreview',
    preview.title,
    { viewColumn: vscode.ViewColumn.Active, preserveFocus: true },
    { enableScripts: true, enableForms: false, enableFindWidget: true, localResourceRoots: [folder] },
  );
  const { title } = preview;
  panel.webview.html = webPage(panel.webview, folder, { title, name: 'importPreview', data: ['preview', preview] });
  return panel;
}
