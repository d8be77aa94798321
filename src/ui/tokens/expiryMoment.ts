import * as vscode from 'vscode';

/**
 * A formatted time, valid for one language and one UTC offset. The first date that an extension host formats takes 16
 * to 60 ms, so the status line reuses the text of the previous session at activation.
 */
export interface ExpiryMoment {
  text: string;
  language: string;
  /** In minutes, as returned by `Date.getTimezoneOffset`. */
  offset: number;
}

/** @param time in Unix milliseconds */
export function expiryMoment(time: number): ExpiryMoment {
  const { language } = vscode.env;
  const text = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'medium' }).format(time);
  return { text, language, offset: offsetAt(time) };
}

/** Returns the cached text if it is still valid, else a new one. @param time in Unix milliseconds */
export function expiryText(time: number, cached: ExpiryMoment | undefined): string {
  const holds = cached?.language === vscode.env.language && cached.offset === offsetAt(time);
  return holds ? cached.text : expiryMoment(time).text;
}

function offsetAt(time: number): number {
  return new Date(time).getTimezoneOffset();
}
