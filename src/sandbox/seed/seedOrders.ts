import { fixedHex } from '../store/credentials';
import { worldBegan } from './seedContent';

/** A payment order. Money in hundredths of a yuan, times in Unix seconds; the answers' shapes are made in orderRoutes.ts. */
export interface Order {
  id: number;
  userId: number;
  createdAt: number;
  paidAt?: number;
  status: 'pending' | 'success';
  refundStatus?: 'complete' | 'partial';
  cents: number;
  tradeNo: string;
  transactionNo: string;
  gatewayType: string;
  description: string;
  recordId: string | null;
  schemaId: number | null;
  /** What was bought, as the client said; absent: made from the description. */
  snapshot?: Record<string, unknown>;
}

const goods = ['衬衫 Shirt', '茶 Tea', '充电器 Charger', '礼品卡 Gift card', 'Travel book'] as const;

/** `count` orders of one user, the newest first as the service lists them. `label` keeps environments apart. */
export function seedOrders(label: string, userId: number, count: number): Order[] {
  const numberBase = parseInt(fixedHex(`orders ${label}`, 6), 16);
  return Array.from({ length: count }, (_, index) => {
    const number = count - index;
    const createdAt = worldBegan + number * 7200;
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
      recordId: fixedHex(`record ${label} ${number}`, 24),
      schemaId: 5001,
    };
  });
}
