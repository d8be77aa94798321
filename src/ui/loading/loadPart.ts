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
  switch (part) {
    case 'window':
      return vscode.l10n.t('the commands and the tree');
    case 'requests':
      return vscode.l10n.t('the request documents');
    case 'catalogue':
      return vscode.l10n.t('the documented operations');
    case 'http':
      return vscode.l10n.t('the connections to the service');
    case 'connection':
      return vscode.l10n.t('the diagnosis of connections');
    case 'sandbox':
      return vscode.l10n.t('the local sandbox');
    case 'preview':
      return vscode.l10n.t('the preview of contents');
    case 'recordLanguage':
      return vscode.l10n.t('the editing support for records');
    case 'grid':
      return vscode.l10n.t('the grid of records');
    case 'transfer':
      return vscode.l10n.t('import and export');
    case 'functions':
      return vscode.l10n.t('the cloud functions');
  }
}
