import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { defuse } from '../messages/plainText';

// This file and prompts.ts are the only way to show text to the user. They defuse every message, modal, prompt, list,
// progress and status text as a whole. Lint forbids the functions of `vscode.window` elsewhere. Texts contain no icons:
// an icon is a separate parameter, the name of a product icon (`check`).

type Severity = 'information' | 'warning' | 'error';
type Button = string | vscode.MessageItem;

/** Shows a notification. Resolves to the pressed button, else `undefined`. */
export function showMessage<T extends Button>(
  severity: Severity,
  text: string,
  ...buttons: readonly T[]
): Promise<T | undefined> {
  return showWithButtons(severity, text, {}, buttons);
}

/** Shows a modal. Resolves to the pressed button. @throws vscode.CancellationError if the user cancels */
export async function showModal<T extends Button>(
  severity: Severity,
  question: string,
  detail: string,
  ...buttons: readonly T[]
): Promise<T> {
  return answered(await showWithButtons(severity, question, { modal: true, detail: defuse(detail) }, buttons));
}

/** Returns the answer of the user. @throws vscode.CancellationError if there is none */
export function answered<T>(answer: T | undefined): T {
  if (answer === undefined) throw new vscode.CancellationError();
  return answer;
}

/** Waits for an answer. Resolves to `undefined` if the user cancels. */
export async function unlessCancelled<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof vscode.CancellationError) return undefined;
    throw error;
  }
}

/**
 * Asks a question in a modal.
 * @param safe the first button, which Enter presses; it declines
 * @throws vscode.CancellationError unless the user presses `button`
 */
export async function askToContinue(question: string, detail: string, button: string, safe?: string): Promise<void> {
  const chosen = await showModal('warning', question, detail, ...(safe === undefined ? [] : [safe]), button);
  if (chosen !== button) throw new vscode.CancellationError();
}

async function showWithButtons<T extends Button>(
  severity: Severity,
  text: string,
  options: vscode.MessageOptions,
  buttons: readonly T[],
): Promise<T | undefined> {
  const { showInformationMessage, showWarningMessage, showErrorMessage } = vscode.window;
  const showMessage = { information: showInformationMessage, warning: showWarningMessage, error: showErrorMessage };
  const items = buttons.map((button): vscode.MessageItem => {
    return typeof button === 'string' ? { title: defuse(button) } : { ...button, title: defuse(button.title) };
  });
  const chosen = await showMessage[severity](defuse(text), options, ...items);
  return chosen === undefined ? undefined : buttons[items.indexOf(chosen)];
}

/** Shows a short text in the status bar. It has no icon, because a screen reader would read the name of the icon. */
export function showStatus(text: string, milliseconds = 5000): void {
  vscode.window.setStatusBarMessage(defuse(text), milliseconds);
}

/** Copies lines. @param one the text in the status bar for a single line */
export async function copyLines(lines: readonly string[], one: string): Promise<void> {
  await vscode.env.clipboard.writeText(lines.join('\n'));
  showStatus(lines.length === 1 ? one : vscode.l10n.t('{0} lines copied', lines.length), 3000);
}

/** The content of a status bar item. */
export interface StatusText {
  text: string;
  icon: string;
  /** The text for screen readers. */
  label: string;
  tooltip: string | vscode.MarkdownString;
  background?: vscode.ThemeColor | undefined;
}

interface StatusItem extends vscode.Disposable {
  show(content: StatusText): void;
  hide(): void;
  dispose(): void;
}

/** Creates an item on the left of the status bar. It is hidden until it is first shown; a click runs the command. */
export function createStatusItem(id: string, priority: number, name: string, command: string): StatusItem {
  const item = vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Left, priority);
  item.name = name;
  item.command = command;
  return {
    show({ text, icon, label, tooltip, background }) {
      item.text = `$(${icon}) ${defuse(text)}`;
      item.accessibilityInformation = { label: defuse(label), role: 'button' };
      item.tooltip = typeof tooltip === 'string' ? defuse(tooltip) : tooltip;
      item.backgroundColor = background;
      item.show();
    },
    hide: () => item.hide(),
    dispose: () => item.dispose(),
  };
}

/** Sets the line above a tree; an empty text removes it. */
export function setViewMessage(view: Pick<vscode.TreeView<unknown>, 'message'>, text: string): void {
  // eslint-disable-next-line no-restricted-syntax -- this function defuses the text
  view.message = defuse(text);
}

/** Runs `work` with a progress notification; cancelling it aborts the signal. */
export async function withProgress<T>(
  title: string,
  work: (signal: AbortSignal, report: (text: string) => void) => Promise<T>,
): Promise<T> {
  const options = { location: vscode.ProgressLocation.Notification, title: defuse(title), cancellable: true };
  return vscode.window.withProgress(options, (progress, token) =>
    work(signalOf(token), text => progress.report({ message: defuse(text) })),
  );
}

/** Runs `work` with the progress bar of a view. */
export async function withViewProgress<T>(viewId: string, work: () => Promise<T>): Promise<T> {
  return vscode.window.withProgress({ location: { viewId } }, work);
}

/** Returns the proposed location of a new file: in the first workspace folder, else in the home folder. */
export function proposedFile(name: string, folders = vscode.workspace.workspaceFolders ?? []): vscode.Uri {
  const folder = folders[0]?.uri ?? vscode.Uri.file(homedir());
  return vscode.Uri.joinPath(folder, name);
}

/** Converts a cancellation token into an AbortSignal for the core. */
export function signalOf(token: vscode.CancellationToken): AbortSignal {
  const abort = new AbortController();
  if (token.isCancellationRequested) abort.abort();
  else token.onCancellationRequested(() => abort.abort());
  return abort.signal;
}
