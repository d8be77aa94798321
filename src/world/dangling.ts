import type { JsonObject } from '../json/json';
import { userTable } from './survey';
import { columnsOf, idText, textOf, type World } from './world';

/** A pointer column with values whose targets are missing in the world. */
interface DanglingPointers {
  table: string;
  column: string;
  /** The number of values without a target. */
  count: number;
}

/**
 * Returns the pointer columns with missing targets, which were not read, or were removed from an edited world file. Does
 * not change the pointers.
 */
export function danglingPointers({ lists, records, users }: World): DanglingPointers[] {
  const ids = new Map([...records].map(([table, rows]) => [table, new Set([...rows].map(idText))]));
  ids.set(userTable, new Set(users.map(({ text }) => text)));
  for (const table of lists.tables) {
    const recordIds = ids.get(idText(table));
    if (recordIds !== undefined) ids.set(textOf(table.get('name')), recordIds);
  }
  return lists.tables.flatMap(table =>
    pointerColumns(table).flatMap(({ column, target }): DanglingPointers[] => {
      const targetIds = ids.get(target);
      const values = [...(records.get(idText(table)) ?? [])].map(record => textOf(record.get(column)));
      const count = values.filter(id => id !== '' && targetIds?.has(id) !== true).length;
      return count === 0 ? [] : [{ table: textOf(table.get('name')), column, count }];
    }),
  );
}

function pointerColumns(table: JsonObject): { column: string; target: string }[] {
  return columnsOf(table)
    .filter(field => field.get('type') === 'reference')
    .map(field => ({ column: textOf(field.get('name')), target: textOf(field.get('schema_id')) }));
}
