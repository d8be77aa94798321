import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { describe, it } from 'mocha';
import { Secret } from '../../../src/api/secret';
import { memoryStore } from '../../../src/auth/memoryStore';
import type { SecretStore } from '../../../src/auth/secretStore';
import {
  accepts,
  authorizeRequests,
  takeKinds,
  lifetime,
  refreshRequests,
  signIn,
  withWorld,
  type Window,
} from './fixture';

describe('a store that fails', () => {
  for (const [name, write] of [
    ['rejects', async () => Promise.reject(new Error('no keyring'))],
    ['forgets', async () => undefined],
  ] as const) {
    it(`during a renewal (${name}) is reported once; the token stays in this window`, () =>
      withWorld(async world => {
        await signIn(world);
        const { tokens, events } = world.window({ store: { ...world.store, write } });
        world.pass(lifetime * 1000);
        await assert.rejects(tokens.accessToken(), { code: 'storeFailed' });
        assert.deepEqual(world.requests(), refreshRequests);
        const token = await tokens.accessToken();
        assert.deepEqual(world.requests(), []);
        assert.ok(await accepts(world, token));
        assert.ok((await tokens.read())?.accessToken.equals(token));
        assert.deepEqual(takeKinds(events), ['refreshed', 'storeFailed']);
      }));

    it(`during a renewal (${name}) does not sign other windows out`, () =>
      withWorld(async world => {
        const other = await signIn(world);
        const { tokens } = world.window({ store: { ...world.store, write } });
        const old = await other.tokens.accessToken();
        await assert.rejects(tokens.refresh(), { code: 'storeFailed' });
        world.requests();
        const impatient = world.window({ settleMs: 50 });
        const token = await impatient.tokens.replace(old);
        assert.deepEqual(world.requests(), authorizeRequests);
        assert.deepEqual(takeKinds(impatient.events), ['missingRead', 'recovered']);
        assert.ok(await accepts(world, token));
        assert.ok((await tokens.accessToken()).equals(token), 'what another window obtained later counts');
      }));
  }

  it('does not lose the token of this window when it expires as well', () =>
    withWorld(async world => {
      await signIn(world);
      const write = async () => Promise.reject(new Error('no keyring'));
      const { tokens } = world.window({ store: { ...world.store, write } });
      await assert.rejects(tokens.refresh(), { code: 'storeFailed' });
      world.pass(lifetime * 1000);
      world.requests();
      await assert.rejects(tokens.accessToken(), { code: 'storeFailed' });
      assert.deepEqual(world.requests(), refreshRequests);
      assert.ok(await accepts(world, await tokens.accessToken()));
    }));

  it('does not lose the first token set', () =>
    withWorld(async world => {
      await world.window().tokens.keep(new Secret(world.shop.clientSecret));
      const write = async () => Promise.reject(new Error('no keyring'));
      const { tokens } = world.window({ store: { ...world.store, write } });
      await assert.rejects(tokens.accessToken(), { code: 'storeFailed' });
      world.requests();
      assert.ok(await accepts(world, await tokens.accessToken()));
    }));

  it('keeps nothing of a ClientSecret, and reports it', () =>
    withWorld(async world => {
      const write = async () => Promise.reject(new Error('no keyring'));
      const { tokens } = world.window({ store: { ...world.store, write } });
      await assert.rejects(tokens.keep(new Secret('secret')), { code: 'storeFailed' });
      assert.equal(await tokens.hasClientSecret(), false);
    }));

  it('is read again after a missing value', () =>
    withWorld(async world => {
      const signedIn = await signIn(world);
      const { accessToken } = await signedIn.tokens.refresh();
      world.pass(lifetime * 1000);
      world.requests();
      const { tokens, events } = world.window({ store: emptyFirst(world.store, 3) });
      assert.ok(!(await tokens.accessToken()).equals(accessToken));
      assert.deepEqual(world.requests(), refreshRequests);
      const { tokens: asking } = world.window({ store: emptyFirst(world.store, 3) });
      assert.equal(await asking.hasClientSecret(), true);
      assert.ok(await asking.read());
      assert.deepEqual(takeKinds(events), ['refreshed']);
    }));

  it('recovers a lost token set with the ClientSecret', () =>
    withWorld(async world => {
      await signIn(world);
      await world.store.delete(world.tokensKey);
      const { tokens, events } = world.window({ settleMs: 50 });
      assert.ok(await accepts(world, await tokens.accessToken()));
      assert.deepEqual(takeKinds(events), ['missingRead', 'recovered']);
    }));

  it('does not restore spent tokens when it shows the values of other windows late', () =>
    withWorld(async world => {
      const signedIn = await signIn(world);
      const late = lateView(world.store);
      const { tokens, events } = world.window({ store: late.store });
      const old = await tokens.accessToken();
      late.freeze();
      const { accessToken } = await signedIn.tokens.refresh();
      world.requests();
      const replaced = tokens.replace(old);
      await late.wasRead(5);
      late.thaw();
      assert.ok((await replaced).equals(accessToken));
      assert.deepEqual(world.requests(), []);
      assert.deepEqual(takeKinds(events), ['adopted']);
    }));
});

