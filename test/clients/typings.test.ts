import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'mocha';
import { errorsOf, right, wrong } from '../unit/data/typesCases';
import { clientsFolder } from './installed';

describe("types made from the schema, beside the vendor's own (minapp-sdk-typings 3.23.5)", () => {
  let vendor = '';

  before(async function () {
    this.timeout(300_000);
    const file = path.join(await clientsFolder(), 'node_modules', 'minapp-sdk-typings', 'types', 'baas.d.ts');
    vendor = await readFile(file, 'utf8');
  });

  /** The vendor's file has mistakes of its own. */
  const errorsIn = (lines: readonly string[]) =>
    new Map([...errorsOf(lines, vendor)].filter(([at]) => !at.startsWith('/vendor.d.ts')));

  it('let right programs compile', () => assert.deepEqual([...errorsIn(right)], []));

  it(`refuse ${wrong.length} programs that are wrong, each for itself`, () => {
    assert.deepEqual([...errorsIn(wrong).keys()].sort(), [...wrong].sort());
  });
});
