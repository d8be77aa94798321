import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Column, Table } from './schema';
import { commonTypes } from './typesText';
import { jsonValue } from '../../json/jsonValue';

/** The environment that a file of types was made from. */
interface TypesSource {
  clientId: string;
  /** Absent for production. */
  envId?: string | undefined;
}

/** The header of a generated file of types. */
export interface TypesHead extends TypesSource {
  /** The `schemaHash` of the tables from which the file was generated. */
  hash: string;
}

const headShape = v.object({ clientId: v.string(), envId: v.optional(v.string()), schema: v.string() });
const headStart = '// hydrogen ';

/**
 * Generates `hydrogen.d.ts`: `Tables['name']['Row' | 'Insert' | 'Update']`, pointers, and tables for the vendor's SDK.
 * The same tables give the same bytes, in any order.
 */
export function generateTypes(tables: readonly Table[], { clientId, envId }: TypesSource): string {
  const head = { clientId, envId, schema: schemaHash(tables) };
  return [
    '/* eslint-disable */',
    '// The data tables as TypeScript types, made by Hydrogen BaaS. Do not edit: generate it again when tables change.',
    `${headStart}${JSON.stringify(head)}`,
    '',
    tablesText(tables),
    commonTypes,
  ].join('\n');
}

/** Returns a hash of the generated types, as 16 hexadecimal digits. */
export function schemaHash(tables: readonly Table[]): string {
  return createHash('sha256').update(tablesText(tables)).digest('hex').slice(0, 16);
}

/** Reads the header of a file that `generateTypes` made; `undefined` for any other text. */
export function readTypesHead(text: string): TypesHead | undefined {
  const line = text.split(/\r?\n/, 10).find(each => each.startsWith(headStart));
  if (line === undefined) return undefined;
  const { success, output } = v.safeParse(headShape, jsonValue(line.slice(headStart.length)));
  return success ? { clientId: output.clientId, envId: output.envId, hash: output.schema } : undefined;
}

function tablesText(tables: readonly Table[]): string {
  const sorted = [...tables].sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
  // By ID and by name, because a pointer may have only one of them.
  const names = new Map(sorted.flatMap(({ id, name }) => [[id, name] as const, [name, name] as const]));
  return ['export interface Tables {', ...sorted.flatMap(table => tableLines(table, names)), '}', ''].join('\n');
}

function tableLines(table: Table, names: ReadonlyMap<string, string>): string[] {
  const isUser = table.name === '_userprofile';
  const customColumns = table.columns.filter(({ system }) => !system);
  // The columns that a client can write; the others belong to the console and the Open API.
  const writable = customColumns.filter(({ access, name }) => !access.clientReadOnly && !isPermission(name));
  const pointers = customColumns.flatMap(column => {
    const target = targetOf(column, names);
    return target === undefined ? [] : [[column.name, target] as const];
  });
  if (names.has('_userprofile')) pointers.push(['created_by', '_userprofile']);
  return [
    ...comment(table.description, 1),
    `  ${key(table.name)}: {`,
    '    Row: {',
    `      id: ${isUser ? 'number' : 'string'};`,
    ...['created_by: number;', 'created_at: Timestamp;', 'updated_at: Timestamp;'].map(line => `      ${line}`),
    ...['read_perm?: string[];', 'write_perm?: string[];'].map(line => `      ${line}`),
    ...customColumns.filter(({ name }) => !isPermission(name)).flatMap(column => rowLines(column, names)),
    '    };',
    '    Insert: {',
    ...writable.map(column => writtenLine(column, names, column.required && column.defaultValue === undefined)),
    '      read_perm?: string[];',
    '      write_perm?: string[];',
    '    };',
    '    Update: {',
    ...writable.map(column => writtenLine(column, names, false)),
    '      read_perm?: string[];',
    '      write_perm?: string[];',
    '    };',
    '    /** The tables that pointers lead to. */',
    '    Pointers: {',
    ...pointers.map(([name, target]) => `      ${key(name)}: ${JSON.stringify(target)};`),
    '    };',
    '  };',
  ];
}

function isPermission(name: string): boolean {
  return name === 'read_perm' || name === 'write_perm';
}

function rowLines(column: Column, names: ReadonlyMap<string, string>): string[] {
  const { access, required } = column;
  // A column that is not visible to everybody may be missing even if a value is required.
  const isCertain = required && access.clientVisible && !access.creatorVisible;
  const type = typeOf(column, names, 'read');
  return [
    ...comment(column.description, 3),
    `      ${key(column.name)}${isCertain ? `: ${type}` : `?: ${orNull(type)}`};`,
  ];
}

function writtenLine(column: Column, names: ReadonlyMap<string, string>, isNeeded: boolean): string {
  const type = typeOf(column, names, 'written');
  return `      ${key(column.name)}${isNeeded ? '' : '?'}: ${column.required ? type : orNull(type)};`;
}

function orNull(type: string): string {
  return type === 'unknown' ? type : `${type} | null`;
}

function typeOf(column: Column, names: ReadonlyMap<string, string>, direction: 'read' | 'written'): string {
  if (column.type === 'reference') {
    const target = targetOf(column, names);
    if (target === undefined)
      return direction === 'read' ? '{ id: string; _table: string }' : 'string | { id: string }';
    return `${direction === 'read' ? 'Pointer' : 'PointerInput'}<${JSON.stringify(target)}>`;
  }
  if (column.type === 'array') {
    const item = plainType(column.itemType, column.choices, direction);
    return /^[\w.]+$/.test(item) ? `${item}[]` : `(${item})[]`;
  }
  return plainType(column.type, column.choices, direction);
}

const plainTypes = new Map([
  ['string', 'string'],
  ['id', 'string'],
  ['integer', 'number'],
  ['number', 'number'],
  ['boolean', 'boolean'],
  ['date', 'DateText'],
  ['file', 'FileValue'],
  ['geojson', 'GeoJson'],
  ['object', 'Record<string, unknown>'],
]);

function plainType(type: string | undefined, choices: Column['choices'], direction: 'read' | 'written'): string {
  if (choices !== undefined && (type === 'string' || type === 'integer' || type === 'number')) {
    return [...new Set(choices)].map(choice => JSON.stringify(choice)).join(' | ');
  }
  if (type === 'geojson' && direction === 'written') return 'GeoInput';
  return plainTypes.get(type ?? '') ?? 'unknown';
}

function targetOf({ target }: Column, names: ReadonlyMap<string, string>): string | undefined {
  if (target === undefined) return undefined;
  return names.get(target.id) ?? (target.name === undefined ? undefined : names.get(target.name));
}

/** Names come from the service, so everything but a plain word is quoted. */
function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) && name !== '__proto__' ? name : JSON.stringify(name);
}

/** A description must neither end its comment nor start a new line outside of it. */
function comment(words: string | undefined, level: number): string[] {
  if (words === undefined) return [];
  const line = words
    .replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .replaceAll('*/', '* /')
    .trim();
  return line === '' ? [] : [`${'  '.repeat(level)}/** ${line} */`];
}
