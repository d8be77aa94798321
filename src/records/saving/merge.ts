import type { Json, JsonObject } from '../../json/json';
import { idOf, type Row } from '../text/recordsText';
import type { SameField } from '../table/sameValue';
import { systemColumns } from '../table/schema';

/** An edit of one record: a deletion has only `read`, a new record only `edited`. */
export interface RecordEdit {
  id: string | undefined;
  read: JsonObject | undefined;
  edited: JsonObject | undefined;
  /** Whether a new record restores a deleted one, with its creator and time. */
  isRestored?: boolean;
  /** An earlier attempt to create this record, whose response was lost. */
  lost?: LostCreation;
}

/** A creation whose response was lost. A read right after it may not find the record yet. */
export interface LostCreation {
  /** The fields of each attempt. */
  sent: readonly JsonObject[];
  /** IDs of records with the same values that the user knows of. */
  known: readonly string[];
}

/** `undefined` is a missing field, which differs from null. */
interface FieldMerge {
  name: string;
  read: Json | undefined;
  edited: Json | undefined;
  server: Json | undefined;
  /** The side that changed the field since it was read; `agreed` means both, to the same value. */
  state: 'mine' | 'theirs' | 'agreed' | 'conflict';
}

/** The three states of a record side by side. */
export interface RecordMerge {
  edit: RecordEdit;
  /** `undefined` if the record does not exist on the server. */
  server: JsonObject | undefined;
  /**
   * `changedOnServer`: deleted in the text, changed on the server. `goneOnServer`: changed in the text, deleted on the
   * server. Both are conflicts of the whole record.
   */
  state: 'create' | 'update' | 'delete' | 'nothing' | 'changedOnServer' | 'goneOnServer';
  /** Every field that somebody changed, for `update` and `changedOnServer`; otherwise empty. */
  fields: readonly FieldMerge[];
}

/** Returns the differences between the records that were read and the rows of a text, one edit per record. */
export function editsOf(read: readonly JsonObject[], rows: readonly Row[], same: SameField): RecordEdit[] {
  const byId = new Map(rows.flatMap(row => (row.id === undefined ? [] : [[row.id, row.fields] as const])));
  const changes = read.flatMap((record): RecordEdit[] => {
    const id = idOf(record);
    const edited = id === undefined ? undefined : byId.get(id);
    return id === undefined || (edited !== undefined && changedNames(record, edited, same).length === 0)
      ? []
      : [{ id, read: record, edited }];
  });
  const created = rows.filter(({ id }) => id === undefined);
  return [...changes, ...created.map(({ fields }): RecordEdit => ({ id: undefined, read: undefined, edited: fields }))];
}

/** Returns the names of the fields in which two records differ, without those that the service writes. */
export function changedNames(one: JsonObject, other: JsonObject, same: SameField): string[] {
  const names = new Set([...one.keys(), ...other.keys()]);
  return [...names].filter(name => !systemColumns.has(name) && !same(name, one.get(name), other.get(name)));
}

/**
 * Compares what was read, the text in the editor and the current state on the server, field by field.
 * @param chosen the columns the document shows, when it does not show all: other columns are ignored, and because the
 * service returns a missing chosen column as null, missing and null count as equal
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
  if (server === undefined) return plain(edited === undefined ? 'nothing' : 'goneOnServer');
  const same: SameField = (name, one, other) =>
    sameField(name, one, other) || (chosen !== undefined && sameField(name, one ?? null, other ?? null));
  const names = new Set([...read.keys(), ...(edited ?? read).keys(), ...server.keys()]);
  const fields = [...names].flatMap((name): FieldMerge[] => {
    const isShown = chosen === undefined || chosen.has(name) || edited?.has(name) === true;
    if (systemColumns.has(name) || !isShown) return [];
    const field = { name, read: read.get(name), edited: (edited ?? read).get(name), server: server.get(name) };
    const isMine = !same(name, field.read, field.edited);
    const isTheirs = !same(name, field.read, field.server);
    if (!isMine && !isTheirs) return [];
    if (isMine && isTheirs)
      return [{ ...field, state: same(name, field.edited, field.server) ? 'agreed' : 'conflict' }];
    return [{ ...field, state: isMine ? 'mine' : 'theirs' }];
  });
  if (edited !== undefined) return { edit, server, state: 'update', fields };
  return fields.length === 0 ? plain('delete') : { edit, server, state: 'changedOnServer', fields };
}

/** The resolution of a conflict: keep my value, take the server's value, or write the value that was read. */
export type ConflictChoice = 'mine' | 'theirs' | 'original';

/** Returns the user's choice for a conflict, if there is one. Without `name`, the whole record is in conflict. */
export type ResolveConflict = (merge: RecordMerge, name: string | undefined) => ConflictChoice | undefined;

/** A field to write, on condition that it still holds `from`. */
export interface FieldWrite {
  name: string;
  from: Json | undefined;
  to: Json | undefined;
}

/** The action for a record. */
export type RecordDecision =
  | { do: 'create'; fields: JsonObject }
  | { do: 'update'; writes: readonly FieldWrite[] }
  | { do: 'delete' }
  | { do: 'nothing' }
  | { do: 'ask' };

/** Decides what to do with a record; `ask` while one of its conflicts has no choice. */
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
  if (state === 'goneOnServer') return recreated(choice === 'mine' ? edit.edited : edit.read);
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

/** Restores a record that was deleted on the server as a new one: the service chooses its ID. */
function recreated(fields: JsonObject | undefined): RecordDecision {
  return fields === undefined ? { do: 'nothing' } : { do: 'create', fields };
}
