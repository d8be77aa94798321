import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { loadPart } from '../../loading/loadPart';
import type { PreviewBody } from './sanitizedHtml';
import { previewPage, type PreviewPage } from './previewPage';

/** The internal command behind the links of a preview. */
export const openLinkCommand = 'hydrogen.content.openLink';

/** Opens a link with `openExternal`, which asks first. A webview in a trusted workspace would not ask. */
export async function openLink(address: unknown): Promise<void> {
  if (typeof address !== 'string' || !/^(https?|mailto):/.test(address)) return;
  await vscode.env.openExternal(vscode.Uri.parse(address, true));
}

/** Opens an empty editor that runs no scripts, reads no files, and runs no command except `openLinkCommand`. */
export function openPreviewPanel(viewType: string, column: vscode.ViewColumn): vscode.WebviewPanel {
  return vscode.window.createWebviewPanel(viewType, '', column, {
    enableScripts: false,
    enableCommandUris: [openLinkCommand],
    enableForms: false,
    localResourceRoots: [],
    enableFindWidget: true,
  });
}

/** Sanitizes hostile HTML for a preview. @param images true after the user agreed to load images */
export async function sanitized(html: string, images: boolean): Promise<PreviewBody> {
  const { previewBody } = await loadPart('preview', () => import('./sanitizedHtml'));
  return previewBody(html, {
    images,
    linkTo: address => `command:${openLinkCommand}?${encodeURIComponent(JSON.stringify([address]))}`,
    imageText: alt => (alt === '' ? vscode.l10n.t('[image]') : vscode.l10n.t('[image: {0}]', alt)),
  });
}

/** Shows a page in a panel that `openPreviewPanel` returned. */
export function fillPanel(panel: vscode.WebviewPanel, page: Omit<PreviewPage, 'language' | 'nonce'>): void {
  panel.webview.html = previewPage({ ...page, language: vscode.env.language, nonce: randomUUID() });
}
