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
