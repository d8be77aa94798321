import * as vscode from 'vscode';
import { UiError } from '../messages/uiError';

/** The chunks of the extension that are loaded on first use. */
type Part =
  | ('window' | 'requests' | 'catalogue' | 'http' | 'connection' | 'sandbox' | 'preview' | 'recordLanguage' | 'grid')
  | ('transfer' | 'functions');

/**
 * Loads one chunk and sets the performance mark `hydrogen/loaded/<part>` the first time.
 * @throws UiError if its file is missing or damaged
 */
export async function loadPart<T extends object>(part: Part, load: () => Promise<T>): Promise<T> {
  try {
    const loaded = await load();
    // esbuild writes the exports at the end, so a truncated file has none.
    if (Object.keys(loaded).length === 0) throw new Error('The file has no exports.');
    const mark = `hydrogen/loaded/${part}`;
    if (performance.getEntriesByName(mark).length === 0) performance.mark(mark);
    return loaded;
  } catch (cause) {
    const text = vscode.l10n.t(
      'A part of Hydrogen could not be loaded: {0}. Install the extension again.',
      partName(part),
    );
    throw Object.assign(new UiError(text), { cause });
  }
}

function partName(part: Part): string {
  return {
    window: vscode.l10n.t('the commands and the tree'),
    requests: vscode.l10n.t('the request documents'),
    catalogue: vscode.l10n.t('the documented operations'),
    http: vscode.l10n.t('the connections to the service'),
    connection: vscode.l10n.t('the diagnosis of connections'),
    sandbox: vscode.l10n.t('the local sandbox'),
    preview: vscode.l10n.t('the preview of contents'),
    recordLanguage: vscode.l10n.t('the editing support for records'),
    grid: vscode.l10n.t('the grid of records'),
    transfer: vscode.l10n.t('import and export'),
    functions: vscode.l10n.t('the cloud functions'),
  }[part];
}
