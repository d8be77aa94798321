import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { userSettingValue } from '../../../../src/ui/platform/userSettingValue';

// Results of VS Code's `inspect` in a window connected to a remote machine, and in a local window.
const remote = {
  defaultValue: '',
  globalLocalValue: 'http://own:1',
  globalRemoteValue: 'http://remote:1',
  globalValue: 'http://remote:1',
};
const local = { defaultValue: '', globalLocalValue: 'http://own:1', globalValue: 'http://own:1' };

describe('a setting that decides the route of requests', () => {
  it('is that of the user when the extension runs on the user’s machine, even if a remote machine has another', () => {
    assert.equal(userSettingValue(remote, true), 'http://own:1');
    assert.equal(userSettingValue({ ...remote, globalLocalValue: undefined }, true), '');
    assert.equal(userSettingValue(local, true), 'http://own:1');
  });

  it('is the remote machine’s when the extension runs there', () => {
    assert.equal(userSettingValue(remote, false), 'http://remote:1');
    assert.equal(userSettingValue(local, false), 'http://own:1');
  });

  it('can be one that the user set for all profiles', () => {
    assert.equal(userSettingValue({ defaultValue: '', globalValue: 'http://all:1' }, true), 'http://all:1');
  });

  it('is never taken from the workspace', () => {
    const hostile = { workspaceValue: 'http://evil:1', workspaceFolderValue: 'http://evil:1' };
    for (const isLocal of [true, false]) {
      assert.equal(userSettingValue({ ...hostile, defaultValue: '' }, isLocal), '');
      assert.equal(userSettingValue({ ...hostile, ...local }, isLocal), 'http://own:1');
    }
    assert.equal(userSettingValue(undefined, true), undefined);
  });
});
