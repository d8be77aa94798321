import type { ShownCell } from '../../../../records/document/cells';

/** Splits a cell into its kind and its text. `kind` is a letter of `ShownCell`, or `m` for a missing value. */
export function readCell(cell: ShownCell): { kind: string; text: string } {
  return cell === '' ? { kind: 'm', text: '' } : { kind: cell.charAt(0), text: cell.slice(1) };
}

/** Returns the displayed text of a cell; dates are in local time. */
export function shownText(cell: ShownCell, language: string): string {
  const { kind, text } = readCell(cell);
  return kind === 't' ? localTime(text, language) : text;
}

// Caches the formats by language, because a format is slow to create.
const formats = new Map<string, Intl.DateTimeFormat>();

/** @param text a date, or Unix seconds */
function localTime(text: string, language: string): string {
  const time = /^-?\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text);
  if (Number.isNaN(time)) return text;
  const known = formats.get(language);
  const format = known ?? new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' });
  if (known === undefined) formats.set(language, format);
  return format.format(time);
}
