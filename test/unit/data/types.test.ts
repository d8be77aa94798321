import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import ts from 'typescript';
import { listTables, readTable, type Table } from '../../../src/data/schema';
import { generateTypes, readTypesHead, schemaHash } from '../../../src/data/types';
import { withSandbox } from '../sandbox/fixture';
import { withService } from './fixture';

const place = { clientId: 'abc', envId: 'e1' };
const system = ['id', 'created_by', 'created_at', 'updated_at'].map(name => ({ name, type: 'integer' }));
const table = (id: number, name: string, fields: object[], builtIn = false): Table =>
  readTable({ id, name, schema: { fields: [...system, ...fields] }, protected_fields: builtIn ? [] : null }) ??
  assert.fail('no table');
const field = (name: string, type: string, more: object = {}) => ({ name, type, ...more });
const required = { constraints: { required: true } };
const sizes = { constraints: { required: true, rules: [{ type: 'choices', value: ['S', 'M'] }] }, default: 'M' };

const tables = [
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

/** What the vendor's typings say that ours rest on, in their words: names that nobody declares, made of one namespace. */
const vendor = `declare namespace BaaS {
  class TableObject { constructor(tableName: string); get(id: string): any; }
  class Query { compare(key: string, operator: string, value: any): this; }
  class GeoPoint { constructor(longitude: number, latitude: number); toGeoJSON(): object; }
  class GeoPolygon { constructor(args: number[][]); toGeoJSON(): object; }
  function init(clientID: string): void;
}
declare namespace WechatMiniprogram { interface Wx { BaaS: typeof WechatBaaS; } }
declare const wx: WechatMiniprogram.Wx;
declare namespace PlatformNamespace { interface My { BaaS: typeof AlipayBaaS; } }
declare const my: PlatformNamespace.My;
`;

/** TypeScript's own declarations, parsed once for all programs. */
const libraries = new Map<string, ts.SourceFile | undefined>();

/** The lines of a program beside the types, each with its errors. */
function errorsOf(lines: readonly string[], generated = generateTypes(tables, place)): Map<string, string[]> {
  const head = [
    "import type { Tables, Pointer, PointerInput, ExpandedPointer, Query } from './hydrogen';",
    "const { BaaS } = wx; const products = new BaaS.TableObject('product'); const record = products.create();",
    "const query = new BaaS.Query<'product'>(); declare const row: Tables['product']['Row'];",
  ];
  // Each line in a function of its own, so that they may declare and wait as they like.
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
    target: ts.ScriptTarget.ES2020,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2018.d.ts'],
  };
  const host = ts.createCompilerHost(options);
  const onDisk = host.getSourceFile.bind(host);
  host.fileExists = name => files.has(name) || ts.sys.fileExists(name);
  host.readFile = name => files.get(name) ?? ts.sys.readFile(name);
  host.getSourceFile = (name, version) => {
    const text = files.get(name);
    if (text !== undefined) return ts.createSourceFile(name, text, version);
    const kept = libraries.get(name) ?? onDisk(name, version);
    libraries.set(name, kept);
    return kept;
  };
  const found = new Map<string, string[]>();
  for (const { file, start = 0, messageText } of ts.getPreEmitDiagnostics(
    ts.createProgram([...files.keys()], options, host),
  )) {
    const number = file?.fileName === '/use.ts' ? file.getLineAndCharacterOfPosition(start).line - head.length : -1;
    const at = lines[number] ?? `${file?.fileName ?? ''}, not a case`;
    found.set(at, [...(found.get(at) ?? []), ts.flattenDiagnosticMessageText(messageText, ' ')]);
  }
  return found;
}

const right = [
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

const wrong = [
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

describe('types made from the schema', () => {
  it('let right programs compile, and the file itself does', () => assert.deepEqual([...errorsOf(right)], []));

  it(`refuse ${wrong.length} programs that are wrong, each for itself`, () => {
    const found = errorsOf(wrong);
    assert.deepEqual(
      wrong.filter(line => !found.has(line)),
      [],
    );
    assert.deepEqual(
      [...found.keys()].filter(line => !wrong.includes(line)),
      [],
    );
    assert.ok(wrong.length >= 40);
  });

  it('have no any in them', () => {
    const code = generateTypes(tables, place).replace(/\/\*.*?\*\//g, '');
    assert.doesNotMatch(code, /\bany\b/);
  });

  it('are the same bytes for the same tables, in whatever order they come', () => {
    assert.equal(generateTypes([...tables].reverse(), place), generateTypes(tables, place));
    assert.equal(schemaHash([...tables].reverse()), schemaHash(tables));
    assert.ok(generateTypes(tables, place).endsWith('}\n'));
  });

  it('say which environment and schema they were made from', () => {
    const text = generateTypes(tables, place);
    assert.deepEqual(readTypesHead(text), { ...place, hash: schemaHash(tables) });
    assert.deepEqual(readTypesHead(text.replaceAll('\n', '\r\n')), { ...place, hash: schemaHash(tables) });
    const production = readTypesHead(generateTypes(tables, { clientId: 'abc' }));
    assert.deepEqual(production, { clientId: 'abc', envId: undefined, hash: schemaHash(tables) });
    for (const other of ['', 'export {};', '// hydrogen', '// hydrogen {"clientId":5}', '// hydrogen {']) {
      assert.equal(readTypesHead(other), undefined);
    }
  });

  it('have another hash when the schema moved on in a way that types show, and only then', () => {
    const more = [...tables, table(1, 'more', [])];
    assert.notEqual(schemaHash(more), schemaHash(tables));
    const retyped = [table(1, 'more', [field('a', 'string')])];
    assert.notEqual(schemaHash(retyped), schemaHash([table(1, 'more', [field('a', 'number')])]));
    assert.equal(schemaHash([{ ...table(1, 'more', []), updatedAt: 5 }]), schemaHash([table(1, 'more', [])]));
  });

  it('cannot be broken by what the service sends', () => {
    const names = ['__proto__', 'constructor', '"]; evil()', '*/ evil', '\n', '\u2028', '名前', '${x}', '`'];
    const fields = names.map(name => field(name, 'string', { description: `*/ ${name} \n export evil` }));
    const hostile = [table(1, '__proto__', fields), table(2, '"; evil', [field('a', 'reference', { schema_id: 1 })])];
    const text = generateTypes(hostile, { clientId: 'a\n"*/' });
    const file = ts.createSourceFile('/x.d.ts', text, ts.ScriptTarget.ES2020);
    const { parseDiagnostics } = file as unknown as { parseDiagnostics: unknown[] };
    assert.deepEqual(parseDiagnostics, []);
    const [tablesDeclaration] = file.statements;
    assert.ok(tablesDeclaration && ts.isInterfaceDeclaration(tablesDeclaration));
    assert.equal(tablesDeclaration.members.length, 2);
    assert.equal(readTypesHead(text)?.clientId, 'a\n"*/');
  });

  it('compile where there are no tables', () => {
    const broken = [...errorsOf([], generateTypes([], place))].filter(([at]) => at.startsWith('/hydrogen.d.ts'));
    assert.deepEqual(broken, []);
  });

  it('are made of what the service sends', () =>
    withSandbox(async (_, shop) => {
      await withService(shop, async service => {
        const { items } = await listTables(service, {});
        const text = generateTypes(items, { clientId: shop.clientId });
        assert.match(text, /stock\?: number \| null;/);
        assert.match(text, /product\?: Pointer<"product"> \| null;/);
      });
    }));
});
