import { copyFile, rename } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { UiError } from '../../messages/uiError';
import { showMessage } from '../../platform/dialogs';
import type { LargeResponses } from './largeResponses';
import type { ReceivedResponse } from './response';
import type { Responses } from './responses';

/**
 * Opens the body of a response: an image in VS Code; a PDF with an installed PDF extension, else with the system's
 * program. If this is not possible either, offers to save the PDF.
 */
export async function openBody(
  responses: Responses,
  largeResponses: LargeResponses,
  uri: vscode.Uri,
  response: ReceivedResponse,
): Promise<void> {
  const body = responses.bodyFile(uri);
  if (body === undefined) throw new UiError(vscode.l10n.t('Only an image or a PDF can be opened as a file.'));
  if (!body.path.endsWith('.pdf') || hasPdfEditor()) {
    await vscode.commands.executeCommand('vscode.open', body, { preview: false });
    return;
  }
  if (hasSystemPrograms() && (await vscode.env.openExternal(await writePdf(largeResponses, response)))) return;
  const save = vscode.l10n.t('Save Body…');
  const text = vscode.l10n.t('No extension for PDF is installed. Install one, or save the body of the response.');
  if ((await showMessage('information', text, save)) === save) {
    await vscode.commands.executeCommand('hydrogen.response.save', uri);
  }
}

interface Manifest {
  contributes?: { customEditors?: { selector?: { filenamePattern?: string }[] }[] };
}

/** True if an installed extension has an editor for PDF. VS Code itself has none. */
export function hasPdfEditor(
  manifests = vscode.extensions.all.map(({ packageJSON }) => packageJSON as Manifest),
): boolean {
  const editors = manifests.flatMap(({ contributes }) => contributes?.customEditors ?? []);
  const patterns = editors.flatMap(({ selector }) => selector ?? []).map(({ filenamePattern = '' }) => filenamePattern);
  return patterns.some(pattern => /\.\{?(\w+,)*pdf/i.test(pattern));
}

/**
 * True if this window can open a file in another program: only a desktop window without a remote extension host can.
 */
function hasSystemPrograms(): boolean {
  return vscode.env.uiKind === vscode.UIKind.Desktop && vscode.env.remoteName === undefined;
}

/** Writes the PDF to a file that only this user can read. The file is deleted when the window closes. */
async function writePdf(largeResponses: LargeResponses, { file, result }: ReceivedResponse): Promise<vscode.Uri> {
  if (file !== undefined) {
    const copy = `${file}.pdf`;
    await copyFile(file, copy);
    return vscode.Uri.file(copy);
  }
  const writing = largeResponses.begin();
  await writing.write(result.revealBytes());
  const written = (await writing.end(true)) ?? '';
  const pdf = path.join(path.dirname(written), `${path.basename(written, '.txt')}.pdf`);
  await rename(written, pdf);
  return vscode.Uri.file(pdf);
}
