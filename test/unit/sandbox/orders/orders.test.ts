import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { SandboxApplication } from '../../../../src/sandbox/sandbox';
import { logIn, stagingOf, webApi, withSandbox } from '../fixture';
import { jsonOf, errorMessageOf, send } from '../http';

type Order = Record<string, unknown>;
interface List {
  meta: { total_count?: number; next: string | null };
  objects: Order[];
}

const base = (version: string) => `/hserve/${version}/idp/pay/order/`;

async function list(shop: SandboxApplication, token: string, path: string): Promise<List> {
  const response = await webApi(shop, path, { token });
  assert.equal(response.status, 200, response.text);
  return jsonOf<List>(response);
}

describe('sandbox: orders of the Web API', () => {
  it('have the recorded format in v2.0: text for amounts and times, JSON as text', () =>
    withSandbox(async (_, shop) => {
      const { meta, objects } = await list(shop, await logIn(shop), base('v2.0'));
      assert.equal(meta.total_count, 47);
      const [order] = objects;
      assert.match(String(order?.created_at), /^2026-01-\d\dT\d\d:\d\d:\d\d\.\d{6}$/);
      assert.match(String(order?.total_cost), /^\d+\.\d\d$/);
      assert.equal(typeof order?.created_by, 'string');
      assert.equal(order?.currency_type, 'CNY');
      assert.equal((JSON.parse(String(order?.merchandise_snapshot)) as Order).name, order?.merchandise_description);
      const { wechat_response: response, payment_parameters: parameters } = JSON.parse(
        String(order?.gateway_extra_info),
      ) as Record<string, Order>;
      assert.deepEqual(Object.keys(response ?? {}), [
        ...['appid', 'bank_type', 'cash_fee', 'fee_type', 'is_subscribe', 'mch_id', 'nonce_str', 'openid'],
        ...['out_trade_no', 'result_code', 'return_code', 'sign', 'time_end', 'total_fee', 'trade_type'],
        'transaction_id',
      ]);
      assert.deepEqual(Object.keys(parameters ?? {}), [
        'appId',
        'timeStamp',
        'nonceStr',
        'package',
        'signType',
        'paySign',
      ]);
    }));

  it('have the documented format in v2.2: numbers and objects', () =>
    withSandbox(async (_, shop) => {
      const token = await logIn(shop);
      const { meta, objects } = await list(shop, token, base('v2.2'));
      assert.ok(!('total_count' in meta));
      assert.equal((await list(shop, token, `${base('v2.2')}?return_total_count=1`)).meta.total_count, 47);
      const [order] = objects;
      assert.equal(typeof order?.created_at, 'number');
      assert.equal(order?.total_cost, 166.49);
      assert.equal(typeof order?.merchandise_snapshot, 'object');
      assert.equal(order?.created_by_id, 36_845_069_000_101);
      assert.ok(!('created_by' in (order ?? {})));
    }));

  it('can be found by transaction number', () =>
    withSandbox(async (_, shop) => {
      const token = await logIn(shop);
      for (const version of ['v2.0', 'v2.2']) {
        const [first] = (await list(shop, token, base(version))).objects;
        const path = `${base(version)}${String(first?.transaction_no)}/`;
        assert.deepEqual(jsonOf(await webApi(shop, path, { token })), first);
        assert.equal((await webApi(shop, `${base(version)}SB0/`, { token })).status, 404);
        assert.equal((await webApi(shop, path)).status, 401);
      }
    }));

  it('can be filtered', () =>
    withSandbox(async (_, shop) => {
      const token = await logIn(shop);
      const all = (await list(shop, token, `${base('v2.0')}?limit=1000`)).objects;
      assert.equal(all.length, 47);
      for (const [name, value] of [
        ['status', 'pending'],
        ['status', 'success'],
        ['refund_status', 'partial'],
        ['refund_status', ''],
        ['gateway_type', 'alipay'],
        ['trade_no', String(all[0]?.trade_no)],
        ['transaction_no', String(all[5]?.transaction_no)],
        ['merchandise_record_id', String(all[7]?.merchandise_record_id)],
        ['merchandise_schema_id', '5001'],
      ] as const) {
        const { objects } = await list(shop, token, `${base('v2.0')}?limit=1000&${name}=${value}`);
        assert.ok(objects.length > 0, name);
        assert.deepEqual(
          objects,
          all.filter(order => String((order[name] as string | number | null) ?? '') === value),
        );
      }
      const both = await list(shop, token, `${base('v2.2')}?status=success&gateway_type=alipay&limit=2`);
      assert.match(both.meta.next ?? '', /status=success&gateway_type=alipay&limit=2&offset=2$/);
      const wrong = await webApi(shop, `${base('v2.2')}?status=paid`, { token });
      assert.equal(wrong.status, 400);
      assert.match(errorMessageOf(wrong), /^status must be one of/);
    }));

  it('contain only those of the user in the environment', () =>
    withSandbox(async (_, shop) => {
      const body = { email: 'visitor@example.com', password: 'visitor-password' };
      const visitor = jsonOf<{ token: string }>(await webApi(shop, '/hserve/v2.1/login/email/', { body })).token;
      assert.equal((await list(shop, visitor, base('v2.0'))).meta.total_count, 0);
      const envId = stagingOf(shop);
      const staging = await webApi(shop, base('v2.0'), { token: await logIn(shop, envId), envId });
      assert.equal(jsonOf<List>(staging).meta.total_count, 3);
    }));

  it('begin with a payment, and are paid on a page of the sandbox', () =>
    withSandbox(async (sandbox, shop) => {
      const token = await logIn(shop);
      const fields = { gateway_type: 'alipay', total_cost: 12.5, merchandise_description: '茶 Tea' };
      const response = await webApi(shop, base('v2.2'), { token, body: fields });
      assert.equal(response.status, 200, response.text);
      const { transaction_no, payment_url } = jsonOf<{ transaction_no: string; payment_url: string }>(response);
      const one = async () => jsonOf(await webApi(shop, `${base('v2.0')}${transaction_no}/`, { token }));
      const { status, total_cost, paid_at } = await one();
      assert.deepEqual([status, total_cost, paid_at], ['pending', '12.50', null]);
      assert.ok(payment_url.startsWith(sandbox.origin));
      assert.match((await send(payment_url)).text, /Pay/);
      assert.equal((await one()).status, 'pending');
      assert.equal((await send(payment_url, { method: 'POST' })).status, 200);
      assert.equal((await one()).status, 'success');
      assert.equal((await list(shop, token, `${base('v2.2')}?return_total_count=1`)).meta.total_count, 48);
    }));

  it('have the parameters of every gateway of the SDKs, each with both numbers', () =>
    withSandbox(async (_, shop) => {
      const token = await logIn(shop);
      const expected: Record<string, string> = {
        weixin_tenpay: 'paySign',
        weixin_tenpay_js: 'paySign',
        weixin_tenpay_native: 'code_url',
        weixin_tenpay_wap: 'mweb_url',
        weixin_tenpay_app: 'prepayid',
        alipay: 'payment_url',
        alipay_page: 'payment_url',
        alipay_wap: 'payment_url',
        alipay_app: 'payment_url',
        qpay: 'paySign',
        qpay_native: 'code_url',
        baidu_miniapp_pay: 'tpOrderId',
        bytedance_miniapp_pay: 'out_order_no',
      };
      for (const [gateway_type, field] of Object.entries(expected)) {
        const body = { gateway_type, total_cost: 0.01, merchandise_description: 'x' };
        const response = await webApi(shop, '/hserve/v2.2/idp/pay/order/', { token, body });
        assert.equal(response.status, 200, response.text);
        const parameters = jsonOf<Record<string, string>>(response);
        for (const name of ['trade_no', 'transaction_no', field]) {
          assert.ok(typeof parameters[name] === 'string' && parameters[name] !== '', `${gateway_type} ${name}`);
        }
        assert.equal('appid' in parameters, ['weixin_tenpay_app', 'alipay_app'].includes(gateway_type), gateway_type);
        const path = `/hserve/v2.0/idp/pay/order/${parameters.transaction_no}/`;
        const order = jsonOf(await webApi(shop, path, { token }));
        assert.equal(order.trade_no, parameters.trade_no);
        const info = JSON.parse(String(order.gateway_extra_info)) as Record<string, Record<string, string>>;
        for (const [name, value] of Object.entries(info.payment_parameters ?? {}))
          assert.equal(value, parameters[name], `${gateway_type} ${name}`);
      }
      const body = { gateway_type: 'shells', total_cost: 1, merchandise_description: 'x' };
      assert.equal((await webApi(shop, '/hserve/v2.2/idp/pay/order/', { token, body })).status, 400);
    }));

  it('have no table without its identifier', () =>
    withSandbox(async (_, shop) => {
      const token = await logIn(shop);
      for (const [schema, expected] of [
        [null, null],
        ['', null],
        [undefined, null],
        ['5001', 5001],
        [5001, 5001],
      ] as const) {
        const order = { gateway_type: 'alipay', total_cost: 0.01, merchandise_description: 'Tea' };
        const body = { ...order, merchandise_schema_id: schema };
        const paid = jsonOf(await webApi(shop, base('v2.2'), { token, body }));
        const path = `${base('v2.2')}${String(paid.transaction_no)}/`;
        assert.equal(jsonOf(await webApi(shop, path, { token })).merchandise_schema_id, expected, String(schema));
      }
    }));

  it('cannot have an empty payment', () =>
    withSandbox(async (_, shop) => {
      const token = await logIn(shop);
      const good = { gateway_type: 'alipay', total_cost: 1, merchandise_description: 'Tea' };
      for (const [field, value] of [
        ['gateway_type', 'gold'],
        ['gateway_type', undefined],
        ['total_cost', 0],
        ['total_cost', -1],
        ['total_cost', 0.001],
        ['total_cost', '0.004'],
        ['total_cost', 0.005],
        ['total_cost', 'much'],
        ['merchandise_description', ''],
        ['merchandise_snapshot', 'tea'],
      ] as const) {
        const wrong = await webApi(shop, base('v2.2'), { token, body: { ...good, [field]: value } });
        assert.equal(wrong.status, 400, field);
        assert.match(errorMessageOf(wrong), new RegExp(`^${field}`));
      }
      assert.equal((await webApi(shop, base('v2.2'), { body: good })).status, 401);
    }));
});
