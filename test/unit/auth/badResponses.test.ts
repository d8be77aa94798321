import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { ApiError } from '../../../src/api/errors';
import type { Fetch } from '../../../src/api/http/sendOnce';
import { Secret } from '../../../src/api/secret';
import { AuthError } from '../../../src/auth/authError';
import type { Fault } from '../../../src/sandbox/sandbox';
import {
  accepts,
  authorizePath,
  authorizeRequests,
  takeKinds,
  lifetime,
  signIn,
  tokenPath,
  withWorld,
} from './fixture';

const lostResponses: Omit<Fault, 'path'>[] = [
  { kind: 'never' },
  { kind: 'lostResponse' },
  { kind: 'reset' },
  { kind: 'truncated' },
  { kind: 'html' },
  { kind: 'html', status: 502 },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 408 },
];

describe('a refresh without a usable response', () => {
  for (const fault of lostResponses) {
    const name = [fault.kind, fault.status].join(' ').trim();
    // A short limit only for a response that never arrives: the others may be slow on a busy machine.
    const parts = fault.kind === 'never' ? { timeoutMs: 1500 } : {};

    it(`is not repeated, but replaced by an authorization (${name})`, () =>
      withWorld(async world => {
        await signIn(world);
        const { tokens, events } = world.window(parts);
        world.pass(lifetime * 1000);
        world.sandbox.fail({ ...fault, path: tokenPath });
        const token = await tokens.accessToken();
        const [first, ...rest] = world.requests();
        assert.match(first ?? '', new RegExp(`^POST ${tokenPath}`));
        assert.deepEqual(rest, authorizeRequests);
        assert.deepEqual(takeKinds(events), ['responseLost', 'recovered']);
        assert.ok(await accepts(world, token));
        world.pass(lifetime * 1000);
        assert.ok(await accepts(world, await tokens.accessToken()));
      }));

    it(`is reported when the authorization also fails, and no stored value is lost (${name})`, () =>
      withWorld(async world => {
        await signIn(world);
        const one = world.window(parts);
        const two = world.window(parts);
        world.pass(lifetime * 1000);
        world.sandbox.fail({ ...fault, path: tokenPath });
        world.sandbox.fail({ kind: 'status', status: 503, path: authorizePath });
        await assert.rejects(one.tokens.accessToken(), (error: unknown) => {
          assert.ok(error instanceof AuthError && error.code === 'outcomeUnknown');
          return error.cause instanceof ApiError;
        });
        assert.equal(world.requests().length, 2);
        world.sandbox.clearFaults();
        // The refresh token may be spent, so another window does not send it again either.
        assert.ok(await accepts(world, await two.tokens.accessToken()));
        assert.ok(!takeKinds(two.events).includes('refused'));
      }));
  }

  it('is not repeated by the next window after a crash', () =>
    withWorld(async world => {
      await signIn(world);
      world.pass(lifetime * 1000);
      const crashed = world.window({ fetch: () => new Promise(() => undefined), lock: body => body(alwaysHeld) });
      void crashed.tokens.accessToken();
      while ((await world.ledger()).sent === undefined) await new Promise(setImmediate);
      const { tokens, events } = world.window();
      assert.ok(await accepts(world, await tokens.accessToken()));
      assert.deepEqual(takeKinds(events), ['recovered']);
    }));
});

const alwaysHeld = { isHeld: async () => true };

