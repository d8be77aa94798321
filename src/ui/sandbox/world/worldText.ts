import * as vscode from 'vscode';
import { WorldMessages } from '../../../world/messages';
import type { WorldPlan } from '../../../world/plan';
import { WorldError } from '../../../world/world';
import { translate } from '../../messages/translate';

/** The messages about worlds, in the display language of VS Code. */
export const worldMessages = new WorldMessages(translate);

/** Explains why a world file cannot be read. */
export function unreadableText(file: string, error: unknown): string {
  return error instanceof WorldError ? worldMessages.problem(file, error) : vscode.l10n.t('{0} cannot be read.', file);
}

/** Returns a text like “84 requests: 3 min at 40 a minute”. */
export function costText({ requests, minutes }: WorldPlan, rate: number): string {
  return vscode.l10n.t('{0} requests: {1} min at {2} a minute', requests, minutes, rate);
}

export function masksText({ masked, columns }: WorldPlan): string {
  return vscode.l10n.t('{0} of {1} columns will be masked', masked.length, columns);
}
