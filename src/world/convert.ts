import { createHash } from 'node:crypto';
import { ExactNumber, isJsonObject, isList, type Json, type JsonObject } from '../json/json';
import { isPointerId } from './masking/maskRecord';
import { builtInColumns, userTable, type SurveyedTable } from './survey';
import { columnsOf, idText, textOf } from './world';

/** Collects the users and files that the objects of a world refer to. */
export class References {
  readonly users = new Map<string, ExactNumber>();
  readonly files = new Map<string, JsonObject>();

  addUser(value: Json | undefined): void {
    if (value instanceof ExactNumber && /^\d+$/.test(value.text)) this.users.set(value.text, value);
    else if (typeof value === 'string' && /^\d{1,19}$/.test(value) && isPointerId(value))
      this.users.set(value, new ExactNumber(value));
  }
}

/** Converts a table: removes the columns that every table has, and adds its unique indexes. */
export function worldTable(
  { json }: SurveyedTable,
  indexes: readonly JsonObject[],
  isMasked: (column: string) => boolean,
): JsonObject {
  const columns = columnsOf(json)
    .filter(field => !builtInColumns.has(textOf(field.get('name'))))
    // Omits `collection_name`, because the service derives it from the application.
    .map(field => new Map([...field].filter(([name]) => name !== 'collection_name')))
    .map(field => (isMasked(textOf(field.get('name'))) ? withoutValues(field) : field));
  const otherFields = [...json].filter(([name]) => name !== 'schema');
  return new Map<string, Json>([...otherFields, ['schema', new Map([['fields', columns]])], ['indexes', indexes]]);
}

/**
 * Removes the default value and all rules except `required` from a column, because they may contain personal values.
 */
function withoutValues(field: JsonObject): JsonObject {
  const constraints = field.get('constraints');
  const otherFields = [...field].filter(([name]) => name !== 'default' && name !== 'constraints');
  if (!isJsonObject(constraints)) return new Map(otherFields);
  const required = [...constraints].filter(([name]) => name === 'required');
  return new Map<string, Json>([...otherFields, ['constraints', new Map(required)]]);
}

/** Converts a record: pointers become IDs, files become placeholders. */
export function worldRecord(record: JsonObject, { columns }: SurveyedTable, references: References): JsonObject {
  const types = new Map(columns.map(column => [column.name, column]));
  return new Map(
    [...record]
      .filter(([name]) => name !== '_id')
      .map(([name, value]) => {
        const column = types.get(name);
        if (name === 'created_by' || (column?.type === 'reference' && column.target === userTable)) {
          const id = pointerId(value);
          references.addUser(id);
          return [name, id];
        }
        if (name === 'read_perm' || name === 'write_perm') addPermissionUsers(value, references);
        if (column?.type === 'reference') return [name, pointerId(value)];
        return [
          name,
          column?.type === 'file' ? filePlaceholders(value, references) : withPlaceholders(value, references),
        ];
      }),
  );
}

/** Converts a content: pointers become IDs. Removes the cover, because it is a file on a host of the service. */
export function worldContent(content: JsonObject, references: References): JsonObject {
  const categories = content.get('categories');
  references.addUser(pointerId(content.get('created_by') ?? null));
  return new Map<string, Json>([
    ...[...content].map(([name, value]) => [name, withPlaceholders(value, references)] as const),
    ['created_by', pointerId(content.get('created_by') ?? null)],
    ['categories', (isList(categories) ? categories : []).map(pointerId)],
    ['cover', null],
  ]);
}

/** Converts a category: the group and the parent category become IDs. */
export function worldCategory(category: JsonObject, groupId: Json): JsonObject {
  return new Map<string, Json>([
    ...[...category].filter(([name]) => !['parent', 'subcategories', 'children'].includes(name)),
    ['group_id', groupId],
    ['parent_id', pointerId(category.get('parent') ?? null)],
  ]);
}

/** Converts a user group: the parent becomes an ID. Removes the members, which the service counts itself. */
export function worldUserGroup(group: JsonObject): JsonObject {
  return new Map<string, Json>([
    ...[...group].filter(([name]) => !['members', 'children', 'parent'].includes(name)),
    ...(group.has('parent') ? [['parent', pointerId(group.get('parent') ?? null)] as const] : []),
  ]);
}

/** Converts a cloud function: removes the names of its authors. */
export function worldFunction(cloudFunction: JsonObject): JsonObject {
  return new Map<string, Json>([...cloudFunction, ['created_by', ''], ['updated_by', '']]);
}

function pointerId(value: Json): Json {
  return isJsonObject(value) ? (value.get('id') ?? null) : value;
}

function addPermissionUsers(value: Json, references: References): void {
  for (const permission of isList(value) ? value : []) {
    const id = /^user:(\d+)$/.exec(textOf(permission))?.[1];
    references.addUser(id);
  }
}

function filePlaceholders(value: Json, references: References): Json {
  if (isList(value)) return value.map(item => filePlaceholders(item, references));
  if (!isJsonObject(value)) return value === '' ? '' : null;
  const id = idText(value);
  if (id === '') return null;
  const existing = references.files.get(id);
  if (existing !== undefined) return existing;
  const file = placeholder(id, value);
  references.files.set(id, file);
  return file;
}

/** Replaces every file in a value by its placeholder. */
function withPlaceholders(value: Json, references: References): Json {
  if (isList(value)) return value.map(item => withPlaceholders(item, references));
  if (!isJsonObject(value)) return value;
  if (value.has('cdn_path')) return filePlaceholders(value, references);
  return new Map([...value].map(([name, inner]) => [name, withPlaceholders(inner, references)]));
}

/** The size of every placeholder file in bytes. */
export const placeholderSize = 1024;

/** Returns a placeholder with the ID and type of a file, but with another name, which could contain a person's name. */
function placeholder(id: string, file: JsonObject): JsonObject {
  const type = /^[\w.+-]+\/[\w.+-]+$/.test(textOf(file.get('mime_type'))) ? textOf(file.get('mime_type')) : '';
  const extension = /\.[A-Za-z\d]{1,8}$/.exec(textOf(file.get('name')))?.[0] ?? '';
  const name = createHash('sha256').update(id).digest('hex').slice(0, 16);
  const createdAt = file.get('created_at');
  return new Map<string, Json>([
    ['id', id],
    ['name', `file-${id.slice(-8)}${extension}`],
    ['cdn_path', `${name}${extension}`],
    ['mime_type', type === '' ? 'application/octet-stream' : type],
    ['size', new ExactNumber(String(placeholderSize))],
    ['created_at', createdAt instanceof ExactNumber ? createdAt : new ExactNumber('0')],
  ]);
}
