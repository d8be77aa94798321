import { readJson, requiredText } from '../backend/body';
import { requireUser } from '../identity/authenticate';
import { randomHex } from '../store/hashes';
import { isObject } from '../http/json';
import { annotate, type Routes, type SandboxContext, addRoute } from '../backend/routing';
import { nextNumber, realmOfPath, save, currentSeconds } from '../backend/scope';
import { HttpError } from '../http/httpError';
import type { Order } from './order';
import { paymentPage, paymentParameters } from './payment';
import { nowInSeconds, type Backend } from '../backend/backend';

/** Payment gateways that the service's SDKs use. */
const gateways = [
  ...['weixin_tenpay', 'weixin_tenpay_native', 'weixin_tenpay_js', 'weixin_tenpay_wap', 'weixin_tenpay_app'],
  ...['alipay', 'alipay_page', 'alipay_wap', 'alipay_app', 'qpay', 'qpay_native'],
  ...['baidu_miniapp_pay', 'bytedance_miniapp_pay'],
];

/**
 * Adds the route that starts a payment. No money moves: the sandbox creates an order, and its own page acts as the
 * payment service.
 */
export function addPayRoutes(routes: Routes): void {
  for (const version of ['v2.0', 'v2.2']) {
    addRoute(routes, 'POST', `/hserve/${version}/idp/pay/order/`, async context => {
      const userId = requireUser(context);
      const body = await readJson(context);
      const order = save(context, 'order', { ...readOrder(context, body), userId }) as unknown as Order;
      annotate(context, `Nothing is paid. Open ${paymentPage(context, order)} to pay the order.`);
      const { transactionNo: transaction_no, tradeNo: trade_no } = order;
      return { transaction_no, trade_no, ...paymentParameters(context, order) };
    });
  }
}

/** Adds the page of a payment, which has a button that pays. */
export function addPaymentPage(routes: Routes, backend: Backend): void {
  const path = '/sandbox/pay/:client/:environment/:transaction/';
  const find = (context: SandboxContext) => {
    const realm = realmOfPath(backend, context);
    const order = [...backend.store.collection(realm, 'order').oldestFirst()].find(
      ({ transactionNo }) => transactionNo === context.req.param('transaction'),
    );
    if (!order) throw new HttpError(404, 'There is no order with this transaction_no.');
    return { realm, order };
  };
  addRoute(routes, 'GET', path, context => {
    find(context);
    return context.html('<!doctype html><title>Sandbox</title><form method="post"><button>Pay · 支付</button></form>');
  });
  addRoute(routes, 'POST', path, context => {
    const { realm, order } = find(context);
    const paid = {
      status: 'success',
      paidAt: nowInSeconds(backend),
      tradeNo: order.tradeNo || `T${String(order.id)}`,
    };
    if (order.status !== 'success') backend.store.put(realm, 'order', { ...order, ...paid });
    return context.html('<!doctype html><title>Sandbox</title><p>Paid · 已支付</p>');
  });
}

function readOrder(context: SandboxContext, body: Record<string, unknown>) {
  const gatewayType = requiredText(body, 'gateway_type');
  if (!gateways.includes(gatewayType)) throw new HttpError(400, `gateway_type must be one of: ${gateways.join(', ')}.`);
  const cost = typeof body.total_cost === 'string' ? Number(body.total_cost) : body.total_cost;
  const cents = typeof cost === 'number' ? Math.round(cost * 100) : 0;
  if (typeof cost !== 'number' || !(cost >= 0.01) || !Number.isSafeInteger(cents))
    throw new HttpError(400, 'total_cost must be a number of at least 0.01.');
  const { merchandise_snapshot: snapshot } = body;
  if (snapshot !== undefined && !isObject(snapshot))
    throw new HttpError(400, 'merchandise_snapshot must be an object.');
  const schema = Number(body.merchandise_schema_id);
  return {
    id: nextNumber(context, 'order', 1),
    createdAt: currentSeconds(context),
    status: 'pending' as const,
    cents,
    tradeNo: randomHex(32),
    transactionNo: `SB${randomHex(16)}`,
    gatewayType,
    description: requiredText(body, 'merchandise_description'),
    recordId: typeof body.merchandise_record_id === 'string' ? body.merchandise_record_id : null,
    schemaId: Number.isSafeInteger(schema) && schema > 0 ? schema : null,
    snapshot,
  };
}
