import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { gridWords } from './gridWords';

/** Returns the HTML of the page with its one script and style sheet. Records arrive as messages and are set as text. */
export function gridPage(webview: vscode.Webview, folder: vscode.Uri): string {
  const nonce = randomUUID();
  const policy = [
    "default-src 'none'",
    `style-src ${webview.cspSource}`,
    `script-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const file = (name: string) => escaped(webview.asWebviewUri(vscode.Uri.joinPath(folder, name)).toString());
  return `<!DOCTYPE html>
<html lang="${escaped(vscode.env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escaped(vscode.l10n.t('Records'))}</title>
<link rel="stylesheet" href="${file('gridPage.css')}">
</head>
<body data-words="${escaped(JSON.stringify(gridWords()))}">
<script nonce="${nonce}" src="${file('gridPage.js')}"></script>
</body>
</html>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}
