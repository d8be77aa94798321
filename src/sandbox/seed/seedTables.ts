import { readDate } from '../http/dates';
import { derivedHex } from '../store/hashes';
import type { SandboxColumn, SandboxTable } from '../database/table';
import { seededAt } from './seedContent';
import type { Doc } from '../store/collection';

/** A table of the seed, and the function that creates its records. */
export interface SeedTable {
  table: SandboxTable;
  count: number;
  /** Creates the record with this number, counted from 0. The record is the same on every run. */
  record: (number: number, context: RecordContext) => Record<string, unknown>;
}

/** The data that the records of one environment share. */
interface RecordContext {
  /** Identifiers of the initial users. */
  users: readonly number[];
  /** Returns the identifier of the record with this number in a table. */
  idOf: (table: number, number: number) => string;
}

const column = (name: string, type: string, properties: Partial<SandboxColumn> = {}): SandboxColumn =>
  Object.assign({ name, type, description: name }, properties);
const names = [
  '衬衫 Shirt',
  '外套 Jacket',
  '连衣裙 Dress',
  '手机壳 Case',
  '充电器 Charger',
  '茶 Tea',
  '咖啡 Coffee',
  '书 Book',
];
const colours = ['red', 'green', 'blue', 'black', 'white'];
const cities: readonly [name: string, longitude: number, latitude: number][] = [
  ['广州 Guangzhou', 113.2644, 23.1291],
  ['深圳 Shenzhen', 114.0579, 22.5431],
  ['上海 Shanghai', 121.4737, 31.2304],
  ['北京 Beijing', 116.4074, 39.9042],
];
const secondsBetween = 60;

/** Creates the tables of the shop. `products`: the number of records in the table of products. */
export function shopTables(products: number): SeedTable[] {
  return [
    ...builtInTables([column('level', 'string'), column('points', 'integer')]),
    {
      table: table(5001, 'product', productColumns, { indexes: [{ fields: ['sku'], index: 'sku_1' }] }),
      count: products,
      record: number => ({
        sku: `SKU-${String(number + 1).padStart(7, '0')}`,
        name: `${names[number % names.length]} ${number + 1}`,
        price: (199 + ((number * 37) % 5000)) / 10,
        stock: (number * 7) % 50,
        on_sale: number % 3 === 0,
        tags: [colours[number % 5], colours[(number * 3 + 1) % 5]].filter(
          (tag, index, all) => all.indexOf(tag) === index,
        ),
        released_at: readDate(new Date((seededAt - (number % 1000) * 86_400) * 1000).toISOString()),
        details: number % 4 === 0 ? { size: 'M', weight: number % 10 } : { weight: number % 10 },
        ...(number % 5 === 0 ? {} : { note: number % 7 === 0 ? '' : `备注 note ${number % 11}` }),
      }),
    },
    {
      table: table(5002, 'store', storeColumns),
      count: 12,
      record: (number, { users }) => {
        const [city, longitude, latitude] = cities[number % cities.length] ?? ['', 0, 0];
        const [x, y] = [longitude + number / 100, latitude + number / 100];
        const ring = [
          [x - 1, y - 1],
          [x + 1, y - 1],
          [x + 1, y + 1],
          [x - 1, y + 1],
          [x - 1, y - 1],
        ];
        return {
          name: `${city} ${number + 1}`,
          location: { type: 'Point', coordinates: [x, y] },
          area: { type: 'Polygon', coordinates: [ring] },
          manager: users[number % users.length],
        };
      },
    },
    {
      table: table(5003, 'review', reviewColumns, { rows: { write: ['user:{created_by}'] } }),
      count: Math.min(products, 30),
      record: (number, { idOf }) => ({
        product: idOf(5001, number),
        stars: 1 + (number % 5),
        text: number % 2 === 0 ? '很好 Very good' : '一般 So so',
      }),
    },
    {
      table: table(5004, 'note', [column('text', 'string')], {
        rows: { read: ['user:{created_by}'], write: ['user:{created_by}'] },
      }),
      count: 6,
      record: number => ({ text: `私人便笺 Private note ${number + 1}` }),
    },
  ];
}

export function blogTables(posts: number): SeedTable[] {
  return [
    ...builtInTables([]),
    {
      table: table(5001, 'post', [
        column('title', 'string'),
        column('views', 'integer'),
        column('tags', 'array', { items: { type: 'string' } }),
      ]),
      count: posts,
      record: number => ({ title: `文章 Post ${number + 1}`, views: number * 11, tags: [colours[number % 5]] }),
    },
  ];
}

