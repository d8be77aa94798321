import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { ApiError } from '../../../src/api/errors';
import { Secret } from '../../../src/api/secret';
import {
  accepts,
  authorizeRequests,
  takeKinds,
  lifetime,
  refreshElsewhere,
  refreshRequests,
  signIn,
  tokenPath,
  withWorld,
} from './fixture';

const clientSecretOf = (world: { shop: { clientSecret: string } }) => new Secret(world.shop.clientSecret);

describe('application tokens', () => {
  it('authorize silently, in four requests, when only the ClientSecret is stored', () =>
    withWorld(async world => {
      const { tokens, events } = world.window();
      await tokens.keep(clientSecretOf(world));
      const token = await tokens.accessToken();
      assert.deepEqual(world.requests(), authorizeRequests);
      assert.deepEqual(takeKinds(events), ['authorized']);
      assert.ok(await accepts(world, token));
      assert.ok((await tokens.accessToken()).equals(token));
      assert.deepEqual(world.requests(), []);
    }));

  it('are used without a request while they last, and renewed a minute before they expire', () =>
    withWorld(async world => {
      const { tokens } = await signIn(world);
      const first = await tokens.accessToken();
      world.pass(lifetime * 1000 - 60_001);
      assert.ok((await tokens.accessToken()).equals(first));
      assert.deepEqual(world.requests(), []);
      world.pass(1);
      assert.ok(!(await tokens.accessToken()).equals(first));
      assert.deepEqual(world.requests(), refreshRequests);
    }));

  it('are renewed in one request for twenty callers', () =>
    withWorld(async world => {
      const { tokens, events } = await signIn(world);
      world.pass(lifetime * 1000);
      const found = await Promise.all(Array.from({ length: 20 }, () => tokens.accessToken()));
      assert.deepEqual(world.requests(), refreshRequests);
      assert.equal(new Set(found.map(token => token.reveal())).size, 1);
      assert.deepEqual(takeKinds(events), ['refreshed']);
      assert.ok(await accepts(world, await tokens.accessToken()));
    }));

  it('are renewed in one request for two windows', () =>
    withWorld(async world => {
      const windows = [await signIn(world), world.window()];
      world.pass(lifetime * 1000);
      const [first, second] = await Promise.all(windows.map(({ tokens }) => tokens.accessToken()));
      assert.deepEqual(world.requests(), refreshRequests);
      assert.ok(first !== undefined && second !== undefined && first.equals(second));
      assert.deepEqual(windows.flatMap(({ events }) => takeKinds(events)).sort(), ['adopted', 'refreshed']);
    }));

  it('are refreshed once when two windows request it at the same moment, and again later', () =>
    withWorld(async world => {
      const [one, two] = [await signIn(world), world.window()];
      const [first, second] = await Promise.all([one.tokens.refresh(), two.tokens.refresh()]);
      assert.deepEqual(world.requests(), refreshRequests);
      assert.ok(first.accessToken.equals(second.accessToken));
      const third = await two.tokens.refresh();
      assert.deepEqual(world.requests(), refreshRequests);
      assert.ok(!third.accessToken.equals(second.accessToken));
      assert.ok((await one.tokens.accessToken()).equals(third.accessToken));
    }));

  it('report what is missing', () =>
    withWorld(async world => {
      const { tokens } = world.window();
      await assert.rejects(tokens.accessToken(), { code: 'noClientSecret' });
      await assert.rejects(tokens.authorize(), { code: 'noClientSecret' });
      await assert.rejects(tokens.refresh(), { code: 'notAuthorized' });
      assert.equal(await tokens.read(), undefined);
      assert.equal(await tokens.hasClientSecret(), false);
      assert.deepEqual(world.requests(), []);
    }));

  it('are stored with the ClientSecret that obtained them', () =>
    withWorld(async world => {
      const { tokens } = world.window();
      const response = {
        accessToken: new Secret('access'),
        refreshToken: new Secret('refresh'),
        tokenType: 'Bearer',
        scope: 'write',
        expiresIn: 100,
      };
      await tokens.keep(clientSecretOf(world), response);
      const { expiresIn, ...rest } = response;
      const set = await world.window().tokens.read();
      assert.deepEqual(set, { ...rest, obtainedAt: world.now(), expiresAt: world.now() + expiresIn * 1000 });
      assert.deepEqual(
        [set?.accessToken.reveal(), set?.refreshToken?.reveal(), (await tokens.clientSecret())?.reveal()],
        ['access', 'refresh', world.shop.clientSecret],
      );
    }));

  it('belong to one authorization server and one ClientID', () =>
    withWorld(async world => {
      await signIn(world);
      for (const other of [{ scope: 'https://example.com' }, { clientId: 'another' }]) {
        const { tokens } = world.window({ identity: other });
        assert.equal(await tokens.read(), undefined);
        assert.equal(await tokens.hasClientSecret(), false);
      }
    }));

  it('are replaced after a 401: by the set that another window stored, else by a renewal', () =>
    withWorld(async world => {
      const [one, two] = [await signIn(world), world.window()];
      const old = await one.tokens.accessToken();
      const { accessToken } = await two.tokens.refresh();
      world.requests();
      assert.ok((await one.tokens.replace(old)).equals(accessToken));
      assert.deepEqual(world.requests(), []);
      const next = await one.tokens.replace(accessToken);
      assert.deepEqual(world.requests(), refreshRequests);
      assert.ok(await accepts(world, next));
    }));

  it('are recovered silently when the refresh token was spent elsewhere', () =>
    withWorld(async world => {
      const { tokens, events } = await signIn(world);
      await refreshElsewhere(world);
      const token = await tokens.replace(await tokens.accessToken());
      assert.deepEqual(world.requests(), [`POST ${tokenPath} 400`, ...authorizeRequests]);
      assert.deepEqual(takeKinds(events), ['refused', 'recovered']);
      assert.ok(await accepts(world, token));
    }));

  it('tolerate a clock that jumps', () =>
    withWorld(async world => {
      const { tokens } = await signIn(world);
      world.jump(400 * 24 * 3_600_000);
      assert.ok(await accepts(world, await tokens.accessToken()));
      world.jump(-800 * 24 * 3_600_000);
      const early = await tokens.accessToken();
      assert.ok(await accepts(world, early));
      // By this window's clock the token is valid for two more years, but the service has let it expire.
      world.pass(lifetime * 1000);
      assert.ok((await tokens.accessToken()).equals(early));
      assert.ok(await accepts(world, await tokens.replace(early)));
    }));

  it('report every change here and in other windows', () =>
    withWorld(async world => {
      const [one, two] = [await signIn(world), world.window()];
      let changes = 0;
      const stop = two.tokens.onDidChange(() => (changes += 1));
      await one.tokens.refresh();
      assert.ok(changes > 0);
      changes = 0;
      await one.tokens.keep(new Secret('another'));
      assert.ok(changes > 0);
      changes = 0;
      await world.store.write('of somebody else', '');
      assert.equal(changes, 0);
      stop();
      await one.tokens.forgetTokens();
      assert.equal(changes, 0);
    }));

  it('log times and fingerprints, but no values', () =>
    withWorld(async world => {
      const { tokens, events } = await signIn(world);
      const { accessToken } = await tokens.refresh();
      const [event] = events;
      assert.deepEqual(event, {
        kind: 'refreshed',
        at: world.now(),
        fingerprint: event?.fingerprint,
        expiresAt: world.now() + lifetime * 1000,
      });
      assert.match(event?.fingerprint ?? '', /^[0-9a-f]{16}$/);
      assert.ok(!accessToken.reveal().includes(event?.fingerprint ?? ''));
    }));
});

