import type { Order } from '../orders/order';
import { derivedHex } from '../store/hashes';
import { seededAt } from './seedContent';

const goods = ['衬衫 Shirt', '茶 Tea', '充电器 Charger', '礼品卡 Gift card', 'Travel book'] as const;

/** Creates `count` orders of one user, newest first. Another `label` gives other identifiers. */
export function seedOrders(label: string, userId: number, count: number): Order[] {
  const numberBase = parseInt(derivedHex(`orders ${label}`, 6), 16);
  return Array.from({ length: count }, (_, index) => {
    const number = count - index;
    const createdAt = seededAt + number * 7200;
    const paid = number % 3 !== 0;
    return {
      id: numberBase * 1000 + number,
      userId,
      createdAt,
      ...(paid ? { paidAt: createdAt + 90 } : {}),
      status: paid ? 'success' : 'pending',
      ...(paid && number % 5 === 0 ? { refundStatus: number % 10 === 0 ? 'complete' : 'partial' } : {}),
      cents: 199 + number * 350,
      tradeNo: paid ? `T${numberBase}${String(number).padStart(6, '0')}` : '',
      transactionNo: `SB${numberBase}${String(number).padStart(6, '0')}`,
      gatewayType: number % 4 === 0 ? 'alipay' : 'weixin_tenpay',
      description: goods[number % goods.length] ?? goods[0],
      recordId: derivedHex(`record ${label} ${number}`, 24),
      schemaId: 5001,
    };
  });
}
