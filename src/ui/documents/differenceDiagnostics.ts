import * as vscode from 'vscode';
import type { Difference } from '../../requests/checks/documented';
import { fieldRange } from '../../json/fieldRange';
import { loadPart } from '../loading/loadPart';
import { createDiagnostic } from '../platform/diagnostic';

/**
 * Returns a diagnostic for each difference from the documented shape. It marks the field, or for a missing field the
 * object around it.
 * @param shown the text of the document
 * @param at where the response is in the document: the field that holds it, or the offset where its JSON starts
 */
export function differenceDiagnostics(
  differences: readonly Difference[],
  shown: string,
  at: { field?: string | undefined; from?: number } = {},
): vscode.Diagnostic[] {
  return differences.map(difference => {
    const text = differenceText(difference, shown.slice(at.from ?? 0));
    const whole = [at.field, difference.path].filter(part => part !== undefined && part !== '').join('.');
    const range = editorRange(shown, fieldRange(shown, whole, at.from));
    return createDiagnostic(range, text, vscode.DiagnosticSeverity.Information);
  });
}

function differenceText({ code, path, expected = '', received = '' }: Difference, body: string): string {
  const field = path === '' ? vscode.l10n.t('the response') : path;
  if (code === 'missing') return vscode.l10n.t('Documented but missing: {0} ({1})', field, expected);
  if (code === 'undocumented') return vscode.l10n.t('Not documented: {0} ({1})', field, received);
  if (received === 'undefined' && path === '') return notJsonText(expected, body);
  return vscode.l10n.t('{0}: {1} was expected, but this is {2}', field, expected, received);
}

/** Describes a body that is not JSON: a proxy or a login page often answers in place of the service. */
function notJsonText(expected: string, body: string): string {
  if (body.trim() === '') return vscode.l10n.t('A JSON {0} was expected, but the body is empty', expected);
  return /^\s*<(?:!doctype\s+html|html)\b/i.test(body)
    ? vscode.l10n.t('A JSON {0} was expected, but this is a web page', expected)
    : vscode.l10n.t('A JSON {0} was expected, but this is other text', expected);
}

function editorRange(text: string, { start, end }: { start: number; end: number }): vscode.Range {
  const before = text.slice(0, start).split('\n');
  const line = before.length - 1;
  const column = before.at(-1)?.length ?? 0;
  return new vscode.Range(line, column, line, column + Math.max(1, end - start));
}

/** Diagnostics of open JSON documents: their differences from the documented shape. */
export class DocumentDiagnostics implements vscode.Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection('hydrogen-documents');
  // Watches tabs, because VS Code closes a document only minutes after its last tab.
  readonly #subscription = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
    const shown = new Set(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(addressOf)));
    for (const address of closed.map(addressOf)) {
      if (address !== undefined && !shown.has(address)) this.#collection.delete(vscode.Uri.parse(address, true));
    }
  });

  /**
   * Replaces the diagnostics of a document.
   * @param text the text of the document
   * @param response the body, the path of its request, and the field `at` of the document that holds the body
   */
  async report(
    uri: vscode.Uri,
    text: string,
    { body, path, at }: { body: unknown; path: string; at?: string | undefined },
  ): Promise<void> {
    // Loads the catalogue of operations with the first document.
    const { differencesAt } = await loadPart('catalogue', () => import('../../requests/checks/documentedAt'));
    this.#collection.set(uri, differenceDiagnostics(differencesAt(path, body), text, { field: at }));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#collection.dispose();
  }
}

function addressOf({ input }: vscode.Tab): string | undefined {
  return input instanceof vscode.TabInputText ? input.uri.toString() : undefined;
}