describe('a caller that is cancelled', () => {
  it('is released at once, while the renewal continues for the others', () =>
    withWorld(async world => {
      await signIn(world);
      const gate = new Gate();
      const { tokens } = world.window({ fetch: gate.fetch });
      world.pass(lifetime * 1000);
      const abort = new AbortController();
      const cancelled = tokens.accessToken({ signal: abort.signal });
      const other = tokens.accessToken();
      await gate.reached;
      abort.abort();
      await assert.rejects(cancelled, (error: unknown) => error instanceof ApiError && error.code === 'cancelled');
      assert.deepEqual(world.requests(), []);
      gate.open();
      assert.ok(await accepts(world, await other));
    }));

  it('does not lose the response of a refresh that only it waited for', () =>
    withWorld(async world => {
      await signIn(world);
      const gate = new Gate();
      const { tokens, events } = world.window({ fetch: gate.fetch });
      const abort = new AbortController();
      const cancelled = tokens.refresh({ signal: abort.signal });
      await gate.reached;
      abort.abort();
      await assert.rejects(cancelled, { code: 'cancelled' });
      gate.open();
      world.pass(lifetime * 1000 - 30_000);
      // `keep` waits for the lock that the refresh still holds.
      await tokens.keep(clientSecretOf(world));
      assert.deepEqual(world.requests(), refreshRequests);
      assert.deepEqual(takeKinds(events), ['refreshed']);
    }));

  it('stops an authorization, and sends nothing when it was cancelled before', () =>
    withWorld(async world => {
      const { tokens } = await signIn(world);
      const before = await tokens.accessToken();
      const gate = new Gate();
      const abort = new AbortController();
      const { tokens: gated } = world.window({ fetch: gate.fetch });
      const cancelled = gated.authorize({ signal: abort.signal });
      await gate.reached;
      abort.abort();
      await assert.rejects(cancelled, { code: 'cancelled' });
      gate.open();
      for (const call of ['accessToken', 'authorize', 'refresh'] as const) {
        await assert.rejects(tokens[call]({ signal: abort.signal }), { code: 'cancelled' });
      }
      await assert.rejects(tokens.replace(before, { signal: abort.signal }), { code: 'cancelled' });
      await tokens.keep(clientSecretOf(world));
      assert.ok((await tokens.accessToken()).equals(before));
      assert.deepEqual(world.requests(), []);
    }));
});

/** A `fetch` whose requests wait until the gate is opened. */
class Gate {
  open: () => void = () => undefined;
  readonly #opened = new Promise<void>(resolve => (this.open = resolve));
  #arrive: () => void = () => undefined;
  /** Resolves when the first request waits. */
  readonly reached = new Promise<void>(resolve => (this.#arrive = resolve));
  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    this.#arrive();
    await this.#opened;
    return fetch(url, init);
  };
}
