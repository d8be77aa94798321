import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { ownValue } from '../../../../src/ui/platform/ownValue';

// As VS Code's `inspect` gives it in a window that works on another machine, and in one that works on this one.
const remote = {
  defaultValue: '',
  globalLocalValue: 'http://own:1',
  globalRemoteValue: 'http://remote:1',
  globalValue: 'http://remote:1',
};
const local = { defaultValue: '', globalLocalValue: 'http://own:1', globalValue: 'http://own:1' };

describe('a setting that decides how requests leave', () => {
  it('is the user’s own where the extension runs on the user’s machine, whatever a remote machine says', () => {
    assert.equal(ownValue(remote, true), 'http://own:1');
    assert.equal(ownValue({ ...remote, globalLocalValue: undefined }, true), '');
    assert.equal(ownValue(local, true), 'http://own:1');
  });

  it('is the remote machine’s where the extension runs there', () => {
    assert.equal(ownValue(remote, false), 'http://remote:1');
    assert.equal(ownValue(local, false), 'http://own:1');
  });

  it('may be one that the user wrote for all profiles', () => {
    assert.equal(ownValue({ defaultValue: '', globalValue: 'http://all:1' }, true), 'http://all:1');
  });

  it('is never one of the workspace', () => {
    const hostile = { workspaceValue: 'http://evil:1', workspaceFolderValue: 'http://evil:1' };
    for (const isLocal of [true, false]) {
      assert.equal(ownValue({ ...hostile, defaultValue: '' }, isLocal), '');
      assert.equal(ownValue({ ...hostile, ...local }, isLocal), 'http://own:1');
    }
    assert.equal(ownValue(undefined, true), undefined);
  });
});
