import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { ExactNumber, isJsonObject, isList, valueOf, writeJson, type Json, type JsonObject } from '../json/json';
import type { WorldRecords } from './packedRecords';

/** The names of the lists of JSON objects in a world. */
export const worldLists = [
  ...['tables', 'functions', 'contentGroups', 'contentCategories', 'contents'],
  ...['userGroups', 'userSupergroups', 'files'],
] as const satisfies string[];
export type WorldList = (typeof worldLists)[number];

/**
 * The data of one environment, without credentials and personal data. A sandbox can start from it. Objects have the
 * names and IDs of the service; pointers and `created_by` are IDs.
 */
export interface World {
  source: { application: string; environment: string };
  /** The ClientID of the sandbox's application, 20 hexadecimal digits. It differs from the ClientID of the source. */
  clientId: string;
  /** The number of masked values, keyed by `table.column`. */
  masks: ReadonlyMap<string, number>;
  /** Keyed by table ID. */
  records: ReadonlyMap<string, WorldRecords>;
  /** IDs of the users that objects refer to. The sandbox invents their profiles. */
  users: readonly ExactNumber[];
  lists: Readonly<Record<WorldList, readonly JsonObject[]>>;
}

/**
 * Returns the ClientID for the world of an environment. It is a hash, so that a world never has the ClientID of its
 * source.
 */
export function worldClientId(clientId: string, envId = 'production'): string {
  return createHash('sha256').update(`world ${clientId} ${envId}`).digest('hex').slice(0, 20);
}

/**
 * `notWorld`: not a world file. `newer`: a later version wrote the file. `invalid`: the value at `path` is invalid.
 * `tooLarge`: larger than `longestWorld`.
 */
export class WorldError extends Error {
  readonly code: 'notWorld' | 'newer' | 'invalid' | 'tooLarge';
  readonly path: string;

  constructor(code: WorldError['code'], path = '') {
    super(path === '' ? code : `${code} ${path}`);
    this.code = code;
    this.path = path;
  }
}

export const worldFormat = 'hydrogen-world';
export const worldVersion = 1;
/**
 * The maximum size of a world file in bytes. Nobody could review a larger file, and the length of JavaScript strings is
 * limited.
 */
export const longestWorld = 100_000_000;

/** Returns a world as JSON with sorted keys and one record per line. Equal worlds have equal texts. @throws WorldError */
export function writeWorld(world: World): string {
  return [...worldPieces(world)].join('');
}

/**
 * Yields the text of `writeWorld` in pieces, so that a large world is never one text in memory.
 * @throws WorldError `tooLarge`, because such a file could not be read again
 */
export function* worldPieces(world: World): Generator<string> {
  let size = 0;
  for (const piece of pieces(world)) {
    size += Buffer.byteLength(piece);
    if (size > longestWorld) throw new WorldError('tooLarge');
    yield piece;
  }
}

function* pieces({ source, clientId, masks, records, users, lists }: World): Generator<string> {
  const recordCounts: [string, number][] = [...records].map(([table, rows]) => [
    `records of ${tableName(lists, table)}`,
    rows.length,
  ]);
  const counts = Object.fromEntries([...worldLists.map(name => [name, lists[name].length] as const), ...recordCounts]);
  yield `{\n"format": ${JSON.stringify(worldFormat)},\n"version": ${worldVersion},\n`;
  yield `"source": ${JSON.stringify({ application: source.application, environment: source.environment })},\n`;
  yield `"clientId": ${JSON.stringify(clientId)},\n`;
  yield `"counts": ${JSON.stringify(sortedEntries(counts), undefined, 2)},\n`;
  yield `"masks": ${JSON.stringify(sortedEntries(Object.fromEntries(masks)), undefined, 2)},\n`;
  for (const name of worldLists) {
    yield `"${name}": `;
    yield* linePieces(lists[name]);
    yield ',\n';
  }
  const ids = [...users].sort((one, other) => compare(one.text, other.text)).map(({ text }) => text);
  yield `"users": [${ids.join(', ')}],\n"records": {\n`;
  const tables = [...records].sort(([one], [other]) => compare(one, other));
  for (const [index, [table, rows]] of tables.entries()) {
    yield `${index === 0 ? '' : ',\n'}${JSON.stringify(table)}: `;
    yield* linePieces(rows);
  }
  yield '\n}\n}\n';
}

/** Reads the text of a world file. @throws WorldError */
export function readWorld(text: string): World {
  if (text.length > longestWorld) throw new WorldError('tooLarge');
  // Some editors on Windows write a byte order mark.
  const json = valueOf(text.replace(/^\ufeff/, ''));
  if (!isJsonObject(json) || json.get('format') !== worldFormat) throw new WorldError('notWorld');
  const version = json.get('version');
  if (version instanceof ExactNumber && Number(version.text) > worldVersion) throw new WorldError('newer');
  const header = v.safeParse(headerShape, plainJson(new Map([...json].filter(([name]) => headerNames.has(name)))));
  if (!header.success) throw new WorldError('invalid', v.getDotPath(header.issues[0]) ?? '');
  const lists = Object.fromEntries(
    worldLists.map(name => [name, readObjects(json.get(name), name)]),
  ) as unknown as World['lists'];
  lists.tables.forEach(checkTable);
  checkGroups(lists);
  const records = readRecords(json.get('records'), lists.tables);
  const { source, clientId, masks } = header.output;
  return {
    source,
    clientId,
    masks: new Map(Object.entries(masks)),
    records,
    users: readUsers(json.get('users')),
    lists,
  };
}

