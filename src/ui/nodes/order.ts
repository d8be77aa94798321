import * as vscode from 'vscode';
import { pathSegment } from '../../api/http/pathSegment';
import { maskedOrder, readOrder, unpackedOrder } from '../../api/webApi/order';
import { getOrder } from '../../api/webApi/webApi';
import { isoTime } from '../messages/timeText';
import { joinNonEmpty } from './listRow';
import { childFields, type EnvironmentScoped } from './nodeBase';
import { nodeKind } from './nodeKind';
import { openCommand } from './openCommand';

export interface OrderNode extends EnvironmentScoped {
  kind: 'order';
  order: Record<string, unknown>;
}

export function orderNode(parent: EnvironmentScoped, order: Record<string, unknown>): OrderNode {
  return { kind: 'order', ...childFields(parent, `order:${orderId(order)}`), order };
}

export const order = nodeKind<OrderNode>()({
  label({ order }) {
    const { number, description } = readOrder(order);
    return description ?? number ?? vscode.l10n.t('Order');
  },
  id: ({ order }) => orderId(order),
  // Contains the day both in the local format and as ISO 8601, as documents show it, so a filter finds either.
  words: ({ order }) => joinNonEmpty([wordsOf(order), isoTime(readOrder(order).createdAt)?.slice(0, 10)]),
  row: node => ({
    children: 'none',
    contextValue: 'order',
    icon: 'note',
    description: wordsOf(node.order),
    command: openCommand(node),
  }),
  raw: ({ order }) => maskedOrder(order),
  request: ({ order }) => ({ path: `/hserve/v2.0/idp/pay/order/${pathSegment(orderId(order))}/`, asUser: true }),
  operations: ({ order }) => [{ id: 'order.get', values: { transaction_no: orderId(order) } }],
  document: {
    id: ({ order }) => orderId(order),
    // The ID, because many orders have the same description.
    title: ({ order }) => vscode.l10n.t('Order {0}', orderId(order)),
    async read(id, { target, context, asUser }, { revealed }) {
      const received = await asUser(token => getOrder(target, token, id, context));
      const order = revealed ? unpackedOrder(received) : maskedOrder(received);
      return {
        shown: { summary: summaryOf(received), order },
        received,
        path: '/hserve/v2.0/idp/pay/order/1/',
        at: 'order',
      };
    },
  },
});

/** Returns price, status and day. */
function wordsOf(order: Record<string, unknown>): string {
  const { status, totalCost, currency, createdAt } = readOrder(order);
  const date = createdAt === undefined ? undefined : new Intl.DateTimeFormat(vscode.env.language).format(createdAt);
  const cost = totalCost === undefined ? undefined : joinNonEmpty([totalCost, currency], ' ');
  return joinNonEmpty([cost, status, date]);
}

function orderId(order: Record<string, unknown>): string {
  return readOrder(order).number ?? '';
}

/** Returns the summary with the field names of the service, so users can look them up. Times are ISO 8601. */
function summaryOf(order: Record<string, unknown>): Record<string, unknown> {
  const { number, description, status, refundStatus, totalCost, currency, paidAt, createdAt } = readOrder(order);
  return {
    number,
    description,
    status,
    refund_status: refundStatus,
    total_cost: joinNonEmpty([totalCost, currency], ' '),
    paid_at: isoTime(paidAt),
    created_at: isoTime(createdAt),
  };
}
