import * as vscode from 'vscode';
import type { Sandbox } from '../../sandbox/sandbox';
import { invalidArgument, isScripted, type CommandArgument } from '../platform/commandArgument';
import { UiError } from '../messages/uiError';
import { showInput, showPick } from '../platform/prompts';
import { answered } from '../platform/dialogs';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Milliseconds until an access token expires, after the clock was moved close to its expiry. */
const left = 5 * minute;
const units: Record<string, number> = { s: 1000, min: minute, m: minute, h: hour, d: day };

/**
 * Returns the milliseconds to move the clock by: `{ milliseconds }` of a script, otherwise the user's choice.
 * @throws UiError if a script gives no number, or if there is no valid access token
 */
export async function chooseClockMove(sandbox: Sandbox, clientId: string, argument: CommandArgument): Promise<number> {
  if (isScripted(argument) && 'milliseconds' in argument) {
    const { milliseconds } = argument;
    if (typeof milliseconds === 'number' && Number.isSafeInteger(milliseconds)) return milliseconds;
    throw invalidArgument('milliseconds');
  }
  const title = vscode.l10n.t('Move the Sandbox’s Clock');
  const items = [
    { label: vscode.l10n.t('1 hour'), by: () => hour },
    { label: vscode.l10n.t('1 day'), by: () => day },
    { label: vscode.l10n.t('30 days'), by: () => 30 * day },
    {
      label: vscode.l10n.t('Until 5 minutes before the access token expires'),
      by: () => untilTokenEnds(sandbox, clientId),
    },
    { label: vscode.l10n.t('Another time…'), by: () => askClockMove(title) },
  ];
  const chosen = await showPick(items, { title, placeHolder: vscode.l10n.t('By how much?') });
  return chosen.by();
}

/** Returns the time of the sandbox's clock in Unix milliseconds. */
export function sandboxTime(sandbox: Sandbox): number {
  return Date.now() + sandbox.clockOffset;
}

function untilTokenEnds(sandbox: Sandbox, clientId: string): number {
  const now = sandboxTime(sandbox);
  const ends = Object.values(sandbox.state().accessTokens)
    .filter(token => token.clientId === clientId && token.expiresAt > now)
    .map(token => token.expiresAt);
  if (ends.length === 0)
    throw new UiError(vscode.l10n.t('There is no access token that is still valid.'), ['authorize']);
  return Math.max(...ends) - left - now;
}

async function askClockMove(title: string): Promise<number> {
  const text = await showInput({
    title,
    prompt: vscode.l10n.t('For example 90 min, 2 h or 3 d; with a minus sign the clock goes back.'),
    validate: typed =>
      readClockMove(typed) === undefined ? vscode.l10n.t('Enter a number and a unit: s, min, h or d.') : undefined,
  });
  return answered(readClockMove(text));
}

function readClockMove(text: string): number | undefined {
  const [, number, unit] = /^\s*([-−+]?\d{1,6}(?:\.\d{1,3})?)\s*(s|min|m|h|d)\s*$/i.exec(text) ?? [];
  if (number === undefined || unit === undefined) return undefined;
  return Math.round(Number(number.replace('−', '-')) * (units[unit.toLowerCase()] ?? 0));
}
