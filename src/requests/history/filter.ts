import type { HistoryEntry } from './history';

/** The localized parts of an entry. */
interface EntryWords {
  /** The day, written in several ways. */
  day: string;
  environment: string;
  /** The reason why there is no response. */
  failure: string;
}

/**
 * Returns whether every word of a filter matches an entry: path, label, application, environment, day or status. `4xx`
 * means every status that begins with 4.
 */
export function fitsFilter(entry: HistoryEntry, filter: string, { day, environment, failure }: EntryWords): boolean {
  const { label, request, application, status } = entry;
  const line = /^(?:[A-Z]+) \S+/m.exec(request)?.[0] ?? '';
  const texts = [label, line, application.name, environment, day, status === undefined ? failure : ''];
  const text = texts.join('\n').toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '')
    .every(word => {
      if (/^\dxx$/.test(word)) return String(status ?? '').startsWith(word.charAt(0));
      if (/^[1-5]\d\d$/.test(word) && status === Number(word)) return true;
      return text.includes(word);
    });
}
