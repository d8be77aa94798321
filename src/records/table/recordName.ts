import type { JsonObject } from '../../json/json';
import type { Column } from './schema';

/** Column names that usually identify a record for people, the best first. */
const namePatterns = [
  /^(name|title|label)$/i,
  /^(名称|名字|标题|姓名|品名)$/,
  /^(nickname|username|subject|display_?name|full_?name)$/i,
  /(name|title|名|标题)$/i,
];

type NameColumn = Pick<Column, 'name' | 'type' | 'system' | 'choices'>;

/**
 * Returns the text columns that identify a record for people, the best first: ranked by their names, then in the order
 * of the table.
 */
export function displayColumns(columns: readonly NameColumn[]): string[] {
  const texts = columns.filter(({ type, system, choices }) => type === 'string' && !system && choices === undefined);
  const rank = ({ name }: NameColumn) => {
    const index = namePatterns.findIndex(pattern => pattern.test(name));
    return index < 0 ? namePatterns.length : index;
  };
  return texts.toSorted((one, other) => rank(one) - rank(other)).map(({ name }) => name);
}

/** Returns the display name of a record: its first display column that is not empty; `undefined` if all are empty. */
export function recordName(record: JsonObject | undefined, columns: readonly NameColumn[]): string | undefined {
  for (const name of displayColumns(columns)) {
    const text = record?.get(name);
    if (typeof text === 'string' && text.trim() !== '') return text.trim();
  }
  return undefined;
}
