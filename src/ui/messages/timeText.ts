import * as vscode from 'vscode';
import type { TimeLeft } from '../../auth/timeLeft';

/** Returns `29 days`, `4 min`, `expired`, or `not authorized` without a token. */
export function timeLeftText(left: TimeLeft | undefined): string {
  switch (left?.unit) {
    case undefined:
      return vscode.l10n.t('not authorized');
    case 'days':
      return vscode.l10n.t('{0} days', left.value);
    case 'hours':
      return vscode.l10n.t('{0} h', left.value);
    case 'minutes':
      return vscode.l10n.t('{0} min', left.value);
    case 'expired':
      return vscode.l10n.t('expired');
    case 'unknown':
      return vscode.l10n.t('authorized');
  }
}

/** Returns a duration of a request: `12 ms`, `1.2 s`. */
export function durationText(milliseconds: number): string {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return milliseconds > 0 && milliseconds < 1 ? '<1 ms' : `${Math.round(milliseconds)} ms`;
}

/** Formats a time in the user's language and time zone. */
export function timeText(milliseconds: number): string {
  return new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'medium', timeStyle: 'medium' }).format(
    milliseconds,
  );
}
