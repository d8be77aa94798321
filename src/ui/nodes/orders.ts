import * as vscode from 'vscode';
import { listOrders } from '../../api/webApi/webApi';
import type { EnvironmentNode } from './environment';
import { listRow } from './listRow';
import { childFields, type EnvironmentScoped } from './nodeBase';
import { nodeKind } from './nodeKind';
import { signInCommand } from './openCommand';
import { orderNode } from './order';
import { mapPage } from '../../api/webApi/page';

/** The orders of the signed-in user. */
interface OrdersNode extends EnvironmentScoped {
  kind: 'orders';
}

export const orders = nodeKind<OrdersNode>()({
  label: () => vscode.l10n.t('Orders'),
  async row(node, state) {
    if ((await state.user(node)) === undefined) {
      const description = vscode.l10n.t('sign in to see them');
      const command = signInCommand(node);
      return { children: 'none', contextValue: 'orders.signedOut', icon: 'credit-card', description, command };
    }
    return listRow('orders', 'credit-card', node, state, vscode.l10n.t('no orders'));
  },
  fixed: {
    below: 'environment',
    rows: (parent: EnvironmentNode): OrdersNode[] => [{ kind: 'orders', ...childFields(parent, 'orders') }],
  },
  sections: node => [
    {
      name: 'orders',
      read: async (page, { target, context, asUser }) =>
        mapPage(await asUser(token => listOrders(target, token, page, context)), order => orderNode(node, order)),
    },
  ],
  request: () => ({ path: '/hserve/v2.0/idp/pay/order/', asUser: true }),
  operations: () => [{ id: 'order.list' }],
});
