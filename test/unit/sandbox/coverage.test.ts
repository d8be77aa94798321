import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { describe, it } from 'mocha';
import { format } from 'prettier';
import { operations } from '../../../src/api/operations/catalogue';
import { coverageList, leftOut, ownRoutes, ownRoutesList, pathsOf, routedPaths } from './coverage';

const [begin, end] = ['<!-- coverage: made by the tests -->', '<!-- /coverage -->'];
const file = 'docs/sandbox.md';

describe('sandbox: coverage of the catalogue', () => {
  it('includes every operation in every version, or names the reason', () => {
    const routed = routedPaths();
    const missing = operations
      .filter(({ id }) => !(id in leftOut))
      .flatMap(operation => pathsOf(operation).filter(path => !routed.has(path)));
    assert.deepEqual(missing, []);
  });

  it('includes other routes only with a reason', () => {
    const known = new Set(operations.flatMap(pathsOf));
    const others = [...routedPaths()].filter(path => !known.has(path));
    assert.deepEqual(others.sort(), ownRoutes.flatMap(([, routes]) => routes).sort());
  });

  it('excludes only existing operations without a route', () => {
    const routed = routedPaths();
    for (const id of Object.keys(leftOut)) {
      const operation = operations.find(each => each.id === id) ?? assert.fail(id);
      assert.ok(
        pathsOf(operation).every(path => !routed.has(path)),
        id,
      );
    }
  });

  it('matches the documentation (UPDATE_DOCS=1 writes it)', async () => {
    const text = await readFile(file, 'utf8');
    const [before, after] = [text.indexOf(begin), text.indexOf(end)];
    assert.ok(before > 0 && after > before, `${file} lost its marks`);
    const made = `${text.slice(0, before)}${begin}\n\n${coverageList()}\n\n${ownRoutesList()}\n\n${text.slice(after)}`;
    const formatted = await format(made, { parser: 'markdown', printWidth: 120 });
    if (process.env.UPDATE_DOCS === '1') await writeFile(file, formatted);
    else assert.equal(text, formatted, 'UPDATE_DOCS=1 npm test -- unit --grep coverage');
  });
});
