import * as vscode from 'vscode';

/** Formats a time in the user's language and time zone. */
export function timeText(milliseconds: number): string {
  return new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'medium', timeStyle: 'medium' }).format(
    milliseconds,
  );
}
