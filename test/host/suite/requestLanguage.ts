import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { openUntitled } from '../../../src/ui/platform/textEdits';

/** Opens a request document, with `|` at the cursor position. */
export async function open(lines: string[]): Promise<{ document: vscode.TextDocument; position: vscode.Position }> {
  const written = lines.join('\n');
  const content = written.replace('|', '');
  const document = await openUntitled('hydrogen-http', content);
  await vscode.window.showTextDocument(document);
  return { document, position: document.positionAt(Math.max(0, written.indexOf('|'))) };
}

export function ask<T>(what: string, document: vscode.TextDocument, ...more: unknown[]): Thenable<T> {
  return vscode.commands.executeCommand<T>(`vscode.${what}`, document.uri, ...more);
}

/** The range of the whole document, for providers of ranges. */
export function everything(document: vscode.TextDocument): vscode.Range {
  return new vscode.Range(0, 0, document.lineCount, 0);
}

export async function hoverText(lines: string[]): Promise<string> {
  const { document, position } = await open(lines);
  const hovers = await ask<vscode.Hover[]>('executeHoverProvider', document, position);
  const texts = hovers.flatMap(({ contents }) => contents.map(text => (text as vscode.MarkdownString).value));
  return texts.join('\n').replaceAll('&nbsp;', ' ');
}

export async function completions(lines: string[]): Promise<vscode.CompletionItem[]> {
  const { document, position } = await open(lines);
  const list = await ask<vscode.CompletionList>('executeCompletionItemProvider', document, position);
  return list.items.filter(({ kind }) => kind !== vscode.CompletionItemKind.Text);
}

export async function fixes(lines: string[]): Promise<{ document: vscode.TextDocument; actions: vscode.CodeAction[] }> {
  const { document, position } = await open(lines);
  const range = new vscode.Range(position, position);
  return { document, actions: await ask<vscode.CodeAction[]>('executeCodeActionProvider', document, range) };
}

/** Chooses the only quick fix at the cursor, and returns its title and the text afterwards. */
export async function fixed(lines: string[]): Promise<{ title: string | undefined; text: string }> {
  const { document, actions } = await fixes(lines);
  const [action] = actions;
  assert.equal(actions.length, 1, actions.map(({ title }) => title).join());
  if (action?.edit !== undefined) await vscode.workspace.applyEdit(action.edit);
  const { command } = action ?? {};
  if (command) await vscode.commands.executeCommand(command.command, ...(command.arguments as unknown[]));
  return { title: action?.title, text: document.getText() };
}
