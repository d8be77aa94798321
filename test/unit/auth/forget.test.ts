import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { Secret } from '../../../src/api/secret';
import { memoryStore } from '../../../src/auth/memoryStore';
import { accepts, signIn, withWorld } from './fixture';

describe('forgetting', () => {
  it('a token set keeps the ClientSecret', () =>
    withWorld(async world => {
      const { tokens } = await signIn(world);
      await tokens.forgetTokens();
      assert.equal(await tokens.read(), undefined);
      assert.equal(await tokens.hasClientSecret(), true);
      assert.deepEqual(Object.keys(await world.ledger()), ['secret']);
      assert.ok(await accepts(world, await tokens.accessToken()));
    }));

  it('an application leaves nothing behind', () =>
    withWorld(async world => {
      const { tokens } = await signIn(world);
      const [stamp] = await readdir(world.directory);
      await writeFile(path.join(world.directory, `${stamp}.0123456789abcdef`), 'left by a crash');
      assert.deepEqual(await tokens.forgetAll(), []);
      assert.deepEqual(await readdir(world.directory), []);
      assert.equal(await world.store.read(world.tokensKey), undefined);
      assert.equal(await world.store.read(world.secretKey), undefined);
      await assert.rejects(tokens.accessToken(), { code: 'noClientSecret' });
    }));

  it('an application does not affect others', () =>
    withWorld(async world => {
      const { tokens } = await signIn(world);
      const other = world.window({ identity: { clientId: 'another' } });
      await other.tokens.keep(new Secret('secret'));
      await tokens.forgetAll();
      assert.equal((await other.tokens.clientSecret())?.reveal(), 'secret');
      assert.equal((await readdir(world.directory)).length, 1);
    }));

  it('session-only credentials leaves stored credentials unchanged', () =>
    withWorld(async world => {
      const stored = await signIn(world);
      const session = world.window({ store: memoryStore() });
      await session.tokens.keep(new Secret('secret'));
      assert.deepEqual(await session.tokens.forgetAll(), []);
      assert.equal(await session.tokens.hasClientSecret(), false);
      assert.ok(await stored.tokens.hasClientSecret());
      assert.deepEqual(Object.keys(await world.ledger()).sort(), ['secret', 'stored']);
    }));

  it('reports values that could not be deleted, and deletes the others', () =>
    withWorld(async world => {
      await signIn(world);
      const { tokens } = world.window({ store: { ...world.store, delete: () => Promise.reject(new Error('no')) } });
      assert.deepEqual(await tokens.forgetAll(), ['tokens', 'clientSecret']);
      assert.deepEqual(await readdir(world.directory), []);
      await assert.rejects(tokens.forgetTokens(), { code: 'storeFailed' });
    }));

  it('works without a writable folder', () =>
    withWorld(async world => {
      await signIn(world);
      const { tokens } = world.window({ directory: '/dev/null/locks' });
      assert.deepEqual(await tokens.forgetAll(), []);
      assert.equal(await world.store.read(world.secretKey), undefined);
    }));
});
