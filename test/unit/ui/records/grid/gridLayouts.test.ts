import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Memento } from 'vscode';
import { GridLayouts, withChosen } from '../../../../../src/ui/records/grid/gridLayouts';

describe('the chosen columns of a table', () => {
  it('leave columns hidden that the document does not show', () => {
    const layout = { order: ['b'], hidden: ['gone', 'a'], pinned: [], widths: [] };
    assert.deepEqual(withChosen(layout, ['id', 'a', 'b'], ['id', 'a']), { ...layout, hidden: ['gone', 'b'] });
    assert.deepEqual(withChosen(layout, ['id', 'a', 'b'], ['id', 'a', 'b']).hidden, ['gone']);
  });
});

describe('the column layout of a table', () => {
  it('is shown by all its grids, except the one that changed it', async () => {
    const stored = new Map<string, unknown>();
    const layouts = new GridLayouts({
      get: (key: string) => stored.get(key),
      update: async (key: string, value: unknown) => void stored.set(key, value),
    } as unknown as Memento);
    const address = { clientId: 'a', authUrl: 'https://a.example', kind: 'page', table: '1' } as const;
    const shown: string[] = [];
    const grid = (name: string) => (message: { layout: { pinned: string[] } }) =>
      shown.push(`${name} ${message.layout.pinned.join()}`);
    const [first, second, other] = [grid('first'), grid('second'), grid('other')];
    layouts.follow(address, first);
    const following = layouts.follow({ ...address, where: '{}' }, second);
    layouts.follow({ ...address, table: '2' }, other);
    const layout = { order: [], hidden: [], pinned: ['id'], widths: [] };
    await layouts.write(address, layout, first);
    assert.deepEqual(shown, ['second id']);
    assert.deepEqual(layouts.read(address), layout);
    following.dispose();
    await layouts.write(address, layout);
    assert.deepEqual(shown, ['second id', 'first id']);
  });
});
