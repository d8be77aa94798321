import { ExactNumber, isJsonObject, isList, type Json, type JsonObject } from '../../json/json';
import { worldClientId, type World, type WorldList } from '../../world/world';
import { isObject } from '../http/json';
import { hashPassword } from '../store/hashes';
import type { Collection, Doc } from '../store/collection';
import type { Store } from '../store/store';
import { blankUser } from '../identity/user';
import { seededAt } from './seedContent';
import type { SeedApplication, SeedEnvironment } from './seed';
import { placeholderBytes } from './placeholderFiles';
import { builtInTables } from './seedTables';

/** The password of every user of a world. Public: the users are made up. */
export const worldPassword = 'sandbox-password';

const collections: Readonly<Record<string, WorldList>> = {
  function: 'functions',
  'content-group': 'contentGroups',
  'content-category': 'contentCategories',
  content: 'contents',
  'user-group': 'userGroups',
  'user-supergroup': 'userSupergroups',
  file: 'files',
};

/** Creates the application of a world. Its only environment is production, which has no Env ID. */
export function worldApplication(world: World): SeedApplication {
  const groups = world.lists.contentGroups.map(group => {
    const { id, name } = toPlainValue(group) as { id: number; name: string };
    return { id, name, categories: [], contents: [], createdAt: seededAt };
  });
  const users = world.users.slice(0, 2).map(({ text }) => ({ ...account(Number(text)), password: worldPassword }));
  const production = { name: 'Production', envId: undefined, groups, users, orders: [], tables: [], world };
  return {
    name: `${world.source.application} (Sandbox)`,
    clientId: world.clientId,
    production,
    testEnvironments: [],
  };
}

/** Default values for the parts that a table file omits. */
const emptyTable = {
  schema: { fields: [] },
  indexes: [],
  protected_fields: null,
  write_perm: ['user:*'],
  default_row_perm: { _read_perm: ['user:*'], _write_perm: ['user:*'] },
  created_at: seededAt,
  updated_at: seededAt,
};

/** Returns a table of a world. Parts that a file edited by hand lacks, or that no table can have, get default values. */
function tableOf(table: JsonObject): Doc {
  const doc: Doc = { ...emptyTable, ...docOf(table) };
  const { default_row_perm: perm, indexes } = doc as { default_row_perm?: unknown; indexes?: unknown };
  const isTexts = (value: unknown) => Array.isArray(value) && value.every(item => typeof item === 'string');
  const permissions = Object.entries(isObject(perm) ? perm : {}).filter(([, value]) => isTexts(value));
  const isIndex = (index: unknown) => isObject(index) && Array.isArray(index.fields);
  return {
    ...doc,
    default_row_perm: { ...emptyTable.default_row_perm, ...Object.fromEntries(permissions) },
    indexes: Array.isArray(indexes) ? indexes.filter(isIndex) : [],
  };
}

/** Yields the initial documents of a collection of a world. */
export function* worldDocuments({ lists, records, users }: World, collection: string): Generator<Doc> {
  const list = collections[collection];
  if (list !== undefined) {
    const status = collection === 'file' ? { status: 'success', category_id: null } : {};
    for (const object of lists[list]) yield { ...docOf(object), ...status };
  } else if (collection === 'table') {
    const tables = lists.tables.map(tableOf);
    const names = new Set(tables.map(({ name }) => name));
    for (const { table } of builtInTables([])) if (!names.has(table.name)) yield table;
    yield* tables;
  } else if (collection === 'user') {
    yield* users.map(({ text }) => userOf(Number(text)));
  } else if (collection === 'file-bytes') {
    for (const file of lists.files.map(docOf)) {
      const bytes = placeholderBytes(String(file.mime_type));
      yield { id: String(file.cdn_path), base64: bytes.toString('base64') };
    }
  } else {
    const table = /^record (.+)$/.exec(collection)?.[1] ?? '';
    const docs = [...(records.get(table) ?? [])].map(docOf);
    // Stored oldest first; responses begin with the newest.
    yield* docs.sort((one, other) => Number(one.created_at) - Number(other.created_at));
  }
}

/** Returns the current documents of an environment as a world. Documents keep the order of their collections. */
export function worldOf(
  store: Pick<Store, 'collection'>,
  realm: string,
  application: Pick<SeedApplication, 'name' | 'clientId'>,
  environment: Pick<SeedEnvironment, 'name' | 'envId' | 'world'>,
): World {
  const all = (collection: string): JsonObject[] => objectsOf(store.collection(realm, collection));
  const tables = all('table');
  const lists = Object.fromEntries(Object.entries(collections).map(([collection, list]) => [list, all(collection)]));
  return {
    source: environment.world?.source ?? { application: application.name, environment: environment.name },
    clientId: environment.world?.clientId ?? worldClientId(application.clientId, environment.envId),
    masks: environment.world?.masks ?? new Map(),
    records: new Map(
      tables.map(table => {
        const id = String(toPlainValue(table.get('id') ?? null));
        return [id, all(`record ${id}`)];
      }),
    ),
    users: [...store.collection(realm, 'user').oldestFirst()].map(({ id }) => new ExactNumber(String(id))),
    lists: { ...(lists as Record<WorldList, JsonObject[]>), tables },
  };
}

function account(id: number): { id: number; email: string; username: string } {
  return { id, email: `user-${id}@example.com`, username: `user-${id}` };
}

let passwordHash: string | undefined;

function userOf(id: number): Doc {
  const { email, username } = account(id);
  // One salt and hash for all users: the password is public, and a world may have thousands of users.
  const salt = 'world';
  passwordHash ??= hashPassword(worldPassword, salt);
  const names = { _email: email, _username: username, nickname: username };
  return { ...blankUser(id, seededAt), ...names, salt, passwordHash };
}

function docOf(object: JsonObject): Doc {
  return toPlainValue(object) as Doc;
}

/** Converts JSON to values with JavaScript numbers, because the sandbox calculates with them. */
function toPlainValue(value: Json): unknown {
  if (value instanceof ExactNumber) return Number(value.text);
  if (isList(value)) return value.map(toPlainValue);
  return isJsonObject(value)
    ? Object.fromEntries([...value].map(([name, inner]) => [name, toPlainValue(inner)]))
    : value;
}

function objectsOf(collection: Collection): JsonObject[] {
  return [...collection.oldestFirst()].map(doc => toExactJson(doc) as JsonObject);
}

function toExactJson(value: unknown): Json {
  // JSON has no infinite number, which 1e400 becomes. Responses have null as well.
  if (typeof value === 'number') return Number.isFinite(value) ? new ExactNumber(String(value)) : null;
  if (Array.isArray(value)) return value.map(toExactJson);
  if (typeof value === 'object' && value !== null) {
    return new Map(
      Object.entries(value)
        .filter(([, inner]) => inner !== undefined)
        .map(([name, inner]) => [name, toExactJson(inner)]),
    );
  }
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
}
