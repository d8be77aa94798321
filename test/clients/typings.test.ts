import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { before, describe, it } from 'mocha';
import ts from 'typescript';
import { errorsOf, right, wrong } from '../unit/records/typesCases';
import { clientsFolder } from './installed';

describe("generated types together with the vendor's own (minapp-sdk-typings 3.23.5)", () => {
  let vendor = '';
  const compilers = new Map([['newest', ts]]);

  before(async () => {
    const modules = path.join(await clientsFolder(), 'node_modules');
    vendor = await readFile(path.join(modules, 'minapp-sdk-typings', 'types', 'baas.d.ts'), 'utf8');
    compilers.set('oldest', createRequire(modules)('typescript-oldest') as typeof ts);
  });

  // Our types need template literal types, so 4.1 is the oldest version. The vendor's typings need nothing newer.
  for (const [which, version] of [
    ['oldest', '4.1.6'],
    ['newest', ts.version],
  ] as const) {
    /** Returns the errors outside of the vendor's file, which has errors in every TypeScript version. */
    const errorsIn = (lines: readonly string[]) => {
      const compiler = compilers.get(which) ?? assert.fail();
      assert.equal(compiler.version, version);
      return new Map([...errorsOf(lines, vendor, { compiler })].filter(([at]) => !at.startsWith('/vendor.d.ts')));
    };

    it(`accept correct programs with TypeScript ${version}`, () => assert.deepEqual([...errorsIn(right)], []));

    it(`reject each of ${wrong.length} incorrect programs with TypeScript ${version}`, () => {
      assert.deepEqual([...errorsIn(wrong).keys()].sort(), [...wrong].sort());
    });
  }
});