describe('a store that lags two renewals behind', () => {
  it('is read until it shows the last one', () =>
    withWorld(async world => {
      const signedIn = await signIn(world);
      const late = lateView(world.store);
      const { tokens } = world.window({ store: late.store });
      const first = await tokens.accessToken();
      await signedIn.tokens.refresh();
      await tokens.read();
      late.freeze();
      const { accessToken } = await signedIn.tokens.refresh();
      world.requests();
      const replaced = tokens.replace(first);
      await late.wasRead(5);
      late.thaw();
      assert.ok((await replaced).equals(accessToken));
      assert.deepEqual(world.requests(), []);
    }));
});

describe('a store that shows a new ClientSecret late', () => {
  it('does not restore the old one', () =>
    withWorld(async world => {
      const signedIn = await signIn(world);
      const late = lateView(world.store);
      const { tokens, events } = world.window({ store: late.store });
      await tokens.clientSecret();
      late.freeze();
      await signedIn.tokens.keep(new Secret(world.sandbox.resetSecret(world.shop.clientId)));
      world.pass(lifetime * 1000);
      const token = tokens.accessToken();
      await late.wasRead(5);
      late.thaw();
      assert.ok(await accepts(world, await token));
      assert.deepEqual(takeKinds(events), ['refreshed']);
    }));
});

describe('a stored value', () => {
  const damaged = ['', '{', 'null', '{}', '{"version":2,"accessToken":"future"}', '{"version":1,"accessToken":7}'];
  for (const text of damaged) {
    it(`stays when it is unreadable (${text}) until an authorization replaces it`, () =>
      withWorld(async world => {
        await signIn(world);
        await world.store.write(world.tokensKey, text);
        const { tokens, events } = world.window({ settleMs: 50 });
        assert.equal(await tokens.read(), undefined);
        assert.deepEqual(takeKinds(events), ['corrupted']);
        assert.equal(await world.store.read(world.tokensKey), text);
        const token = await tokens.accessToken();
        assert.deepEqual(world.requests(), authorizeRequests);
        assert.ok((await world.window().tokens.read())?.accessToken.equals(token));
      }));
  }

  it('is not deleted when it is an unreadable ClientSecret, and the user is asked', () =>
    withWorld(async world => {
      await signIn(world);
      await world.store.delete(world.tokensKey);
      await world.store.write(world.secretKey, '{"version":2}');
      const { tokens, events } = world.window({ settleMs: 50 });
      await assert.rejects(tokens.accessToken(), { code: 'noClientSecret' });
      assert.equal(await world.store.read(world.secretKey), '{"version":2}');
      assert.ok(takeKinds(events).includes('corrupted'));
      assert.deepEqual(world.requests(), []);
    }));
});

describe('a store in memory', () => {
  it('belongs to one window: two windows neither share it nor wait for each other', () =>
    withWorld(async world => {
      const windows: Window[] = [];
      for (let count = 0; count < 2; count++) {
        const window = world.window({ store: memoryStore(), settleMs: 600_000 });
        await window.tokens.keep(new Secret(world.shop.clientSecret));
        await window.tokens.authorize();
        windows.push(window);
      }
      assert.deepEqual(await readdir(world.directory), []);
      world.pass(lifetime * 1000);
      for (const { tokens } of windows) assert.ok(await accepts(world, await tokens.accessToken()));
      assert.deepEqual(
        windows.map(({ events }) => takeKinds(events)),
        [
          ['authorized', 'refreshed'],
          ['authorized', 'refused', 'recovered'],
        ],
      );
    }));
});

/** Returns a store in which the first reads of each key find nothing. */
function emptyFirst(store: SecretStore, times: number): SecretStore {
  const reads = new Map<string, number>();
  return {
    ...store,
    async read(key) {
      const count = (reads.get(key) ?? 0) + 1;
      reads.set(key, count);
      return count > times ? store.read(key) : undefined;
    },
  };
}

/** Returns a window's view of a store, which can be frozen at the values that it read last. */
function lateView(store: SecretStore) {
  const frozen = new Map<string, string | undefined>();
  let isFrozen = false;
  let reads = 0;
  let waiting: { reads: number; done: () => void } | undefined;
  return {
    store: {
      ...store,
      async read(key: string) {
        reads += 1;
        if (waiting !== undefined && reads >= waiting.reads) waiting.done();
        if (!isFrozen) frozen.set(key, await store.read(key));
        return frozen.get(key);
      },
    },
    freeze: () => void (isFrozen = true),
    thaw: () => void (isFrozen = false),
    /** Resolves after this number of further reads. */
    wasRead: (more: number) => new Promise<void>(done => (waiting = { reads: reads + more, done })),
  };
}