describe('a refresh that was not performed', () => {
  for (const retryAfter of [undefined, 120]) {
    it(`is reported after 429, and possible again (Retry-After: ${retryAfter})`, () =>
      withWorld(async world => {
        const { tokens, events } = await signIn(world);
        const before = await world.store.read(world.tokensKey);
        world.pass(lifetime * 1000);
        const fault = {
          kind: 'status',
          status: 429,
          times: 2,
          ...(retryAfter === undefined ? {} : { retryAfter }),
        } as const;
        world.sandbox.fail({ ...fault, path: tokenPath });
        for (const call of [() => tokens.accessToken(), () => tokens.refresh()]) {
          await assert.rejects(call(), (error: unknown) => {
            assert.ok(error instanceof ApiError);
            assert.deepEqual([error.status, error.retryAfter], [429, retryAfter]);
            return true;
          });
          assert.deepEqual(world.requests(), [`POST ${tokenPath} 429`]);
        }
        assert.equal(await world.store.read(world.tokensKey), before);
        assert.ok(await accepts(world, await tokens.accessToken()));
        assert.deepEqual(takeKinds(events), ['refreshed']);
      }));
  }

  it('keeps the refresh token valid when the service was unreachable', () =>
    withWorld(async world => {
      await signIn(world);
      world.pass(lifetime * 1000);
      const unreachable = async () => {
        throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) });
      };
      const { tokens } = world.window({ fetch: unreachable });
      await assert.rejects(tokens.accessToken(), { code: 'refused' });
      assert.deepEqual(world.requests(), []);
      assert.ok(await accepts(world, await world.window().tokens.accessToken()));
    }));

  it('still returns a token that has not expired', () =>
    withWorld(async world => {
      const { tokens } = await signIn(world);
      const token = await tokens.accessToken();
      world.pass(lifetime * 1000 - 30_000);
      world.sandbox.fail({ path: tokenPath, kind: 'status', status: 429, times: 2 });
      assert.ok((await tokens.accessToken()).equals(token));
      assert.deepEqual(world.requests(), [`POST ${tokenPath} 429`]);
      world.pass(30_000);
      await assert.rejects(tokens.accessToken(), { status: 429 });
    }));
});

