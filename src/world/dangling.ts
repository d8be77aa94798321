import { ExactNumber, isJsonObject, isList, type Json, type JsonObject } from '../json/json';
import { textOf, userTable } from './survey';
import { idText, type World } from './world';

/** A pointer column with values that point to records missing in the world. */
interface DanglingPointers {
  table: string;
  column: string;
  /** The number of these values. */
  count: number;
}

/**
 * Returns the pointer columns with missing targets: records that were not read, or that an edited world file does not
 * contain. The pointers stay in the world.
 */
export function danglingPointers({ lists, records, users }: World): DanglingPointers[] {
  const ids = new Map([...records].map(([table, rows]) => [table, new Set([...rows].map(idText))]));
  ids.set(userTable, new Set(users.map(({ text }) => text)));
  for (const table of lists.tables) {
    const known = ids.get(idText(table));
    if (known !== undefined) ids.set(textOf(table.get('name')), known);
  }
  return lists.tables.flatMap(table =>
    pointers(table).flatMap(({ column, target }): DanglingPointers[] => {
      const known = ids.get(target);
      const values = [...(records.get(idText(table)) ?? [])].map(record => pointedId(record.get(column)));
      const count = values.filter(id => id !== '' && known?.has(id) !== true).length;
      return count === 0 ? [] : [{ table: textOf(table.get('name')), column, count }];
    }),
  );
}

function pointers(table: JsonObject): { column: string; target: string }[] {
  const schema = table.get('schema');
  const fields = isJsonObject(schema) ? schema.get('fields') : undefined;
  return (isList(fields) ? fields : [])
    .filter(isJsonObject)
    .filter(field => field.get('type') === 'reference')
    .map(field => ({ column: textOf(field.get('name')), target: textOf(field.get('schema_id')) }));
}

function pointedId(value: Json | undefined): string {
  return value instanceof ExactNumber || typeof value === 'string' ? textOf(value) : '';
}
