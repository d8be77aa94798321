import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { logIn, withCaller } from '../fixture';
import { upload } from '../upload';

describe('sandbox: services of mini-programs', () => {
  it('check texts and files by a list of words', () =>
    withCaller(async (call, shop) => {
      const token = await logIn(shop);
      for (const path of ['v1.7/censor-msg', 'v2.4/alipay/censor-msg', 'v2.2/qq/censor-msg']) {
        const line = `POST /hserve/${path}/`;
        assert.deepEqual(await call.json(line, { token, body: { content: '你好 hello' } }), { risky: false });
        assert.deepEqual(await call.json(line, { token, body: { content: '网上赌博' } }), { risky: true });
        assert.equal((await call(line, { token, body: {} })).status, 400);
        assert.equal((await call(line, { body: { content: 'x' } })).status, 401);
      }
      const file = await upload(call, 'gambling.png', 'x');
      const checks = '/hserve/v2.2/async-censor/';
      const begun = await call.json(`POST ${checks}`, { token, body: { file_id: file.id } }, 201);
      assert.equal(begun.risky, null);
      assert.equal((await call.json(`GET ${checks}${String(begun.id)}/`, { token })).risky, true);
      assert.equal((await call(`POST ${checks}`, { token, body: { file_id: 'none' } })).status, 404);
    }));

  it('decrypt in the documented shapes, the same for the same data', () =>
    withCaller(async (call, shop) => {
      const token = await logIn(shop);
      const body = { encryptedData: 'data', iv: 'iv' };
      const phone = await call.json('POST /hserve/v2.7/wechat/decrypt/phone-number/', { token, body });
      assert.match(String(phone.phoneNumber), /^139\d{8}$/);
      assert.deepEqual(await call.json('POST /hserve/v1/wechat/decrypt/phone-number/', { token, body }), phone);
      const run = await call.json('POST /hserve/v2.7/wechat/decrypt/we-run-data/', { token, body });
      assert.equal((run.stepInfoList as object[]).length, 30);
      const group = await call.json('POST /hserve/v2.7/wechat/decrypt/open-gid/', { token, body });
      const watermark = { appid: 'wx-sandbox', timestamp: 1_800_000_000 };
      for (const response of [phone, run, group]) assert.deepEqual(response.watermark, watermark);
      assert.deepEqual(Object.keys(phone), ['phoneNumber', 'purePhoneNumber', 'countryCode', 'watermark']);
      const ofQq = await call.json('POST /hserve/v2.0/qq/decrypt/open-gid/', { token, body });
      assert.deepEqual(ofQq, { openGId: group.openGId });
      assert.equal((await call('POST /hserve/v2.7/wechat/decrypt/shoe-size/', { token, body })).status, 404);
      assert.equal((await call('POST /hserve/v2.7/wechat/decrypt/open-gid/', { token, body: {} })).status, 400);
    }));

  it('accept messages, and return ranks and credentials', () =>
    withCaller(async (call, shop) => {
      const token = await logIn(shop);
      const ticket = { submission_type: 'form_id', submission_value: 'f' };
      await call.json('POST /hserve/v2.0/template-message-ticket/', { token, body: ticket }, 201);
      const reported = 'POST /hserve/v2.2/subscription-message/relationship-report/';
      await call.json(reported, { token, body: { subscription: [] } }, 201);
      assert.equal((await call(reported, { token, body: {} })).status, 400);
      const rank = await call.json('POST /hserve/v2.5/user-riskrank/', { token, body: { scene: 0 } });
      assert.ok(Number(rank.risk_rank) <= 4);
      const query = { url: 'https://shop.example/' };
      const page = await call.json('GET /hserve/v2.4/idp/wechat/jssdk-credentials/', { query });
      assert.match(String(page.signature), /^[0-9a-f]{40}$/);
    }));
});
