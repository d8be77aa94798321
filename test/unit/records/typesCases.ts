import assert from 'node:assert/strict';
import ts from 'typescript';
import { readTable, type Table } from '../../../src/records/table/schema';
import { generateTypes } from '../../../src/records/table/types';

export const place = { clientId: 'abc', envId: 'e1' };
const system = ['id', 'created_by', 'created_at', 'updated_at'].map(name => ({ name, type: 'integer' }));
export const table = (id: number, name: string, fields: object[], builtIn = false): Table =>
  readTable({ id, name, schema: { fields: [...system, ...fields] }, protected_fields: builtIn ? [] : null }) ??
  assert.fail('no table');
export const field = (name: string, type: string, more: object = {}) => ({ name, type, ...more });
const required = { constraints: { required: true } };
const sizes = { constraints: { required: true, rules: [{ type: 'choices', value: ['S', 'M'] }] }, default: 'M' };

export const tables = [
  table(5002, 'store', [
    field('name', 'string'),
    field('location', 'geojson', { coordinate_type: 'wgs84' }),
    field('manager', 'reference', { schema_id: '_userprofile' }),
  ]),
  table(5001, 'product', [
    field('sku', 'string', required),
    field('size', 'string', sizes),
    field('price', 'number', { description: 'Yuan */ declare const evil: 1;\n/*' }),
    field('stock', 'integer', { constraints: { rules: [{ type: 'choices', value: [0, 1] }] } }),
    field('on_sale', 'boolean'),
    field('tags', 'array', { items: { type: 'string' } }),
    field('details', 'object'),
    field('cover', 'file'),
    field('released_at', 'date'),
    field('store', 'reference', { schema_id: 5002 }),
    field('lost', 'reference', { schema_id: 1 }),
    field('inner', 'string', { acl: { clientReadOnly: true, clientVisible: false }, ...required }),
    field('odd', 'something'),
    field("a'b-c", 'string'),
  ]),
  table(4998, '_userprofile', [field('nickname', 'string')], true),
];

/** TypeScript's own declarations, parsed once for all programs. */
const libraries = new Map<string, ts.SourceFile | undefined>();

/**
 * Compiles lines together with the types and the vendor's typings, and returns each line with its errors.
 * @param compiler the TypeScript version
 */
export function errorsOf(
  lines: readonly string[],
  vendor: string,
  { generated = generateTypes(tables, place), compiler = ts }: { generated?: string; compiler?: typeof ts } = {},
): Map<string, string[]> {
  const head = [
    "import type { Tables, Pointer, PointerInput, ExpandedPointer, Query } from './hydrogen';",
    "const { BaaS } = wx; const products = new BaaS.TableObject('product'); const record = products.create();",
    "const query = new BaaS.Query<'product'>(); declare const row: Tables['product']['Row'];",
  ];
  // Each line is in a separate function, so that it can declare variables and await.
  const program = [...head, ...lines.map(line => `async () => { ${line} };`)].join('\n');
  const files = new Map([
    ['/use.ts', program],
    ['/hydrogen.d.ts', generated],
    ['/vendor.d.ts', vendor],
  ]);
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    types: [],
    target: compiler.ScriptTarget.ES2020,
    module: compiler.ModuleKind.ESNext,
    lib: ['lib.es2018.d.ts'],
  };
  const host = compiler.createCompilerHost(options);
  const onDisk = host.getSourceFile.bind(host);
  host.fileExists = name => files.has(name) || compiler.sys.fileExists(name);
  host.readFile = name => files.get(name) ?? compiler.sys.readFile(name);
  host.getSourceFile = (name, version) => {
    const text = files.get(name);
    if (text !== undefined) return compiler.createSourceFile(name, text, version);
    const kept = libraries.get(name) ?? onDisk(name, version);
    libraries.set(name, kept);
    return kept;
  };
  const found = new Map<string, string[]>();
  for (const { file, start = 0, messageText } of compiler.getPreEmitDiagnostics(
    compiler.createProgram([...files.keys()], options, host),
  )) {
    const number = file?.fileName === '/use.ts' ? file.getLineAndCharacterOfPosition(start).line - head.length : -1;
    const at = lines[number] ?? `${file?.fileName ?? ''}, not a case`;
    found.set(at, [...(found.get(at) ?? []), compiler.flattenDiagnosticMessageText(messageText, ' ')]);
  }
  return found;
}

