import {
  ExactNumber,
  isJsonObject,
  parseJson,
  sameJson,
  type Json,
  type JsonObject,
  type JsonNode,
  type JsonSyntaxProblem,
  type Range,
} from '../../json/json';
import { systemColumns } from '../table/schema';
import { sameType } from './mergeShapes';
import { permissionNames, type TableShape } from './tableShape';

type SchemaProblemCode =
  | JsonSyntaxProblem['code']
  | 'notATable'
  | 'tableName'
  | 'tableNameTaken'
  | 'tableRenamed'
  | 'columnName'
  | 'reservedName'
  | 'duplicateColumn'
  | 'unknownType'
  | 'retyped'
  | 'itemsMissing'
  | 'coordinatesMissing'
  | 'pointerMissing'
  | 'unknownTable'
  | 'tooManyPointers'
  | 'wrongDefault'
  | 'permission'
  | 'unknownGroup'
  | 'index';

export interface SchemaProblem extends Range {
  code: SchemaProblemCode;
  /** The name that the problem is about. */
  name?: string;
  /** The possible values. */
  expected?: string;
}

/** The facts that a schema document is checked against. */
export interface SchemaContext {
  /** The table as it was read; absent for a new one. */
  base: TableShape | undefined;
  /** Names of all tables; absent if unknown. */
  tables: readonly string[] | undefined;
  /** IDs of the user groups; absent if unknown. */
  groups: ReadonlySet<string> | undefined;
}

const columnTypes: readonly string[] = [
  ...['string', 'integer', 'number', 'boolean', 'array', 'geojson', 'file', 'date', 'object', 'reference'],
];
const itemTypes: readonly string[] = columnTypes.filter(type => type !== 'reference' && type !== 'array');
const coordinateTypes: readonly string[] = ['wgs84', 'gcj02'];
/** Names that a new column cannot have. */
const reservedNames: ReadonlySet<string> = new Set([
  ...systemColumns,
  ...['_id', '_table', 'read_perm', 'write_perm', '_read_perm', '_write_perm'],
]);
/** A letter, then letters, digits and underscores; 32 characters at most. */
const namePattern = /^[A-Za-z][A-Za-z0-9_]{0,31}$/;
const permissionPattern = /^(user:(anonymous|\*|\{created_by\}|\d+)|gid:\d+)$/;
const maximumPointers = 3;

/** Checks the text of a schema document. */
export function schemaProblems(text: string, context: SchemaContext): SchemaProblem[] {
  const parsed = parseJson(text);
  if ('problem' in parsed) return [parsed.problem];
  const { node } = parsed;
  const fields = fieldOf(fieldOf(node, 'schema'), 'fields');
  if (!isJsonObject(node.value) || fields?.items === undefined) return [{ code: 'notATable', ...rangeOf(node) }];
  const problems = [
    ...tableNameProblems(node, context),
    ...columnProblems(fields.items, context),
    ...permissionProblems(node, context),
    ...indexProblems(node, fields.items),
  ];
  return problems.sort((one, other) => one.start - other.start);
}

function tableNameProblems(node: JsonNode, { base, tables }: SchemaContext): SchemaProblem[] {
  const nameNode = fieldOf(node, 'name');
  const range = rangeOf(nameNode ?? node);
  const name = nameNode?.value;
  if (base !== undefined) return name === base.name ? [] : [{ code: 'tableRenamed', ...range, name: base.name }];
  if (typeof name !== 'string' || !namePattern.test(name)) return [{ code: 'tableName', ...range }];
  return tables?.includes(name) === true ? [{ code: 'tableNameTaken', ...range, name }] : [];
}

function columnProblems(items: readonly JsonNode[], context: SchemaContext): SchemaProblem[] {
  const seen = new Set<string>();
  const pointers = items.filter(item => fieldOf(item, 'type')?.value === 'reference');
  const isNew = (item: JsonNode) => context.base?.columns.has(wordOf(fieldOf(item, 'name')?.value)) !== true;
  const excess = pointers
    .slice(maximumPointers)
    .filter(isNew)
    .map((item): SchemaProblem => {
      return { code: 'tooManyPointers', ...rangeOf(fieldOf(item, 'type') ?? item), expected: String(maximumPointers) };
    });
  const problems = items.flatMap((item): SchemaProblem[] => {
    const nameNode = fieldOf(item, 'name');
    const name = nameNode?.value;
    const range = rangeOf(nameNode ?? item);
    if (typeof name !== 'string') return [{ code: 'columnName', ...range }];
    if (seen.has(name)) return [{ code: 'duplicateColumn', ...range, name }];
    seen.add(name);
    const before = context.base?.columns.get(name);
    const invalid = before === undefined ? newNameProblem(name) : undefined;
    const nameProblems = invalid === undefined ? [] : [{ code: invalid, ...range, name }];
    return [...nameProblems, ...typeProblems(item, name, before, context)];
  });
  return [...problems, ...excess];
}

