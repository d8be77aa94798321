import * as vscode from 'vscode';
import { plainText } from '../platform/plainText';

export const none = vscode.TreeItemCollapsibleState.None;
export const closed = vscode.TreeItemCollapsibleState.Collapsed;
export const open = vscode.TreeItemCollapsibleState.Expanded;

export interface ItemParts {
  contextValue: string;
  icon: string;
  /** Theme colour of the icon. */
  colour?: string;
  description?: string | undefined;
  /** Absent: made when somebody hovers. */
  tooltip?: string;
  command?: vscode.Command;
  /** What a screen reader says; absent: label and description. */
  spoken?: string;
}

/** Text of the service or of hand-edited settings is shown as text: no icons, Markdown or control characters. */
export function makeItem(label: string, state: vscode.TreeItemCollapsibleState, parts: ItemParts): vscode.TreeItem {
  const item = new vscode.TreeItem(plainText(label), state);
  const colour = parts.colour === undefined ? undefined : new vscode.ThemeColor(parts.colour);
  item.contextValue = parts.contextValue;
  item.iconPath = new vscode.ThemeIcon(parts.icon, colour);
  if (parts.description !== undefined) item.description = plainText(parts.description);
  if (parts.tooltip !== undefined) item.tooltip = plainText(parts.tooltip, 1000);
  if (parts.command !== undefined) item.command = parts.command;
  const spoken = parts.spoken ?? [label, parts.description].filter(part => part !== undefined).join(', ');
  item.accessibilityInformation = { label: plainText(spoken) };
  return item;
}
