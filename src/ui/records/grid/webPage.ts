import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { escapedHtml } from '../../messages/escapedHtml';

interface PageContent {
  title: string;
  /** The file name of the script and the style sheet, without `.js` and `.css`. */
  name: string;
  /** The name of a `data-` attribute of the body, and its value, which is written as JSON. */
  data: readonly [attribute: string, value: unknown];
}

/** Returns the HTML of a webview with one script and one style sheet. Scripts must not insert foreign text as HTML. */
export function webPage(webview: vscode.Webview, folder: vscode.Uri, { title, name, data }: PageContent): string {
  const nonce = randomUUID();
  const policy = [
    "default-src 'none'",
    `style-src ${webview.cspSource}`,
    `script-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const file = (end: string) =>
    escapedHtml(webview.asWebviewUri(vscode.Uri.joinPath(folder, `${name}.${end}`)).toString());
  return `<!DOCTYPE html>
<html lang="${escapedHtml(vscode.env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escapedHtml(title)}</title>
<link rel="stylesheet" href="${file('css')}">
</head>
<body data-${data[0]}="${escapedHtml(JSON.stringify(data[1]))}">
<script nonce="${nonce}" src="${file('js')}"></script>
</body>
</html>`;
}