describe('a refused ClientSecret', () => {
  it('is sent once, for all windows, until it changes', () =>
    withWorld(async world => {
      const [one, two] = [await signIn(world), world.window()];
      const newSecret = world.sandbox.resetSecret(world.shop.clientId);
      world.pass(lifetime * 1000);
      await assert.rejects(one.tokens.accessToken(), (error: unknown) => {
        assert.ok(error instanceof AuthError && error.cause instanceof ApiError);
        assert.deepEqual([error.code, error.cause.status], ['credentialsRefused', 401]);
        return true;
      });
      assert.deepEqual(world.requests(), [`POST ${tokenPath} 401`, `POST ${authorizePath} 401`]);
      for (const { tokens } of [one, two, world.window()]) {
        await assert.rejects(tokens.accessToken(), { code: 'credentialsRefused' });
      }
      assert.deepEqual(world.requests(), []);
      assert.deepEqual(takeKinds([...one.events, ...two.events]), ['refused', 'credentialsRefused']);
      await two.tokens.keep(new Secret(newSecret));
      assert.ok(await accepts(world, await one.tokens.accessToken()));
    }));

  it('is tried again when the user asks, and works when the service accepts it again', () =>
    withWorld(async world => {
      const { tokens, events } = world.window();
      await tokens.keep(new Secret(world.shop.clientSecret));
      world.sandbox.fail({ path: authorizePath, kind: 'status', status: 403, times: 2 });
      await assert.rejects(tokens.accessToken(), { code: 'credentialsRefused' });
      await assert.rejects(tokens.authorize(), { code: 'credentialsRefused' });
      assert.deepEqual(world.requests(), [`POST ${authorizePath} 403`, `POST ${authorizePath} 403`]);
      await tokens.authorize();
      assert.deepEqual(takeKinds(events), ['credentialsRefused', 'credentialsRefused', 'authorized']);
      world.pass(lifetime * 1000);
      assert.ok(await accepts(world, await tokens.accessToken()));
    }));

  it('is tried again by a refresh that the user requests', () =>
    withWorld(async world => {
      const { tokens } = await signIn(world);
      world.pass(lifetime * 1000);
      world.sandbox.fail({ path: tokenPath, kind: 'status', status: 401 });
      world.sandbox.fail({ path: authorizePath, kind: 'status', status: 401 });
      await assert.rejects(tokens.accessToken(), { code: 'credentialsRefused' });
      world.requests();
      await assert.rejects(tokens.accessToken(), { code: 'credentialsRefused' });
      assert.deepEqual(world.requests(), []);
      assert.ok(await accepts(world, (await tokens.refresh()).accessToken));
    }));

  for (const status of [400, 401, 403]) {
    it(`is not reported for a page of a gateway with ${status}, and works when the gateway lets it through`, () =>
      withWorld(async world => {
        const { tokens, events } = world.window();
        await tokens.keep(new Secret(world.shop.clientSecret));
        world.sandbox.fail({ path: authorizePath, kind: 'html', status });
        await assert.rejects(tokens.accessToken(), { name: 'ApiError', status });
        assert.ok(await accepts(world, await world.window().tokens.accessToken()));
        assert.deepEqual(takeKinds(events), []);
      }));
  }

  it('is not reported for a text instead of JSON', () =>
    withWorld(async world => {
      const deny: Fetch = async () => new Response('Access denied', { status: 403 });
      const { tokens } = world.window({ fetch: deny });
      await tokens.keep(new Secret(world.shop.clientSecret));
      await assert.rejects(tokens.accessToken(), { name: 'ApiError', status: 403 });
      assert.ok(await accepts(world, await world.window().tokens.accessToken()));
    }));

  for (const status of [401, 403]) {
    it(`is reported for ${status} without a body, and not sent again`, () =>
      withWorld(async world => {
        const { tokens } = world.window({ fetch: async () => new Response('\n', { status }) });
        await tokens.keep(new Secret(world.shop.clientSecret));
        await assert.rejects(tokens.accessToken(), { code: 'credentialsRefused' });
        await assert.rejects(world.window().tokens.accessToken(), { code: 'credentialsRefused' });
        assert.deepEqual(world.requests(), []);
      }));
  }

  it('is not reported for a failed redirect or code', () =>
    withWorld(async world => {
      const { tokens } = world.window();
      await tokens.keep(new Secret(world.shop.clientSecret));
      world.sandbox.fail({ path: '/api/oauth2/hydrogen/openapi/grant/', kind: 'status', status: 403 });
      await assert.rejects(tokens.accessToken(), { name: 'ApiError', status: 403 });
      world.sandbox.fail({ path: tokenPath, kind: 'status', status: 400 });
      await assert.rejects(tokens.accessToken(), { name: 'ApiError', status: 400 });
      assert.ok(await accepts(world, await tokens.accessToken()));
    }));
});

describe('a lifetime', () => {
  const cases: [unknown, number | undefined][] = [
    [undefined, undefined],
    [null, undefined],
    [0, undefined],
    [-5, undefined],
    ['', undefined],
    ['soon', undefined],
    [{}, undefined],
    ['7200', 7200],
    [1e300, 100 * 365 * 24 * 3600],
  ];
  for (const [value, seconds] of cases) {
    it(`of ${JSON.stringify(value)} does not cause repeated renewals`, () =>
      withWorld(async world => {
        await signIn(world);
        const { tokens } = world.window({ fetch: withLifetime(value) });
        const { expiresAt } = await tokens.refresh();
        assert.equal(expiresAt, seconds === undefined ? undefined : world.now() + seconds * 1000);
        world.requests();
        const first = await tokens.accessToken();
        assert.ok((await tokens.accessToken()).equals(first));
        assert.deepEqual(world.requests(), []);
      }));
  }

  it('of a second is enough for the call that requested it', () =>
    withWorld(
      async world => {
        const { tokens } = await signIn(world);
        world.pass(950);
        assert.ok(await accepts(world, await tokens.accessToken()));
      },
      { accessTokenLifetime: 1 },
    ));
});

/** Returns a `fetch` that replaces `expires_in` in the responses with tokens. */
function withLifetime(value: unknown) {
  return async (url: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(url, init);
    if (!url.endsWith(tokenPath)) return response;
    return Response.json({ ...((await response.json()) as object), expires_in: value });
  };
}
