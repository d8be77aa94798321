import * as vscode from 'vscode';
import { UiError } from '../messages/uiError';

/** The argument of a command: a tree item, a script's argument, or nothing. */
export type CommandArgument = unknown;

/**
 * Returns the rows for a command: the selected rows that fit, if the clicked row is one of the selected; otherwise only
 * the argument.
 * @param fits by default, accepts rows of the clicked row's kind
 */
export function chosenRows(
  argument: CommandArgument,
  selected: unknown,
  fits: (row: unknown) => boolean = row => kindOf(row) === kindOf(argument),
): readonly CommandArgument[] {
  if (!Array.isArray(selected) || !selected.includes(argument)) return [argument];
  const rows = selected.filter(row => fits(row));
  return rows.length > 1 ? rows : [argument];
}

function kindOf(row: unknown): unknown {
  return (row as { kind?: unknown } | undefined)?.kind;
}

/** The keys that show that an argument comes from a script. `scriptKeys.ts` has the keys of each command. */
const scriptKeys: readonly string[] = [
  ...['clientId', 'authUrl', 'envId', 'contentGroupId', 'contentId', 'uri', 'milliseconds', 'fault'],
  ...['name', 'clientSecret', 'serverDomain', 'environments', 'contentGroups', 'sessionOnly', 'confirmed'],
  ...['origin', 'passphrase'],
].map(key => key.toLowerCase());

/** The keys that show that a plain object is a row, a link, or the context of a menu of VS Code. */
const menuKeys: readonly string[] = ['entry', 'entries', 'count', 'first', 'test', 'groupId'];

/**
 * True if the argument comes from a script, task or key binding: an object that is empty or has a known key, also with
 * wrong capitals, or a plain object that no menu passes. `command.ts` refuses keys that a command does not know. Tree
 * items have the key `application`.
 */
export function isScripted(argument: unknown): argument is Record<string, unknown> {
  if (typeof argument !== 'object' || argument === null || argument instanceof vscode.Uri) return false;
  const keys = Object.keys(argument);
  if (keys.includes('application')) return false;
  const isPlain = Object.getPrototypeOf(argument) === Object.prototype && !keys.some(key => menuKeys.includes(key));
  return isPlain || keys.length === 0 || keys.some(key => scriptKeys.includes(key.toLowerCase()));
}

export function invalidArgument(name: string): UiError {
  return new UiError(vscode.l10n.t('The argument cannot be used: {0} is not valid.', name));
}

/**
 * Returns the URI in an argument: a `Uri`, or a script's `{ uri }` with a `Uri` or text; `undefined` for tree items.
 * @throws UiError if a script's `uri` is missing or has another type
 */
export function givenUri(argument: CommandArgument): vscode.Uri | undefined {
  if (argument instanceof vscode.Uri) return argument;
  if (!isScripted(argument)) return undefined;
  const { uri } = argument;
  if (uri instanceof vscode.Uri) return uri;
  if (typeof uri === 'string') return vscode.Uri.parse(uri, true);
  throw invalidArgument('uri');
}
