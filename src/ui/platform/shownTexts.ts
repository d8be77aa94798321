import * as vscode from 'vscode';
import { showModal } from './dialogs';
import { plainText } from './plainText';
import { showPick } from './prompts';
import { schemes } from './schemes';

/** Texts that are shown read-only in an editor, and forgotten when it is closed. */
export interface ShownTexts extends vscode.Disposable {
  show(title: string, text: string): Promise<void>;
  /** As `show`, for a text that grows: what is returned puts another in its place. */
  showGrowing(title: string, text: string): Promise<(text: string) => void>;
  /** Keeps texts for editors that are opened next, one of the same title for each. The title is all that is seen of the address. */
  add(title: string, ...texts: readonly string[]): vscode.Uri[];
  /** What VS Code reads under `schemes.text`. */
  readonly text: vscode.TextDocumentContentProvider;
}

export function createShownTexts(): ShownTexts {
  const texts = new Map<string, string>();
  let last = 0;
  const closing = vscode.workspace.onDidCloseTextDocument(({ uri }) => {
    if (uri.scheme === schemes.text) texts.delete(uri.toString());
  });
  const add = (title: string, ...added: readonly string[]) => {
    last += 1;
    return added.map((text, index) => {
      const uri = vscode.Uri.from({ scheme: schemes.text, path: `/${title}`, query: `${last} ${index}` });
      texts.set(uri.toString(), text);
      return uri;
    });
  };
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const showGrowing = async (title: string, text: string) => {
    const [uri] = add(title, text);
    if (uri === undefined) return () => undefined;
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
    return (text: string) => {
      if (!texts.has(uri.toString())) return;
      texts.set(uri.toString(), text);
      changed.fire(uri);
    };
  };
  return {
    add,
    show: async (title, text) => void (await showGrowing(title, text)),
    showGrowing,
    text: { onDidChange: changed.event, provideTextDocumentContent: uri => texts.get(uri.toString()) ?? '' },
    dispose() {
      closing.dispose();
      changed.dispose();
    },
  };
}

// What a modal can show without its buttons leaving the screen.
const mostLines = 24;
const longestLine = 400;

interface Question {
  severity: 'information' | 'warning';
  question: string;
  buttons: readonly string[];
}

export interface LongText {
  /** Stand above and below the lines, never cut. */
  before?: readonly string[];
  after?: readonly string[];
  lines: readonly string[];
  /** The button that opens all of it, when there is more than fits. */
  more?: { button: string; title: string };
}

/**
 * A question about a text of any length: where it is cut, and in every warning, the first button opens all of it. The
 * question then goes on above the editor, because a modal would cover what is to be read.
 * @returns the button; `undefined`: cancelled
 */
export async function askWithText(
  texts: ShownTexts,
  { severity, question, buttons }: Question,
  { before = [], lines, after = [], more = completeRequest() }: LongText,
): Promise<string | undefined> {
  const shown = lines.slice(0, mostLines).map(line => plainText(line, longestLine));
  const hidden = lines.length - shown.length;
  const detail = [
    ...before,
    ...shown,
    ...(hidden > 0 ? [vscode.l10n.t('… and {0} more lines', hidden)] : []),
    ...after,
  ].join('\n');
  const isCut = hidden > 0 || lines.some(line => line.length > longestLine);
  // Enter presses the first button, which must be harmless after a warning and when part of the text is hidden.
  const first = isCut || severity === 'warning' ? [more.button] : [];
  const chosen = await showModal(severity, question, detail, ...first, ...buttons);
  if (chosen !== more.button) return chosen;
  await texts.show(more.title, [...before, ...lines, ...after].join('\n'));
  const items = [vscode.l10n.t('Cancel'), ...buttons].map(label => ({ label }));
  const picked = await showPick(items, { title: question, placeHolder: readFirst(), ignoreFocusOut: true });
  return buttons.find(button => button === picked?.label);
}

/** For a list above an editor with the text that it is about. */
export function readFirst(): string {
  return vscode.l10n.t('Read the text in the editor below, then choose');
}

function completeRequest(): { button: string; title: string } {
  return { button: vscode.l10n.t('Show Complete Request'), title: vscode.l10n.t('Complete Request') };
}
