import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Application } from '../../../src/applications/application';
import { applyEdit } from '../../../src/applications/applyEdit';

const staging = { name: 'Staging', envId: 'a' };
const preview = { name: 'Preview', envId: 'b' };
const shop: Application = {
  ...{ name: 'Shop', clientId: 'c', serverDomain: 'https://a.example', authUrl: 'https://auth.example' },
  ...{ environments: [staging], contentGroups: [{ id: '1' }], guard: 'confirm' },
};

describe('an edit of an application that has changed since', () => {
  it('keeps everything that it did not touch as it is now', () => {
    const now: Application = {
      ...shop,
      ...{
        serverDomain: 'https://b.example',
        guard: 'readOnly',
        environments: [{ ...staging, guard: 'readOnly' }, preview],
      },
    };
    const added = { ...shop, environments: [staging, { name: 'Load', envId: 'd' }] };
    assert.deepEqual(applyEdit(shop, added, now), {
      ...now,
      environments: [{ ...staging, guard: 'readOnly' }, { name: 'Load', envId: 'd' }, preview],
    });
    assert.deepEqual(applyEdit(shop, { ...shop, name: 'Store' }, now), { ...now, name: 'Store' });
  });

  it('keeps the new fields of an environment whose name or Env ID it changes', () => {
    const now: Application = { ...shop, environments: [{ ...staging, guard: 'readOnly' }] };
    const renamed = { ...shop, environments: [{ ...staging, name: 'Test' }] };
    assert.deepEqual(applyEdit(shop, renamed, now).environments, [{ name: 'Test', envId: 'a', guard: 'readOnly' }]);
    const moved = { ...shop, environments: [{ ...staging, envId: 'z' }] };
    assert.deepEqual(applyEdit(shop, moved, now).environments, [{ ...staging, envId: 'z', guard: 'readOnly' }]);
  });

  it('does not restore removed values, and removes the values that the edit removed', () => {
    const two = { ...shop, environments: [staging, preview] };
    const now = { ...shop, environments: [preview], contentGroups: [] };
    assert.deepEqual(applyEdit(two, { ...two, name: 'Store' }, now).environments, [preview]);
    assert.deepEqual(applyEdit(two, { ...two, environments: [staging] }, now), { ...now, environments: [] });
    const { guard: _, ...unguarded } = shop;
    assert.deepEqual(applyEdit(shop, unguarded, { ...shop, name: 'Store' }), { ...unguarded, name: 'Store' });
  });
});
