import { isUtf8 } from 'node:buffer';
import * as vscode from 'vscode';

const mark = Buffer.from('\ufeff');

/**
 * Marks a text as UTF-8 where VS Code would read it in another encoding of the user's settings. Binary data stays as it
 * is. Without such a setting there is no mark: a copy of the file would contain it.
 */
export function withUtf8Mark(uri: vscode.Uri, content: Uint8Array): Uint8Array {
  const settings = vscode.workspace.getConfiguration('files', uri);
  const isUsual = settings.get('encoding') === 'utf8' && settings.get('autoGuessEncoding') !== true;
  return isUsual || !isUtf8(content) ? content : Buffer.concat([mark, content]);
}
