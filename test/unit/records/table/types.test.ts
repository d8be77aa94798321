import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import ts from 'typescript';
import { listTables } from '../../../../src/records/table/schema';
import { generateTypes, readTypesHead, schemaHash } from '../../../../src/records/table/types';
import { withSandboxService } from '../fixture';
import { errorsOf, field, place, right, table, tables, wrong } from '../typesCases';

/**
 * The part of the vendor's typings that the generated types use, unchanged: undeclared names that refer to one
 * namespace.
 */
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

describe('types generated from the schema', () => {
  it('accept correct programs, and compile themselves', () => assert.deepEqual([...errorsOf(right, vendor)], []));

  it(`reject each of ${wrong.length} incorrect programs`, () => {
    const found = errorsOf(wrong, vendor);
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

  it('contain no any', () => {
    const code = generateTypes(tables, place).replace(/\/\*.*?\*\//g, '');
    assert.doesNotMatch(code, /\bany\b/);
  });

  it('are the same bytes for the same tables in any order', () => {
    assert.equal(generateTypes([...tables].reverse(), place), generateTypes(tables, place));
    assert.equal(schemaHash([...tables].reverse()), schemaHash(tables));
    assert.ok(generateTypes(tables, place).endsWith('}\n'));
  });

  it('name their environment and schema', () => {
    const text = generateTypes(tables, place);
    assert.deepEqual(readTypesHead(text), { ...place, hash: schemaHash(tables) });
    assert.deepEqual(readTypesHead(text.replaceAll('\n', '\r\n')), { ...place, hash: schemaHash(tables) });
    const production = readTypesHead(generateTypes(tables, { clientId: 'abc' }));
    assert.deepEqual(production, { clientId: 'abc', envId: undefined, hash: schemaHash(tables) });
    for (const other of ['', 'export {};', '// hydrogen', '// hydrogen {"clientId":5}', '// hydrogen {']) {
      assert.equal(readTypesHead(other), undefined);
    }
  });

  it('have another hash exactly when the schema changed in a visible way', () => {
    const more = [...tables, table(1, 'more', [])];
    assert.notEqual(schemaHash(more), schemaHash(tables));
    const retyped = [table(1, 'more', [field('a', 'string')])];
    assert.notEqual(schemaHash(retyped), schemaHash([table(1, 'more', [field('a', 'number')])]));
    assert.equal(schemaHash([{ ...table(1, 'more', []), updatedAt: 5 }]), schemaHash([table(1, 'more', [])]));
  });

  it('are valid for any response of the service', () => {
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

  it('compile without tables', () => {
    const broken = [...errorsOf([], vendor, { generated: generateTypes([], place) })].filter(([at]) =>
      at.startsWith('/hydrogen.d.ts'),
    );
    assert.deepEqual(broken, []);
  });

  it('are generated from responses of the service', () =>
    withSandboxService(async ({ service, shop }) => {
      const { items } = await listTables(service, {});
      const text = generateTypes(items, { clientId: shop.clientId });
      assert.match(text, /stock\?: number \| null;/);
      assert.match(text, /product\?: Pointer<"product"> \| null;/);
    }));
});
