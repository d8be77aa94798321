import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import type { BackendHandle } from '../../../../src/sandbox/createBackend';
import { createBackend } from '../../../../src/sandbox/createBackend';
import { checkAccessToken, issueCode, redeemCode, refreshTokens } from '../../../../src/sandbox/identity/grants';
import { createControls } from '../../../../src/sandbox/control/controls';
import { FaultQueue } from '../../../../src/sandbox/server/faults';
import { RateLimit } from '../../../../src/sandbox/server/rateLimit';
import type { DataFile } from '../../../../src/sandbox/store/dataFile';
import { emptyState } from '../../../../src/sandbox/store/state';

/** A data file whose disk is full while `isFull` is set. */
class FullDisk implements DataFile {
  readonly state = emptyState();
  isFull = false;
  needsCompaction = false;
  appended = 0;

  append(): void {
    if (this.isFull) throw new Error('The disk is full.');
    this.appended++;
  }

  replace(): void {
    if (this.isFull) throw new Error('The disk is full.');
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

describe('a sandbox whose change could not be written', () => {
  const realm = 'made/up';
  let disk: FullDisk;
  let handle: BackendHandle;
  let clientId: string;
  const whileFull = (change: () => void) => {
    const before = handle.snapshot();
    disk.isFull = true;
    assert.throws(change, /full/);
    disk.isFull = false;
    assert.deepEqual(handle.snapshot(), before);
  };

  beforeEach(() => {
    disk = new FullDisk();
    handle = createBackend({ categories: 1 }, disk);
    clientId = handle.applications[0]?.clientId ?? assert.fail();
  });

  it('keeps its documents', () => {
    const { store } = handle.backend;
    const names = () => [...store.collection(realm, 'note').oldestFirst()].map(({ name }) => name);
    store.put(realm, 'note', { id: 'a', name: 'old' });
    whileFull(() => store.put(realm, 'note', { id: 'a', name: 'new' }));
    whileFull(() => store.put(realm, 'note', { id: 'b', name: 'other' }));
    whileFull(() => store.delete(realm, 'note', 'a'));
    whileFull(() => store.drop(realm, 'note'));
    assert.deepEqual(names(), ['old']);
    store.put(realm, 'note', { id: 'b', name: 'other' });
    assert.deepEqual(names(), ['old', 'other']);
  });

  it('keeps its codes and tokens, which still work', () => {
    const { backend } = handle;
    const { code } = issueCode(backend, clientId);
    whileFull(() => issueCode(backend, clientId));
    whileFull(() => redeemCode(backend, clientId, code));
    const tokens = redeemCode(backend, clientId, code);
    whileFull(() => refreshTokens(backend, clientId, tokens.refresh_token));
    assert.equal(checkAccessToken(backend, tokens.access_token), clientId);
    refreshTokens(backend, clientId, tokens.refresh_token);
    assert.throws(() => checkAccessToken(backend, tokens.access_token));
  });

  it('keeps its whole state', () => {
    const { backend, replaceState } = handle;
    const targets = { faults: new FaultQueue(), rateLimit: new RateLimit(), setNetwork: () => undefined, replaceState };
    const controls = createControls(backend, targets);
    backend.store.put(realm, 'note', { id: 'a', name: 'old' });
    issueCode(backend, clientId);
    whileFull(() => controls.reset());
    whileFull(() => controls.load(emptyState()));
    whileFull(() => controls.moveClock(5));
    whileFull(() => controls.resetSecret(clientId));
    assert.equal(backend.store.collection(realm, 'note').get('a')?.name, 'old');
    const { appended } = disk;
    disk.replace = () => assert.fail('The disk is full.');
    assert.throws(() => controls.load(emptyState()), /full/);
    assert.equal(disk.appended, appended);
    disk.replace = () => undefined;
    controls.reset();
    assert.equal(backend.store.collection(realm, 'note').size, 0);
  });

  it('has the state that replaced the file, even if the journal cannot be written', () => {
    const { replaceState } = handle;
    const targets = { faults: new FaultQueue(), rateLimit: new RateLimit(), setNetwork: () => undefined, replaceState };
    const stored: unknown[] = [];
    Object.assign(disk, {
      append: () => assert.fail('The disk is full.'),
      replace: (state: unknown) => void stored.push(state),
    });
    createControls(handle.backend, targets).load({ ...emptyState(), clockOffset: 5 });
    assert.equal(handle.snapshot().clockOffset, 5);
    assert.deepEqual(handle.snapshot(), stored.at(-1));
  });

  it('accepts a change that is in the journal, although the journal could not be shortened', () => {
    const { store } = handle.backend;
    disk.needsCompaction = true;
    disk.replace = () => assert.fail('The disk is full.');
    store.put(realm, 'note', { id: 'a', name: 'new' });
    assert.equal(handle.snapshot().documents.length, 1);
  });
});
