import { requireUser } from '../identity/authenticate';
import { documents } from '../backend/scope';
import { chinaTime } from '../http/dates';
import { pageResponse } from '../backend/paging';
import { HttpError } from '../http/httpError';
import { addRoute, type Routes, type SandboxContext } from '../backend/routing';
import { runPrefix } from '../backend/runTokens';
import type { Order } from './order';
import { paymentParameters, wechatResponse } from './payment';

const allowedValues: Record<string, readonly string[]> = {
  status: ['pending', 'success'],
  refund_status: ['complete', 'partial', 'failed', ''],
};

/**
 * Adds the routes for payment orders of the acting user (specification, "Web API"). The specification names GET
 * pay/order, but does not describe its body. Two formats of an order are public: v2.2 returns the one from the
 * reference, v2.0 the one from recorded responses.
 */
export function addOrderRoutes(routes: Routes): void {
  for (const [version, total, toJson] of [
    ['v2.0', 'always', showRecorded],
    ['v2.2', 'onRequest', showDocumented],
  ] as const) {
    addRoute(routes, 'GET', `/hserve/${version}/idp/pay/order/`, context =>
      pageResponse(context, filterOrders(context, ordersOf(context)), total, order => toJson(context, order)),
    );
    addRoute(routes, 'GET', `/hserve/${version}/idp/pay/order/:transactionNo/`, context => {
      const order = ordersOf(context).find(({ transactionNo }) => transactionNo === context.req.param('transactionNo'));
      if (!order) throw new HttpError(404, 'There is no order with this transaction_no.');
      return toJson(context, order);
    });
  }
}

/** Adds the routes for all orders. Only cloud functions can read them. */
export function addRunOrderRoutes(routes: Routes): void {
  addRoute(routes, 'GET', `${runPrefix}order/`, context => {
    const all = [...documents(context, 'order').newestFirst()] as unknown as Order[];
    return pageResponse(context, filterOrders(context, all), 'always', order => showRecorded(context, order));
  });
}

function ordersOf(context: SandboxContext): Order[] {
  const userId = requireUser(context);
  const orders = documents(context, 'order');
  orders.ensureIndex('userId');
  return orders.findIndexed('userId', [userId]) as unknown as Order[];
}

function filterOrders(context: SandboxContext, all: Order[]): Order[] {
  const filters: Record<string, (order: Order) => string> = {
    status: order => order.status,
    refund_status: order => order.refundStatus ?? '',
    trade_no: order => order.tradeNo,
    transaction_no: order => order.transactionNo,
    gateway_type: order => order.gatewayType,
    merchandise_record_id: order => order.recordId ?? '',
    merchandise_schema_id: order => String(order.schemaId),
  };
  return Object.entries(filters).reduce((orders, [name, valueOf]) => {
    const value = context.req.query(name);
    if (value === undefined) return orders;
    const values = allowedValues[name];
    if (values && !values.includes(value)) throw new HttpError(400, `${name} must be one of: ${values.join(', ')}.`);
    return orders.filter(order => valueOf(order) === value);
  }, all);
}

function showDocumented(context: SandboxContext, order: Order) {
  return {
    ...commonFields(order),
    created_by_id: order.userId,
    created_at: order.createdAt,
    updated_at: order.paidAt ?? order.createdAt,
    paid_at: order.paidAt ?? null,
    total_cost: order.cents / 100,
    merchandise_snapshot: snapshotOf(order),
    gateway_extra_info: gatewayInfoOf(context, order),
  };
}

function showRecorded(context: SandboxContext, order: Order) {
  const time = (seconds: number): string => chinaTime(seconds * 1000);
  return {
    ...commonFields(order),
    created_by: String(order.userId),
    created_at: time(order.createdAt),
    updated_at: time(order.paidAt ?? order.createdAt),
    paid_at: order.paidAt === undefined ? null : time(order.paidAt),
    total_cost: (order.cents / 100).toFixed(2),
    currency_type: 'CNY',
    gateway_type: order.gatewayType,
    merchandise_snapshot: JSON.stringify(snapshotOf(order)),
    gateway_extra_info: JSON.stringify(gatewayInfoOf(context, order)),
  };
}

function commonFields(order: Order) {
  return {
    id: order.id,
    status: order.status,
    refund_status: order.refundStatus ?? null,
    trade_no: order.tradeNo,
    transaction_no: order.transactionNo,
    ip_address: '127.0.0.1',
    merchandise_description: order.description,
    merchandise_record_id: order.recordId,
    merchandise_schema_id: order.schemaId,
  };
}

function snapshotOf(order: Order): Record<string, unknown> {
  return order.snapshot ?? { id: order.recordId, name: order.description };
}

/**
 * Returns the request and response of the payment service, with real field names. Clients must neither show nor log
 * them.
 */
function gatewayInfoOf(context: SandboxContext, order: Order): Record<string, unknown> {
  const { payment_url: page, ...parameters } = paymentParameters(context, order);
  const isPage = order.gatewayType.startsWith('alipay');
  const response = wechatResponse(order);
  return {
    payment_parameters: isPage ? { ...parameters, payment_url: page } : parameters,
    ...(response ? { wechat_response: response } : {}),
  };
}
