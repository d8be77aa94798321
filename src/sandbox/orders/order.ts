/** A payment order. Money in hundredths of a yuan, times in Unix seconds; orderRoutes.ts makes the shapes of responses. */
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
  /** What was bought, from the client; absent: made from the description. */
  snapshot?: Record<string, unknown> | undefined;
}