const headerShape = v.object({
  version: v.literal(worldVersion),
  source: v.object({ application: v.string(), environment: v.string() }),
  clientId: v.pipe(v.string(), v.regex(/^[\da-f]{20}$/)),
  masks: v.optional(v.record(v.string(), v.number()), {}),
});
const headerNames: ReadonlySet<string> = new Set(Object.keys(headerShape.entries));

/**
 * Checks that a table has a name and a valid list of columns, because a world file may be edited by hand.
 */
function checkTable(table: JsonObject, index: number): void {
  const schema = table.get('schema');
  const fields = isJsonObject(schema) ? schema.get('fields') : schema === undefined ? [] : undefined;
  if (typeof table.get('name') !== 'string') throw new WorldError('invalid', `tables[${index}].name`);
  if (!isList(fields) || !fields.every(field => isJsonObject(field) && typeof field.get('name') === 'string')) {
    throw new WorldError('invalid', `tables[${index}].schema.fields`);
  }
}

/** Checks that the groups of categories and contents are in the file. */
function checkGroups(lists: World['lists']): void {
  const groups = new Set(lists.contentGroups.map(idText));
  for (const name of ['contentCategories', 'contents'] as const) {
    for (const [index, object] of lists[name].entries()) {
      const group = object.get('group_id');
      if (group instanceof ExactNumber && !groups.has(group.text))
        throw new WorldError('invalid', `${name}[${index}].group_id`);
    }
  }
}

function readRecords(value: Json | undefined, tables: readonly JsonObject[]): World['records'] {
  if (value === undefined) return new Map();
  if (!isJsonObject(value)) throw new WorldError('invalid', 'records');
  const tableIds = new Set(tables.map(idText));
  return new Map(
    [...value].map(([table, rows]) => {
      if (!tableIds.has(table)) throw new WorldError('invalid', `records.${table}`);
      return [table, readObjects(rows, `records.${table}`)];
    }),
  );
}

/** Returns the objects of a list. Checks that each has a unique ID. */
function readObjects(value: Json | undefined, path: string): JsonObject[] {
  if (value === undefined) return [];
  if (!isList(value)) throw new WorldError('invalid', path);
  const ids = new Set<string>();
  return value.map((item, index) => {
    const id = isJsonObject(item) ? idText(item) : '';
    if (!isJsonObject(item) || id === '' || ids.has(id)) throw new WorldError('invalid', `${path}[${index}].id`);
    ids.add(id);
    return item;
  });
}

function readUsers(value: Json | undefined): ExactNumber[] {
  const items = value ?? [];
  if (!isList(items)) throw new WorldError('invalid', 'users');
  return items.map((item, index) => {
    if (!(item instanceof ExactNumber) || !/^\d+$/.test(item.text)) throw new WorldError('invalid', `users[${index}]`);
    return item;
  });
}

/** Returns the ID of an object as text; empty if it has none. */
export function idText(object: JsonObject): string {
  return textOf(object.get('id'));
}

/** Returns the text of a string or number; empty for any other value. */
export function textOf(value: Json | undefined): string {
  if (value instanceof ExactNumber) return value.text;
  return typeof value === 'string' ? value : '';
}

/** Returns the columns of a table in a world or in a response. */
export function columnsOf(table: JsonObject): JsonObject[] {
  const schema = table.get('schema');
  const fields = isJsonObject(schema) ? schema.get('fields') : undefined;
  return (isList(fields) ? fields : []).filter(isJsonObject);
}

function tableName(lists: World['lists'], table: string): string {
  const name = lists.tables.find(each => idText(each) === table)?.get('name');
  return typeof name === 'string' ? name : table;
}

/** Large enough for few writes, and small enough for short texts. */
const objectsPerPiece = 500;

function* linePieces(objects: WorldRecords): Generator<string> {
  if (objects.length === 0) {
    yield '[]';
    return;
  }
  const ordered = sortedById(objects);
  yield '[\n';
  for (let at = 0; at < ordered.length; at += objectsPerPiece) {
    const texts = ordered.slice(at, at + objectsPerPiece).map(object => writeJson(withSortedKeys(object)));
    yield `${at === 0 ? '' : ',\n'}${texts.join(',\n')}`;
  }
  yield '\n]';
}

/** Returns the value with sorted keys at every depth. */
function withSortedKeys(value: Json): Json {
  if (isList(value)) return value.map(withSortedKeys);
  if (!isJsonObject(value)) return value;
  return new Map(
    [...value].sort(([one], [other]) => compare(one, other)).map(([name, inner]) => [name, withSortedKeys(inner)]),
  );
}

function sortedEntries(object: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(object).sort(([one], [other]) => compare(one, other)));
}

function sortedById(objects: WorldRecords): JsonObject[] {
  return [...objects].sort((one, other) => compare(idText(one), idText(other)));
}

/** Compares non-negative integers by their value and all other texts by their characters. */
function compare(one: string, other: string): number {
  if (/^\d+$/.test(one) && /^\d+$/.test(other) && one.length !== other.length) return one.length - other.length;
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Converts exact numbers to JavaScript numbers. */
function plainJson(value: Json): unknown {
  return JSON.parse(writeJson(value));
}
