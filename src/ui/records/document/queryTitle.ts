import { filterText } from '../../../records/filter/filter';
import { isJsonObject, valueOf } from '../../../json/json';
import type { PageQuery } from '../../../records/table/query';
import { plainText } from '../../messages/plainText';

/** Replacements for comparison operators: similar characters that file names may contain. */
const signs: Readonly<Record<string, string>> = { '>=': '≥', '<=': '≤', '!=': '≠', '>': '＞', '<': '＜' };

/**
 * Describes a query in the title of its tab: `price ＞ 20 · ↓created_at · 101–`; empty for all records of a table.
 * The title is part of a URI, so it does not depend on the display language and contains only letters, digits, spaces
 * and a few signs.
 * @param longest maximum number of characters; the offset is never cut, so that pages of a query have distinct titles
 */
export function queryTitle({ where, orderBy = [], keys = [], offset }: PageQuery, longest: number): string {
  const order = orderBy.map(name => (name.startsWith('-') ? `↓${name.slice(1)}` : `↑${name}`));
  const firstRecord = offset === undefined || offset === 0 ? '' : `${offset + 1}–`;
  const parts = [where === undefined ? '' : conditionTitle(where), order.join(' '), keys.join(', ')];
  const words = parts
    .map(harmless)
    .filter(part => part !== '')
    .join(' · ');
  const left = firstRecord === '' ? longest : longest - firstRecord.length - 3;
  return [left < 1 ? '' : plainText(words, left), firstRecord].filter(part => part !== '').join(' · ');
}

function conditionTitle(where: string): string {
  const text = filterText(where, undefined);
  const condition = text.startsWith('{') ? valueOf(text) : undefined;
  if (isJsonObject(condition)) return [...condition.keys()].join(', ');
  return text.replace(/[<>!]=|[<>]/g, sign => signs[sign] ?? sign);
}

function harmless(text: string): string {
  return text
    .replace(/[^\p{L}\p{N} _.,=≥≤≠＞＜↓↑–-]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}
