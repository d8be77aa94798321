import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { send } from '../../../src/api/http/send';
import { readServerTime } from '../../../src/api/openApi/openApi';
import type { Secret } from '../../../src/api/secret';
import { callWithAccessToken } from '../../../src/auth/callWithAccessToken';
import {
  accepts,
  authorizePath,
  authorizeRequests,
  lifetime,
  refreshRequests,
  signIn,
  tokenPath,
  withWorld,
  type World,
} from './fixture';

describe('a call', () => {
  const readTime = (world: World) => (token: Secret) =>
    readServerTime({ authUrl: world.shop.authUrl }, token, { fetch });
  const timeRequest = (status: number) => `GET /oserve/v2.2/server/time/ ${status}`;

  it('is retried once after a 401, with a renewed token', () =>
    withWorld(async world => {
      const { tokens } = await signIn(world);
      assert.equal((await callWithAccessToken(tokens, readTime(world))).renewed, false);
      world.sandbox.revokeTokens(world.shop.clientId);
      world.requests();
      const { value, renewed } = await callWithAccessToken(tokens, readTime(world));
      assert.ok(value !== undefined && renewed);
      assert.deepEqual(world.requests(), [
        timeRequest(401),
        `POST ${tokenPath} 400`,
        ...authorizeRequests,
        timeRequest(200),
      ]);
    }));

  it('reports that an expired token was renewed before it', () =>
    withWorld(async world => {
      const { tokens } = await signIn(world);
      world.pass(lifetime * 1000);
      assert.equal((await callWithAccessToken(tokens, readTime(world))).renewed, true);
      assert.deepEqual(world.requests(), [...refreshRequests, timeRequest(200)]);
    }));

  it('fails after a second 401', () =>
    withWorld(async world => {
      const { tokens } = await signIn(world);
      world.sandbox.fail({ path: '/oserve', kind: 'status', status: 401, times: 2 });
      await assert.rejects(callWithAccessToken(tokens, readTime(world)), { name: 'ApiError', status: 401 });
      assert.deepEqual(world.requests(), [timeRequest(401), ...refreshRequests, timeRequest(401)]);
    }));

  const recordsPath = '/oserve/v2.4/table/5001/record/';
  const readRecords = (world: World) => (token: Secret) =>
    send(
      {
        method: 'GET',
        url: new URL(recordsPath, world.shop.authUrl),
        authorization: { scheme: 'Bearer', token },
      },
      { fetch },
    );

  it('renews nothing when it is refused with a token that the service accepts', () =>
    withWorld(async world => {
      const { tokens } = await signIn(world);
      const before = await tokens.accessToken();
      world.sandbox.fail({ path: recordsPath, kind: 'status', status: 401, times: 1 });
      await assert.rejects(callWithAccessToken(tokens, readRecords(world)), { name: 'ApiError', status: 401 });
      assert.deepEqual(world.requests(), [`GET ${recordsPath} 401`, timeRequest(200)]);
      assert.ok(await accepts(world, before));
    }));

  it('renews nothing when it is refused and the service does not confirm the reason', () =>
    withWorld(async world => {
      const { tokens } = await signIn(world);
      const before = await tokens.accessToken();
      for (const status of [403, 404, 500]) {
        world.sandbox.fail({ path: recordsPath, kind: 'status', status: 401, times: 1 });
        world.sandbox.fail({ path: '/oserve/v2.2/server/time/', kind: 'status', status });
        await assert.rejects(callWithAccessToken(tokens, readRecords(world)), { name: 'ApiError', status: 401 });
        assert.ok(world.requests().every(request => request.startsWith('GET /oserve/')));
      }
      assert.ok(await accepts(world, before));
    }));

  it('renews nothing when a page of a gateway refuses it with 401', () =>
    withWorld(async world => {
      const { tokens } = await signIn(world);
      const before = await tokens.accessToken();
      world.sandbox.fail({ path: '/oserve', kind: 'html', status: 401, times: 2 });
      await assert.rejects(callWithAccessToken(tokens, readTime(world)), { name: 'ApiError', status: 401 });
      await assert.rejects(callWithAccessToken(tokens, readRecords(world)), { name: 'ApiError', status: 401 });
      assert.deepEqual(world.requests(), [timeRequest(401), `GET ${recordsPath} 401`]);
      assert.ok(await accepts(world, before));
    }));

  it('renews nothing when a page of a gateway answers the check of its token with 401', () =>
    withWorld(async world => {
      const { tokens } = await signIn(world);
      const before = await tokens.accessToken();
      world.sandbox.fail({ path: recordsPath, kind: 'status', status: 401, times: 1 });
      world.sandbox.fail({ path: '/oserve/v2.2/server/time/', kind: 'html', status: 401, times: 1 });
      await assert.rejects(callWithAccessToken(tokens, readRecords(world)), { name: 'ApiError', status: 401 });
      assert.deepEqual(world.requests(), [`GET ${recordsPath} 401`, timeRequest(401)]);
      assert.ok(await accepts(world, before));
    }));

  it('is retried with a renewed token when the service rejects the token', () =>
    withWorld(async world => {
      const { tokens } = await signIn(world);
      world.sandbox.revokeTokens(world.shop.clientId);
      const calls = Array.from({ length: 20 }, () => callWithAccessToken(tokens, readRecords(world)));
      assert.ok((await Promise.all(calls)).every(({ renewed }) => renewed));
      const sent = world.requests();
      assert.equal(sent.filter(request => request.startsWith(`POST ${authorizePath}`)).length, 1);
      assert.ok(sent.filter(request => request === timeRequest(401)).length < 20);
    }));

  it('is not retried after any other failure', () =>
    withWorld(async world => {
      const { tokens } = await signIn(world);
      world.sandbox.fail({ path: '/oserve', kind: 'status', status: 403 });
      await assert.rejects(callWithAccessToken(tokens, readTime(world)), { status: 403 });
      assert.deepEqual(world.requests(), [timeRequest(403)]);
    }));

  it('starts one recovery for twenty concurrent calls with a revoked token', () =>
    withWorld(async world => {
      const { tokens } = await signIn(world);
      world.sandbox.revokeTokens(world.shop.clientId);
      const calls = Array.from({ length: 20 }, () => callWithAccessToken(tokens, readTime(world)));
      assert.ok((await Promise.all(calls)).every(({ renewed }) => renewed));
      assert.equal(world.requests().filter(request => request.startsWith(`POST ${authorizePath}`)).length, 1);
    }));
});
