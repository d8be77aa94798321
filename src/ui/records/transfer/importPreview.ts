import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { ShownPreview } from '../../../records/transfer/previewTable';

/** Opens a read-only table with the first rows of an import. @param folder the script and the style sheet of the page */
export function showImportPreview(folder: vscode.Uri, preview: ShownPreview): vscode.Disposable {
  const panel = vscode.window.createWebviewPanel(
    'hydrogen.importPreview',
    preview.title,
    { viewColumn: vscode.ViewColumn.Active, preserveFocus: false },
    { enableScripts: true, enableForms: false, enableFindWidget: true, localResourceRoots: [folder] },
  );
  const { webview } = panel;
  const nonce = randomUUID();
  const policy = [
    "default-src 'none'",
    `style-src ${webview.cspSource}`,
    `script-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const file = (name: string) => escaped(webview.asWebviewUri(vscode.Uri.joinPath(folder, name)).toString());
  webview.html = `<!DOCTYPE html>
<html lang="${escaped(vscode.env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escaped(preview.title)}</title>
<link rel="stylesheet" href="${file('importPreview.css')}">
</head>
<body data-preview="${escaped(JSON.stringify(preview))}">
<script nonce="${nonce}" src="${file('importPreview.js')}"></script>
</body>
</html>`;
  return panel;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}
