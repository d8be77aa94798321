import { fixedHex } from './credentials';
import { worldBegan } from './seedContent';

/** A payment order. Money in hundredths of a yuan, times in Unix seconds; the answers' shapes are made in orderRoutes.ts. */
export interface Order {
  id: number;
  userId: number;
  createdAt: number;
  paidAt: number | undefined;
  status: 'pending' | 'success';
  refundStatus: 'complete' | 'partial' | undefined;
  cents: number;
  tradeNo: string;
  transactionNo: string;
  gatewayType: 'weixin_tenpay' | 'alipay';
  description: string;
  recordId: string;
  schemaId: number;
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
      paidAt: paid ? createdAt + 90 : undefined,
      status: paid ? 'success' : 'pending',
      refundStatus: !paid ? undefined : number % 10 === 0 ? 'complete' : number % 10 === 5 ? 'partial' : undefined,
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
