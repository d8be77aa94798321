import * as vscode from 'vscode';
import { answered, showModal } from './dialogs';
import { plainText } from '../messages/plainText';
import { showPick } from './prompts';
import { schemes } from './schemes';
import { tabsOf, tabUri } from './tabUri';

/** Read-only texts in editors, deleted when the editor is closed. */
export class ReadonlyTexts implements vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #closing = vscode.workspace.onDidCloseTextDocument(({ uri }) => void this.#texts.delete(uri.toString()));
  #last = 0;
  /** The provider for `schemes.text`. */
  readonly text: vscode.TextDocumentContentProvider = {
    onDidChange: this.#changed.event,
    provideTextDocumentContent: uri => this.#texts.get(uri.toString()) ?? '',
  };

  /** Stores texts without showing them, and returns their URIs for the caller to open. Editors show the title. */
  add(title: string, ...texts: readonly string[]): vscode.Uri[] {
    return texts.map(text => this.#store(title, text));
  }

  /** Shows a text, and returns its URI. */
  async show(title: string, text: string): Promise<vscode.Uri> {
    const uri = this.#store(title, text);
    await keepFile();
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
    return uri;
  }

  /** Shows a text that will be updated. Returns a function that replaces it. */
  async showGrowing(title: string, text: string): Promise<(text: string) => void> {
    const uri = await this.show(title, text);
    return next => {
      if (!this.#texts.has(uri.toString())) return;
      this.#texts.set(uri.toString(), next);
      this.#changed.fire(uri);
    };
  }

  dispose(): void {
    this.#closing.dispose();
    this.#changed.dispose();
  }

  #store(title: string, text: string): vscode.Uri {
    this.#last += 1;
    const uri = vscode.Uri.from({ scheme: schemes.text, path: `/${title}`, query: String(this.#last) });
    this.#texts.set(uri.toString(), text);
    return uri;
  }
}

/** Keeps a file of the user open whose preview the text would replace: it is often what the text is about. */
async function keepFile(): Promise<void> {
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  const uri = activeTab?.isPreview === true ? tabUri(activeTab) : undefined;
  if (uri === undefined || vscode.workspace.getWorkspaceFolder(uri) === undefined) return;
  await vscode.commands.executeCommand('workbench.action.keepEditor');
}

// The number of lines that fit into a modal with its buttons still on the screen.
const maximumLines = 24;
const longestLine = 400;

interface Question {
  severity: 'information' | 'warning';
  question: string;
  buttons: readonly string[];
}

export interface LongText {
  /** Lines above and below the text; never cut. */
  before?: readonly string[];
  after?: readonly string[];
  lines: readonly string[];
  /** The button that opens the whole text if it does not fit. */
  more?: { button: string; title: string };
}

/**
 * Asks a question about a text of any length. If the text is cut, and in every warning, the first button opens the
 * whole text in an editor. The question then continues in a quick pick, because a modal would cover the text. The
 * answer closes the editor.
 * @returns the pressed button
 * @throws vscode.CancellationError if the user cancels
 */
export async function askWithText(
  texts: ReadonlyTexts,
  { severity, question, buttons }: Question,
  { before = [], lines, after = [], more = completeRequest() }: LongText,
): Promise<string> {
  const shown = lines.slice(0, maximumLines).map(line => plainText(line, longestLine));
  const hidden = lines.length - shown.length;
  const detail = [
    ...before,
    ...shown,
    ...(hidden > 0 ? [vscode.l10n.t('… and more lines: {0}', hidden)] : []),
    ...after,
  ].join('\n');
  const isCut = hidden > 0 || lines.some(line => line.length > longestLine);
  // Enter presses the first button, so it must be harmless in a warning and while part of the text is hidden.
  const first = isCut || severity === 'warning' ? [more.button] : [];
  const chosen = await showModal(severity, question, detail, ...first, ...buttons);
  if (chosen !== more.button) return chosen;
  // The quick pick covers the first lines of the editor.
  const covered = '\n'.repeat(buttons.length + 3);
  const uri = await texts.show(more.title, covered + [...before, ...lines, ...after].join('\n'));
  const close = async () => void (await vscode.window.tabGroups.close(tabsOf(uri)));
  return pickBelow(question, [vscode.l10n.t('Cancel'), ...buttons], close);
}

/**
 * Asks about the text in the editor below, in a quick pick. Enter picks the first answer, which cancels.
 * @param close closes the editor afterwards
 * @returns the label of the answer
 * @throws vscode.CancellationError if the user cancels
 */
export async function pickBelow(
  question: string,
  answers: readonly (string | vscode.QuickPickItem)[],
  close?: () => Promise<void>,
): Promise<string> {
  const items = answers.map(answer => (typeof answer === 'string' ? { label: answer } : answer));
  const placeHolder = vscode.l10n.t('Read the text in the editor below, then choose');
  try {
    const picked = await showPick(items, { title: question, placeHolder, ignoreFocusOut: true });
    return answered(picked === items[0] ? undefined : picked.label);
  } finally {
    await close?.();
  }
}

function completeRequest(): { button: string; title: string } {
  return { button: vscode.l10n.t('Show Complete Request'), title: vscode.l10n.t('Complete Request') };
}