export const right = [
  "query.compare('price', '>', 5).in('size', ['S']).compare('store', '=', 'an id').compare('tags', '=', 'red');",
  "query.contains('sku', 'x').arrayContains('tags', ['red']).isNull(['cover', 'id']).compare('created_by', '=', 5);",
  "query.include('store', new BaaS.GeoPoint(1, 2)); BaaS.init('abc');",
  "products.setQuery(query).setQuery(new BaaS.Query().compare('nickname', '=', 'x')).setQuery(BaaS.Query.or(query));",
  "products.select(['sku', '-price', 'store.name']).orderBy('-created_at').limit(1).offset(2);",
  "const name: string | null | undefined = (await products.expand('store').get('1')).data.store?.name;",
  "const nickname: string | null | undefined = (await products.expand(['created_by']).get('1')).data.created_by?.nickname;",
  "const pointer: Pointer<'store'> | null | undefined = (await products.find()).data.objects[0]?.store;",
  "const size: 'S' | 'M' = row.size; const sku: string = row.sku; const stock: 0 | 1 | null | undefined = row.stock;",
  "record.set('price', 5).set({ tags: ['a'], cover: null, store: 'id', lost: 'id' }).unset('cover').unset({ price: '' });",
  "record.incrementBy('price', 1).append('tags', 'x').uAppend('tags', ['x']).pop('tags').patchObject('details', { a: 1 });",
  'const saved: string = (await record.save()).data.sku;',
  "const insert: Tables['product']['Insert'] = { sku: 'a', read_perm: ['user:*'] };",
  "new BaaS.TableObject('store').create().set('location', new BaaS.GeoPoint(1, 2)).set('manager', 5);",
  "new my.BaaS.TableObject('store').create().set('location', { type: 'Point', coordinates: [1, 2] });",
  "const leads: PointerInput<'store'>[] = ['id', { id: 'id' }, new BaaS.TableObject('store').create()];",
  "const store: ExpandedPointer<'store'>['_table'] = 'store'; const user: Pointer<'_userprofile'>['id'] = 5;",
  `const quoted: string | null | undefined = row["a'b-c"];`,
];

export const wrong = [
  "new BaaS.TableObject('produkt');",
  'new BaaS.TableObject(5001);',
  "new my.BaaS.TableObject('x');",
  'const any1: number = BaaS;',
  "query.compare('prise', '>', 5);",
  "query.compare('price', '~', 5);",
  "query.compare('price', '>', '5');",
  "query.compare('size', '=', 'L');",
  "query.compare('store', '=', 5);",
  "query.compare('created_by', '=', 'x');",
  "query.compare('nickname', '=', 'x');",
  "query.in('size', ['S', 'L']);",
  "query.in('price', 5);",
  "query.notIn('on_sale', ['yes']);",
  "query.arrayContains('price', [5]);",
  "query.arrayContains('tags', [5]);",
  "query.isNull('nothing');",
  "query.exists(['price', 'nothing']);",
  "query.contains('prise', 'x');",
  "query.matches('sku', 'not a pattern');",
  "query.within('store', new BaaS.GeoPoint(1, 2).nothing);",
  "new BaaS.Query().compare('nobody has it', '=', 1);",
  "products.setQuery(new BaaS.Query<'store'>());",
  "products.select('prise');",
  "products.select('-prise');",
  "products.orderBy(['price', '+sku']);",
  "products.expand('sku');",
  'await products.get(5);',
  "const notExpanded = (await products.get('1')).data.store?.name;",
  'const number1: number = (await products.find()).data.objects[0]?.sku;',
  'const unread: string = row.note;',
  'const maybe: number = row.price;',
  "const size: 'L' = row.size;",
  "record.set('price', '5');",
  "record.set('size', 'L');",
  "record.set('stock', 2);",
  "record.set('inner', 'clients may not write it');",
  "record.set('created_at', 5);",
  "record.set({ id: 'x' });",
  'record.set({ sku: null });',
  'record.set({ prise: 5 });',
  "record.set({ store: { name: 'x' } });",
  "record.set({ cover: 'a file' });",
  "record.set({ tags: ['a', 5] });",
  "record.unset('prise');",
  "record.incrementBy('sku', 1);",
  "record.append('price', 1);",
  "record.append('tags', 1);",
  "record.patchObject('tags', {});",
  "const missing: Tables['product']['Insert'] = { price: 5 };",
  "const extra: Tables['product']['Update'] = { nothing: 5 };",
  "const other: Tables['products'] = null!;",
  "const leads: Pointer<'nowhere'> = null!;",
  "const user: Pointer<'_userprofile'>['id'] = 'x';",
  'products.createMany([{ price: 5 }]);',
  "new BaaS.TableObject('store').create().set('location', { type: 'Point', coordinates: ['1', 2] });",
  "new BaaS.TableObject('store').create().set('manager', 'a user is a number');",
];
