/** A payment order. Amounts in hundredths of a yuan, times in Unix seconds; orderRoutes.ts formats responses. */
export interface Order {
  id: number;
  userId: number;
  createdAt: number;
  paidAt?: number;
  status: 'pending' | 'success';
  refundStatus?: 'complete' | 'partial';
  cents: number;
  /** Empty for unpaid orders of the seed. */
  tradeNo: string;
  transactionNo: string;
  gatewayType: string;
  description: string;
  recordId: string | null;
  schemaId: number | null;
  /** The purchased items, from the client; absent: derived from the description. */
  snapshot?: Record<string, unknown> | undefined;
}
