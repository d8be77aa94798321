import * as vscode from 'vscode';

/**
 * The text of a moment, which holds for one language and one offset from UTC. The first date that an extension host formats takes it
 * 16 to 60 ms, so the line that is drawn at activation takes its text from the session before.
 */
export interface ExpiryMoment {
  text: string;
  language: string;
  /** Minutes, as `Date.getTimezoneOffset` counts them. */
  offset: number;
}

/** @param time in Unix milliseconds */
export function expiryMoment(time: number): ExpiryMoment {
  const { language } = vscode.env;
  const text = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'medium' }).format(time);
  return { text, language, offset: offsetAt(time) };
}

/** The text of `kept` while it holds, else a new one. @param time in Unix milliseconds */
export function expiryText(time: number, kept: ExpiryMoment | undefined): string {
  const holds = kept?.language === vscode.env.language && kept.offset === offsetAt(time);
  return holds ? kept.text : expiryMoment(time).text;
}

function offsetAt(time: number): number {
  return new Date(time).getTimezoneOffset();
}
