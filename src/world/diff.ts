import { sameJson, type JsonObject } from '../json/json';
import type { WorldRecords } from './packedRecords';
import { idText, textOf, worldLists, type World, type WorldList } from './world';

/** One difference between two worlds. */
export interface WorldChange {
  kind: 'added' | 'removed' | 'changed';
  list: WorldList | 'records';
  /** The name of the table that contains the record; empty for other objects. */
  table: string;
  id: string;
  /** The name or title of the object; empty if it has none. */
  name: string;
  /** Names of the changed fields. */
  fields: readonly string[];
}

/**
 * Returns the differences from `before` to `after`: first of the lists, then of the records. Compares masked values like
 * any others.
 */
export function diffWorlds(before: World, after: World): WorldChange[] {
  const lists = worldLists.flatMap(name =>
    diffObjects({ list: name, table: '' }, before.lists[name], after.lists[name]),
  );
  const tables = new Set([...before.records.keys(), ...after.records.keys()]);
  const records = [...tables].flatMap(table =>
    diffObjects(
      { list: 'records', table: tableName(after, table) ?? tableName(before, table) ?? table },
      before.records.get(table) ?? [],
      after.records.get(table) ?? [],
    ),
  );
  return [...lists, ...records];
}

function diffObjects(
  part: Pick<WorldChange, 'list' | 'table'>,
  before: WorldRecords,
  after: WorldRecords,
): WorldChange[] {
  const unmatched = new Map([...before].map(object => [idText(object), object]));
  const changes: WorldChange[] = [];
  for (const object of after) {
    const id = idText(object);
    const earlier = unmatched.get(id);
    unmatched.delete(id);
    const fields = earlier === undefined ? [] : changedFields(earlier, object);
    const change = { ...part, id, name: nameOf(object), fields };
    if (earlier === undefined) changes.push({ kind: 'added', ...change });
    else if (fields.length > 0) changes.push({ kind: 'changed', ...change });
  }
  for (const [id, object] of unmatched)
    changes.push({ kind: 'removed', ...part, id, name: nameOf(object), fields: [] });
  return changes;
}

function changedFields(before: JsonObject, after: JsonObject): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter(name => !sameJson(before.get(name), after.get(name)));
}

function tableName({ lists }: World, id: string): string | undefined {
  const table = lists.tables.find(each => idText(each) === id);
  return table === undefined ? undefined : nameOf(table);
}

function nameOf(object: JsonObject): string {
  return textOf(object.get('name') ?? object.get('title'));
}
