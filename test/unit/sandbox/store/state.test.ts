import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { SandboxState } from '../../../../src/sandbox/sandbox';
import { accepts, authorize, logIn, obtainTokens, redeem, refresh, webApi, withSandbox } from '../fixture';

const orders = '/hserve/v2.0/idp/pay/order/';
const account = { email: 'kept@example.com', password: 'a password to keep' };

describe('sandbox: state', () => {
  it('keeps tokens, codes, sessions, users, the secret and the clock over a restart', async () => {
    let saved = '';
    let kept = { access: '', refresh: '', code: '', usedCode: '', token: '', secret: '' };
    await withSandbox(async (sandbox, shop) => {
      const secret = sandbox.resetSecret(shop.clientId);
      const current = { ...shop, clientSecret: secret };
      const usedCode = await authorize(current);
      await redeem(current, usedCode);
      const tokens = await obtainTokens(current);
      await webApi(shop, '/hserve/v2.1/register/email/', { body: account });
      sandbox.moveClock(60_000);
      kept = {
        access: tokens.access_token,
        refresh: tokens.refresh_token,
        code: await authorize(current),
        usedCode,
        token: await logIn(shop),
        secret,
      };
      saved = JSON.stringify(sandbox.state());
    });

    for (const value of [...Object.values(kept), account.password]) assert.ok(!saved.includes(value));

    await withSandbox(
      async (sandbox, shop) => {
        assert.equal(shop.clientSecret, kept.secret);
        assert.ok(await accepts(shop, kept.access));
        assert.equal((await redeem(shop, kept.usedCode)).status, 400);
        assert.equal((await redeem(shop, kept.code)).status, 200);
        assert.equal((await webApi(shop, orders, { token: kept.token })).status, 200);
        assert.equal((await webApi(shop, '/hserve/v2.1/login/email/', { body: account })).status, 201);
        assert.equal((await webApi(shop, '/hserve/v2.1/register/email/', { body: account })).status, 400);
        assert.equal((await refresh(shop, kept.refresh)).status, 200);
        assert.ok(!(await accepts(shop, kept.access)));
        assert.equal(sandbox.state().clockOffset, 60_000);
      },
      { state: JSON.parse(saved) as SandboxState },
    );
  });

  it('starts fresh without it', async () => {
    let access = '';
    await withSandbox(async (_, shop) => {
      access = (await obtainTokens(shop)).access_token;
    });
    await withSandbox(async (_, shop) => assert.ok(!(await accepts(shop, access))));
  });

  it('starts fresh on the state of another program', async () => {
    for (const state of [null, [], 'state', {}, { version: 2 }, { version: 1, codes: [] }, { version: 1, users: {} }]) {
      await withSandbox(
        async (_, shop) => {
          await obtainTokens(shop);
        },
        { state: state as unknown as SandboxState },
      );
    }
  });

  it('can be copied: neither side can change the other', () =>
    withSandbox(async (sandbox, shop) => {
      const { access_token } = await obtainTokens(shop);
      const before = sandbox.state();
      before.accessTokens = {};
      assert.ok(await accepts(shop, access_token));
      const started = sandbox.state();
      await withSandbox(async twin => twin.revokeTokens(shop.clientId), { state: started });
      assert.deepEqual(started, sandbox.state());
    }));

  it('reports exactly its changes', () =>
    withSandbox(async (sandbox, shop) => {
      let changes = 0;
      const stop = sandbox.onStateChange(() => (changes += 1));
      const changed = async (action: () => unknown) => {
        const before = changes;
        await action();
        return changes > before;
      };
      const code = await authorize(shop);
      assert.ok(changes > 0);
      assert.ok(await changed(() => redeem(shop, code)));
      assert.ok(!(await changed(() => redeem(shop, code))));
      assert.ok(!(await changed(() => webApi(shop, '/hserve/v1/content/group/'))));
      assert.ok(await changed(() => logIn(shop)));
      assert.ok(await changed(() => sandbox.moveClock(1)));
      assert.ok(await changed(() => sandbox.revokeTokens(shop.clientId)));
      assert.ok(await changed(() => sandbox.resetSecret(shop.clientId)));
      stop();
      assert.ok(!(await changed(() => sandbox.moveClock(1))));
    }));

  it('removes tokens and codes that expired long ago', () =>
    withSandbox(async (sandbox, shop) => {
      await obtainTokens(shop);
      await logIn(shop);
      sandbox.moveClock(400 * 86_400_000);
      await obtainTokens(shop);
      const { codes, accessTokens, refreshTokens, sessions } = sandbox.state();
      const sizes = [codes, accessTokens, refreshTokens, sessions].map(records => Object.keys(records).length);
      assert.deepEqual(sizes, [1, 1, 2, 0]);
    }));
});
