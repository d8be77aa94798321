import * as vscode from 'vscode';
import { WorldMessages } from '../../../world/messages';
import type { WorldPlan } from '../../../world/plan';
import { translate } from '../../messages/translate';

/** The messages about worlds, in the display language of VS Code. */
export const worldMessages = new WorldMessages(translate);

/** Returns a text like “84 requests: 3 min at 40 a minute”. */
export function costText({ requests, minutes }: WorldPlan, rate: number): string {
  return vscode.l10n.t('{0} requests: {1} min at {2} a minute', requests, minutes, rate);
}

export function masksText({ masked, columns }: WorldPlan): string {
  return vscode.l10n.t('{0} of {1} columns will be masked', masked.length, columns);
}