function newNameProblem(name: string): 'reservedName' | 'columnName' | undefined {
  if (reservedNames.has(name)) return 'reservedName';
  return namePattern.test(name) ? undefined : 'columnName';
}

function typeProblems(
  item: JsonNode,
  name: string,
  before: JsonObject | undefined,
  { base, tables }: SchemaContext,
): SchemaProblem[] {
  const typeNode = fieldOf(item, 'type');
  const type = typeNode?.value;
  const range = rangeOf(typeNode ?? item);
  if (before !== undefined && isJsonObject(item.value) && !sameType(before, item.value)) {
    return [{ code: 'retyped', ...range, name }];
  }
  const problem = before === undefined ? newTypeProblem(item, name, { base, tables }) : undefined;
  if (problem !== undefined) return [problem];
  const value = fieldOf(item, 'default');
  const isRight = value === undefined || value.value === null || fits(type, value.value);
  return isRight || sameJson(value.value, before?.get('default'))
    ? []
    : [{ code: 'wrongDefault', ...rangeOf(value), name, expected: wordOf(type) }];
}

/** Checks the type of a new column. The one of an existing column is accepted: the service has it, and cannot change it. */
function newTypeProblem(
  item: JsonNode,
  name: string,
  { base, tables }: Pick<SchemaContext, 'base' | 'tables'>,
): SchemaProblem | undefined {
  const typeNode = fieldOf(item, 'type');
  const type = typeNode?.value;
  const range = rangeOf(typeNode ?? item);
  if (typeof type !== 'string' || !columnTypes.includes(type))
    return { code: 'unknownType', ...range, name, expected: columnTypes.join(', ') };
  const itemType = fieldOf(fieldOf(item, 'items'), 'type')?.value;
  if (type === 'array' && (typeof itemType !== 'string' || !itemTypes.includes(itemType)))
    return { code: 'itemsMissing', ...range, name, expected: itemTypes.join(', ') };
  const coordinates = fieldOf(item, 'coordinate_type')?.value;
  if (type === 'geojson' && (typeof coordinates !== 'string' || !coordinateTypes.includes(coordinates)))
    return { code: 'coordinatesMissing', ...range, name, expected: coordinateTypes.join(', ') };
  if (type !== 'reference') return undefined;
  const target = fieldOf(item, 'schema_name');
  if (target === undefined)
    return fieldOf(item, 'schema_id') === undefined ? { code: 'pointerMissing', ...range, name } : undefined;
  const called = wordOf(target.value);
  const isKnown = tables === undefined || called === base?.name || tables.includes(called);
  return isKnown ? undefined : { code: 'unknownTable', ...rangeOf(target), name: called };
}

function permissionProblems(node: JsonNode, { base, groups }: SchemaContext): SchemaProblem[] {
  return permissionNames.flatMap((name): SchemaProblem[] => {
    const list = fieldOf(node, name);
    if (list?.items === undefined) return [{ code: 'permission', ...rangeOf(list ?? node), name }];
    const known = base?.permissions.get(name) ?? [];
    return list.items.flatMap((item): SchemaProblem[] => {
      const { value } = item;
      if (typeof value === 'string' && known.includes(value)) return [];
      if (typeof value !== 'string' || !permissionPattern.test(value))
        return [{ code: 'permission', ...rangeOf(item), name }];
      const isMissing = groups !== undefined && value.startsWith('gid:') && !groups.has(value.slice(4));
      return isMissing ? [{ code: 'unknownGroup', ...rangeOf(item), name: value.slice(4) }] : [];
    });
  });
}

function indexProblems(node: JsonNode, columns: readonly JsonNode[]): SchemaProblem[] {
  const list = fieldOf(node, 'indexes');
  if (list === undefined) return [];
  const names = new Set([...columns.map(column => fieldOf(column, 'name')?.value), ...systemColumns]);
  if (list.items === undefined) return [{ code: 'index', ...rangeOf(list) }];
  return list.items.flatMap((item): SchemaProblem[] => {
    const fields = fieldOf(item, 'fields')?.items;
    if (fields === undefined || fields.length === 0) return [{ code: 'index', ...rangeOf(item) }];
    return fields.flatMap((field): SchemaProblem[] => {
      return names.has(field.value) ? [] : [{ code: 'index', ...rangeOf(field), name: wordOf(field.value) }];
    });
  });
}

function fits(type: Json | undefined, value: Json): boolean {
  switch (wordOf(type)) {
    case 'string':
    case 'date':
      return typeof value === 'string';
    case 'integer':
      return value instanceof ExactNumber && /^-?\d+$/.test(value.text);
    case 'number':
      return value instanceof ExactNumber;
    case 'boolean':
      return typeof value === 'boolean';
    default:
      return true;
  }
}

function wordOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function fieldOf(node: JsonNode | undefined, name: string): JsonNode | undefined {
  return node?.fields?.find(field => field.name === name)?.node;
}

function rangeOf({ start, end }: Range): Range {
  return { start, end };
}
