import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'mocha';
import type { SandboxOptions } from '../../../../src/sandbox/sandbox';
import {
  accepts,
  authorize,
  authorizePath,
  credentialsOf,
  obtainTokens,
  redeem,
  refresh,
  withSandbox,
} from '../fixture';
import { sendJson } from '../http';
import { inFolder } from '../../folder';

async function secretWith(options: SandboxOptions): Promise<string> {
  let secret = '';
  await withSandbox(async (_, { clientSecret }) => void (secret = clientSecret), options);
  return secret;
}

describe('sandbox: the ClientSecret', () => {
  it('is publicly known until functions run: then it is new at every start, and the known one is refused', async () => {
    const known = await secretWith({});
    assert.equal(await secretWith({}), known);
    const first = await secretWith({ runFunctions: true });
    await withSandbox(
      async (sandbox, shop) => {
        assert.match(shop.clientSecret, /^[0-9a-f]{40}$/);
        assert.equal(new Set([known, first, shop.clientSecret]).size, 3);
        for (const secret of [known, first]) {
          const body = { ...credentialsOf(shop), client_secret: secret };
          assert.equal((await sendJson(shop.authUrl + authorizePath, body)).status, 401);
        }
        await obtainTokens(shop);
        const reset = sandbox.resetSecret(shop.clientId);
        assert.notEqual(reset, shop.clientSecret);
        await obtainTokens({ ...shop, clientSecret: reset });
      },
      { runFunctions: true },
    );
  });

  it('gives no access after a restart with running functions, even if it was known', () =>
    inFolder(async folder => {
      const data = path.join(folder, 'data.json');
      let token = '';
      await withSandbox(async (_, shop) => void (token = (await obtainTokens(shop)).access_token), { data });
      await withSandbox(async (_, shop) => assert.ok(await accepts(shop, token)), { data });
      await withSandbox(async (_, shop) => assert.ok(!(await accepts(shop, token))), { data, runFunctions: true });
      await withSandbox(async (_, shop) => assert.ok(!(await accepts(shop, token))), { data });
    }));

  it('gives no access to running functions, even if it was known and its tokens are loaded with a state', () =>
    withSandbox(async (known, knownShop) => {
      const tokens = await obtainTokens(knownShop);
      const code = await authorize(knownShop);
      const state = known.state();
      await withSandbox(
        async (sandbox, shop) => {
          sandbox.load(state);
          assert.ok(!(await accepts(shop, tokens.access_token)));
          assert.equal((await redeem(shop, code)).status, 400);
          assert.equal((await refresh(shop, tokens.refresh_token)).status, 400);
          const { codes, accessTokens, refreshTokens } = sandbox.state();
          assert.deepEqual([codes, accessTokens, refreshTokens], [{}, {}, {}]);
        },
        { runFunctions: true },
      );
      known.load(state);
      assert.ok(await accepts(knownShop, tokens.access_token));
    }));
});
