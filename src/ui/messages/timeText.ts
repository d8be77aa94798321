import * as vscode from 'vscode';
import type { TimeLeft } from '../../auth/timeLeft';

/**
 * Formats the time left: `29 days`, `5 h`, `4 min` or `expired`. Returns `authorized` if the expiry is unknown, and
 * `not authorized` without a token.
 */
export function timeLeftText(left: TimeLeft | undefined): string {
  if (left === undefined) return vscode.l10n.t('not authorized');
  return {
    days: vscode.l10n.t('{0} days', left.value),
    hours: vscode.l10n.t('{0} h', left.value),
    minutes: vscode.l10n.t('{0} min', left.value),
    expired: vscode.l10n.t('expired'),
    unknown: vscode.l10n.t('authorized'),
  }[left.unit];
}

/** Formats the duration of a request: `12 ms`, `1.2 s`. */
export function durationText(milliseconds: number): string {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return milliseconds > 0 && milliseconds < 1 ? '<1 ms' : `${Math.round(milliseconds)} ms`;
}

/** Formats a time (Unix milliseconds) as ISO 8601. */
export function isoTime(milliseconds: number | undefined): string | undefined {
  return milliseconds === undefined ? undefined : new Date(milliseconds).toISOString();
}

/** Formats a time (Unix milliseconds) in the language of VS Code and the user's time zone. */
export function timeText(milliseconds: number): string {
  return new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'medium', timeStyle: 'medium' }).format(
    milliseconds,
  );
}
