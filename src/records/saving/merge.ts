import type { Json, JsonObject } from '../../json/json';
import { idOf, type Row } from '../text/recordsText';
import type { SameField } from '../values/sameValue';
import { systemColumns } from '../table/schema';

/** What a person did to one record: `read` alone is a deletion, `edited` alone a new record. */
export interface RecordEdit {
  id: string | undefined;
  read: JsonObject | undefined;
  edited: JsonObject | undefined;
}

/** `undefined` is a field that is missing, which is not null. */
export interface FieldMerge {
  name: string;
  read: Json | undefined;
  edited: Json | undefined;
  server: Json | undefined;
  /** Who changed it since it was read: `agreed` is both, to the same value. */
  state: 'mine' | 'theirs' | 'agreed' | 'conflict';
}

/** Three states of a record laid over each other. */
export interface RecordMerge {
  edit: RecordEdit;
  /** `undefined`: not there, or not there any more. */
  server: JsonObject | undefined;
  /**
   * `changedThere`: deleted here, changed there. `goneThere`: changed here, deleted there. A conflict of the whole record
   * has no fields.
   */
  state: 'create' | 'update' | 'delete' | 'nothing' | 'changedThere' | 'goneThere';
  /** Of a record that stands in both: every field that somebody changed. */
  fields: readonly FieldMerge[];
}

/** The edits in a text, for records that were read. Rows as they were read are none. */
export function editsOf(read: readonly JsonObject[], rows: readonly Row[], same: SameField): RecordEdit[] {
  const byId = new Map(rows.flatMap(row => (row.id === undefined ? [] : [[row.id, row.fields] as const])));
  const known = read.flatMap((record): RecordEdit[] => {
    const id = idOf(record);
    const edited = id === undefined ? undefined : byId.get(id);
    return id === undefined || (edited !== undefined && changedNames(record, edited, same).length === 0)
      ? []
      : [{ id, read: record, edited }];
  });
  const created = rows.filter(({ id }) => id === undefined);
  return [...known, ...created.map(({ fields }): RecordEdit => ({ id: undefined, read: undefined, edited: fields }))];
}

/** The fields of which one record says something else than the other, without those that the service writes. */
export function changedNames(one: JsonObject, other: JsonObject, same: SameField): string[] {
  const names = new Set([...one.keys(), ...other.keys()]);
  return [...names].filter(name => !systemColumns.has(name) && !same(name, one.get(name), other.get(name)));
}

/**
 * Lays what was read, what stands in the editor and what the server has now over each other, field by field.
 * @param chosen the columns the document shows, when it does not show all: others are left alone, and as the service shows a
 * chosen column that is missing as null, the two count as the same
 */
export function mergeRecord(
  edit: RecordEdit,
  server: JsonObject | undefined,
  sameField: SameField,
  chosen?: ReadonlySet<string>,
): RecordMerge {
  const { read, edited } = edit;
  const plain = (state: RecordMerge['state']): RecordMerge => ({ edit, server, state, fields: [] });
  if (read === undefined) return plain(edited === undefined ? 'nothing' : 'create');
  if (server === undefined) return plain(edited === undefined ? 'nothing' : 'goneThere');
  const same: SameField = (name, one, other) =>
    sameField(name, one, other) || (chosen !== undefined && sameField(name, one ?? null, other ?? null));
  const names = new Set([...read.keys(), ...(edited ?? read).keys(), ...server.keys()]);
  const fields = [...names].flatMap((name): FieldMerge[] => {
    const isShown = chosen === undefined || chosen.has(name) || edited?.has(name) === true;
    if (systemColumns.has(name) || !isShown) return [];
    const field = { name, read: read.get(name), edited: (edited ?? read).get(name), server: server.get(name) };
    const [here, there] = [!same(name, field.read, field.edited), !same(name, field.read, field.server)];
    if (!here && !there) return [];
    if (here && there) return [{ ...field, state: same(name, field.edited, field.server) ? 'agreed' : 'conflict' }];
    return [{ ...field, state: here ? 'mine' : 'theirs' }];
  });
  if (edited !== undefined) return { edit, server, state: 'update', fields };
  return fields.length === 0 ? plain('delete') : { edit, server, state: 'changedThere', fields };
}

/** What to do about a conflict: write what stands here, take what stands there, or write what was read. */
export type ConflictChoice = 'mine' | 'theirs' | 'original';

/** Answers of a person to a conflict. `name` is `undefined` for a conflict of the whole record. */
export type ResolveConflict = (merge: RecordMerge, name: string | undefined) => ConflictChoice | undefined;

/** A field to be written: only where it still holds `from`. */
export interface FieldWrite {
  name: string;
  from: Json | undefined;
  to: Json | undefined;
}

/** What is to be done with a record. */
export type RecordDecision =
  | { do: 'create'; fields: JsonObject }
  | { do: 'update'; writes: readonly FieldWrite[] }
  | { do: 'delete' }
  | { do: 'nothing' }
  | { do: 'ask' };

/** Turns a merge into what is to be done; `ask` while a conflict of it has no choice. */
export function resolveMerge(merge: RecordMerge, choose: ResolveConflict = () => undefined): RecordDecision {
  const { state, edit, fields } = merge;
  if (state === 'create' && edit.edited !== undefined) return { do: 'create', fields: edit.edited };
  if (state === 'delete') return { do: 'delete' };
  if (state === 'update')
    return updateOf(merge, field => (field.state === 'conflict' ? choose(merge, field.name) : undefined));
  if (state === 'nothing') return { do: 'nothing' };
  const choice = choose(merge, undefined);
  if (choice === undefined) return { do: 'ask' };
  if (choice === 'theirs') return { do: 'nothing' };
  if (state === 'goneThere') return recreated(choice === 'mine' ? edit.edited : edit.read);
  if (choice === 'mine') return { do: 'delete' };
  return updateOf({ ...merge, fields: fields.map(field => ({ ...field, state: 'conflict' })) }, () => 'original');
}

function updateOf(
  { fields }: RecordMerge,
  choiceOf: (field: FieldMerge) => ConflictChoice | undefined,
): RecordDecision {
  const writes: FieldWrite[] = [];
  for (const field of fields) {
    const choice = field.state === 'mine' ? 'mine' : field.state === 'conflict' ? choiceOf(field) : 'theirs';
    if (choice === undefined) return { do: 'ask' };
    if (choice === 'theirs') continue;
    writes.push({ name: field.name, from: field.server, to: choice === 'mine' ? field.edited : field.read });
  }
  return writes.length === 0 ? { do: 'nothing' } : { do: 'update', writes };
}

/** A record that was deleted there comes back as a new one: the service chooses its ID. */
function recreated(fields: JsonObject | undefined): RecordDecision {
  return fields === undefined ? { do: 'nothing' } : { do: 'create', fields };
}
