import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { Secret } from '../../../src/api/secret';
import { memoryLedger } from '../../../src/auth/ledger';
import type { Lock } from '../../../src/auth/lock';
import { accepts, authorizeRequests, takeKinds, lifetime, signIn, tokenPath, withWorld, type World } from './fixture';

describe('a folder for locks and stamps', () => {
  async function blocked(world: World): Promise<string> {
    const file = path.join(world.directory, 'file');
    await mkdir(world.directory, { recursive: true });
    await writeFile(file, '');
    return path.join(file, 'locks');
  }

  it('stops only renewals when it is not writable', () =>
    withWorld(async world => {
      const token = await (await signIn(world)).tokens.accessToken();
      const { tokens } = world.window({ directory: await blocked(world) });
      assert.ok((await tokens.accessToken()).equals(token));
      world.pass(lifetime * 1000);
      for (const call of ['accessToken', 'refresh', 'authorize'] as const) {
        await assert.rejects(tokens[call](), { code: 'lockUnavailable' });
      }
      await assert.rejects(tokens.replace(token), { code: 'lockUnavailable' });
      assert.deepEqual(world.requests(), []);
    }));

  it('stops a renewal before anything is sent when the disk is full', () =>
    withWorld(async world => {
      await signIn(world);
      world.pass(lifetime * 1000);
      const { tokens } = world.window({ ledger: { ...memoryLedger(), write: full } });
      await assert.rejects(tokens.accessToken(), { code: 'ENOSPC' });
      assert.deepEqual(world.requests(), []);
    }));

  it('loses no token when the disk is full after the response', () =>
    withWorld(async world => {
      await signIn(world);
      world.pass(lifetime * 1000);
      const ledger = memoryLedger();
      let writes = 0;
      const write: typeof ledger.write = entry => (++writes > 1 ? full() : ledger.write(entry));
      const { tokens, events } = world.window({ ledger: { ...ledger, write } });
      const token = await tokens.accessToken();
      assert.ok(await accepts(world, token));
      assert.ok((await tokens.accessToken()).equals(token));
      assert.ok((await world.window().tokens.read())?.accessToken.equals(token));
      assert.deepEqual(takeKinds(events), ['refreshed', 'stampFailed']);
    }));

  it('causes an authorization, and no replay of a refresh token, when its stamp is unreadable', () =>
    withWorld(async world => {
      await signIn(world);
      const name = (await readdir(world.directory)).find(each => each.endsWith('.stamp')) ?? '';
      for (const text of ['', '{"version":1', '[]', '{"version":1,"stored":5}', '{"version":2}']) {
        await writeFile(path.join(world.directory, name), text);
        world.pass(lifetime * 1000);
        const token = await world.window({ settleMs: 50 }).tokens.accessToken();
        assert.deepEqual(world.requests(), authorizeRequests);
        assert.ok(await accepts(world, token));
        assert.notEqual((await world.ledger()).stored, 'unreadable');
      }
    }));
});

describe('a lock that another process took over', () => {
  /** Creates a lock that is reported as held this many times, and then as lost. */
  const heldFor =
    (answers: number): Lock =>
    body =>
      body({ isHeld: async () => answers-- > 0 });

  it('prevents a refresh from being sent', () =>
    withWorld(async world => {
      await signIn(world);
      world.pass(lifetime * 1000);
      await assert.rejects(world.window({ lock: heldFor(0) }).tokens.accessToken(), { code: 'lockTimeout' });
      assert.deepEqual(world.requests(), []);
    }));

  it("prevents a response from replacing the other process's tokens", () =>
    withWorld(async world => {
      await signIn(world);
      const [before, ledger] = [await world.store.read(world.tokensKey), await world.ledger()];
      world.pass(lifetime * 1000);
      const token = await world.window({ lock: heldFor(1) }).tokens.accessToken();
      assert.equal(await world.store.read(world.tokensKey), before);
      assert.equal((await world.ledger()).stored, ledger.stored);
      assert.ok(await accepts(world, token), 'it serves the call that waited');
    }));
});

describe('a refresh that is refused', () => {
  it('adopts the token set that another process has stored since', () =>
    withWorld(async world => {
      const other = await signIn(world);
      const overtaken = async (url: string, init: RequestInit): Promise<Response> => {
        await other.tokens.refresh();
        world.sandbox.fail({ path: tokenPath, kind: 'status', status: 400 });
        return fetch(url, init);
      };
      const unlocked: Lock = body => body({ isHeld: async () => true });
      const { tokens, events } = world.window({ fetch: overtaken, lock: unlocked });
      world.pass(lifetime * 1000);
      const token = await tokens.accessToken();
      // The other window detected that the refresh token may be spent, and authorized.
      assert.deepEqual(world.requests(), [...authorizeRequests, `POST ${tokenPath} 400`]);
      assert.deepEqual(takeKinds(events), ['refused', 'adopted']);
      assert.ok(await accepts(world, token));
    }));
});

describe('a renewal that adopts a token which another caller reports as rejected', () => {
  it('is followed by one that does not adopt it', () =>
    withWorld(async world => {
      const ledger = memoryLedger();
      const other = world.window({ ledger });
      await other.tokens.keep(new Secret(world.shop.clientSecret));
      await other.tokens.authorize();
      const [entry, exit] = [newGate(), newGate()];
      const adopted = newGate();
      const lock: Lock = async body => {
        await entry.opened;
        const result = await body({ isHeld: async () => true });
        adopted.open();
        await exit.opened;
        return result;
      };
      const { tokens } = world.window({ ledger, lock });
      world.pass(lifetime * 1000);
      const waiting = tokens.accessToken();
      const { accessToken } = await other.tokens.refresh();
      entry.open();
      await adopted.opened;
      world.sandbox.revokeTokens(world.shop.clientId);
      const replaced = tokens.replace(accessToken);
      // Store and ledger are in memory, so the caller joins the renewal within one turn of the event loop.
      await new Promise(setImmediate);
      exit.open();
      assert.ok((await waiting).equals(accessToken));
      assert.ok(await accepts(world, await replaced));
    }));
});

function newGate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>(resolve => (open = resolve));
  return { opened, open };
}

const full = async () => Promise.reject(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
