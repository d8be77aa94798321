import * as vscode from 'vscode';

/** A moment in the language and the time zone of the person. */
export function timeText(milliseconds: number): string {
  return new Intl.DateTimeFormat(vscode.env.language, { dateStyle: 'medium', timeStyle: 'medium' }).format(
    milliseconds,
  );
}
