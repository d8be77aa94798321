import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { operations } from '../../../src/api/operations/catalogue';
import { assertGenerated } from '../../generatedPage';
import { coverageList, leftOut, ownRoutes, ownRoutesList, pathsOf, routedPaths } from './coverage';

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
    const lists = `${coverageList()}\n\n${ownRoutesList()}`;
    await assertGenerated('docs/sandbox.md', 'coverage', lists, 'unit --grep coverage');
  });
});