/** Yields record by record, so that a large table is never in memory twice. */
export function* seedRecords(
  { table, count, record }: SeedTable,
  realm: string,
  users: readonly number[],
): Generator<Doc> {
  const starts = new Map<number, string>();
  const idOf = (id: number, number: number): string => {
    const start = starts.get(id) ?? derivedHex(`table ${realm} ${id}`, 8);
    starts.set(id, start);
    return recordId(start, number);
  };
  for (let number = 0; number < count; number += 1) {
    const createdBy = creatorOf(number, users);
    const createdAt = seededAt + number * secondsBetween;
    const permissionsFor = (permissions: string[]): string[] => {
      // Records with the same permissions share one list, because documents are never changed in place.
      if (!permissions.some(permission => permission.includes('{'))) return permissions;
      return permissions.map(permission => permission.replace('{created_by}', String(createdBy)));
    };
    yield {
      id: idOf(table.id, number),
      created_by: createdBy,
      created_at: createdAt,
      updated_at: createdAt,
      read_perm: permissionsFor(table.default_row_perm._read_perm),
      write_perm: permissionsFor(table.default_row_perm._write_perm),
      ...record(number, { users, idOf }),
    };
  }
}

const productColumns = [
  column('sku', 'string', { constraints: { required: true } }),
  column('name', 'string'),
  column('price', 'number'),
  column('stock', 'integer', { default: 0 }),
  column('on_sale', 'boolean'),
  column('tags', 'array', { items: { type: 'string' } }),
  column('released_at', 'date'),
  column('details', 'object'),
  column('note', 'string'),
  column('cover', 'file'),
];
const storeColumns = [
  column('name', 'string'),
  column('location', 'geojson', { coordinate_type: 'wgs84', format: 'default' }),
  column('area', 'geojson', { coordinate_type: 'wgs84', format: 'default' }),
  column('manager', 'reference', { schema_id: '_userprofile' }),
];
const reviewColumns = [
  column('product', 'reference', { schema_id: '5001' }),
  column('stars', 'integer'),
  column('text', 'string'),
];

/** The access rights of a profile column that only its user sees. Other users see the columns without `creatorVisible`. */
const ownerOnly = { acl: { clientVisible: true, clientReadOnly: false, creatorVisible: true } };
const profileColumns = [
  column('nickname', 'string'),
  column('avatar', 'string'),
  column('gender', 'integer', ownerOnly),
  ...['country', 'province', 'city', 'language', 'openid', 'unionid'].map(name => column(name, 'string', ownerOnly)),
  column('is_authorized', 'boolean', ownerOnly),
  column('_provider', 'object', ownerOnly),
  ...['_username', '_email', '_phone'].map(name => column(name, 'string', ownerOnly)),
  ...['_email_verified', '_phone_verified', '_anonymous'].map(name => column(name, 'boolean', ownerOnly)),
];

interface SeedTableOptions {
  rows?: { read?: string[]; write?: string[] };
  indexes?: SandboxTable['indexes'];
  protectedFields?: string[];
}

function table(id: number, name: string, fields: SandboxColumn[], options: SeedTableOptions = {}): SandboxTable {
  const { read = ['user:anonymous'], write = ['user:*'] } = options.rows ?? {};
  return {
    id,
    name,
    protected_fields: options.protectedFields ?? null,
    schema: { fields },
    write_perm: ['user:*'],
    default_row_perm: { _read_perm: read, _write_perm: write },
    created_at: seededAt,
    updated_at: seededAt,
    indexes: options.indexes ?? [],
  };
}

/** Creates the built-in tables of the service. They have special operations, and applications can add columns. */
export function builtInTables(userColumns: SandboxColumn[]): SeedTable[] {
  const content = [
    ...['title', 'description'].map(name => column(name, 'string')),
    column('cover', 'file'),
    column('content', 'string'),
    column('group_id', 'integer'),
    column('categories', 'array', { items: { type: 'integer' } }),
    column('visit_count', 'integer'),
  ];
  const noRecords = { count: 0, record: () => ({}) };
  return [
    {
      table: table(4998, '_userprofile', [...profileColumns, ...userColumns], {
        protectedFields: profileColumns.map(({ name }) => name),
      }),
      ...noRecords,
    },
    {
      table: table(4999, '_richtextcontent', content, { protectedFields: content.map(({ name }) => name) }),
      ...noRecords,
    },
  ];
}

/**
 * Returns the creator of a record. The users of the seed create the first 1000 records. After that, every 20 records
 * have another creator, who is not in the user table.
 */
function creatorOf(number: number, users: readonly number[]): number {
  if (number < 1000) return users[number % users.length] ?? 0;
  return 46_000_000_000_000 + Math.floor(number / 20);
}

/**
 * Creates an ID of 24 hexadecimal digits, as in the service, from a time, the environment and table (`start`), and the
 * number.
 */
function recordId(start: string, number: number): string {
  const time = (seededAt + number * secondsBetween).toString(16).padStart(8, '0');
  return `${time}${start}${number.toString(16).padStart(8, '0')}`;
}
