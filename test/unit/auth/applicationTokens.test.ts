import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { Secret } from '../../../src/api/secret';
import { accepts, authorizePath, lifetime, signIn, tokenPath, withWorld } from './fixture';

const refreshed = [`POST ${tokenPath} 200`];
const recovered = [
  `POST ${authorizePath} 302`,
  'GET /api/oauth2/hydrogen/openapi/grant/ 302',
  'GET /api/oauth2/hydrogen/openapi/code/ 200',
  `POST ${tokenPath} 200`,
];

describe('application tokens', () => {
  it('authorizes in silence, in four requests, when only the ClientSecret is stored', () =>
    withWorld(async world => {
      const { tokens, kinds } = world.window();
      await tokens.keep(new Secret(world.shop.clientSecret));
      const token = await tokens.accessToken();
      assert.deepEqual(world.requests(), recovered);
      assert.deepEqual(kinds(), ['authorized']);
      assert.ok(await accepts(world, token));
      assert.ok((await tokens.accessToken()).equals(token));
      assert.deepEqual(world.requests(), []);
    }));

  it('renews in one request, once for twenty callers', () =>
    withWorld(async world => {
      const { tokens, kinds } = await signIn(world);
      world.pass(lifetime * 1000);
      const found = await Promise.all(Array.from({ length: 20 }, () => tokens.accessToken()));
      assert.deepEqual(world.requests(), refreshed);
      assert.equal(new Set(found.map(token => token.reveal())).size, 1);
      assert.deepEqual(kinds(), ['refreshed']);
      assert.ok(await accepts(world, await tokens.accessToken()));
    }));
});
