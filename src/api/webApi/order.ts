import { isPersonalName } from '../masking/personalNames';
import { mask } from '../secret';
import { isUnixTime } from '../unixTime';
import { jsonValue } from '../../json/jsonValue';

/** The main fields of an order, independent of the shape that the service returned. */
interface OrderSummary {
  number: string | undefined;
  description: string | undefined;
  status: string | undefined;
  refundStatus: string | undefined;
  /** The amount as text; a number is written with two decimals. */
  totalCost: string | undefined;
  currency: string | undefined;
  /** Unix milliseconds. */
  paidAt: number | undefined;
  createdAt: number | undefined;
}

/**
 * Reads an order tolerantly. Amounts are numbers or strings; times are Unix seconds or ISO texts without a zone, which
 * means UTC+8 (service reference, orders).
 */
export function readOrder(raw: Record<string, unknown>): OrderSummary {
  return {
    number: text(raw['transaction_no']) ?? text(raw['trade_no']) ?? text(raw['id']),
    description: text(raw['merchandise_description']),
    status: text(raw['status']),
    refundStatus: text(raw['refund_status']),
    totalCost: money(raw['total_cost']),
    currency: text(raw['currency_type']),
    paidAt: moment(raw['paid_at'] ?? raw['pay_at']),
    createdAt: moment(raw['created_at']),
  };
}

/** Parses JSON inside strings of an order; invalid JSON stays text. */
export function unpackedOrder(raw: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, unpacked(value)]));
}

/** Payment data, and personal data whose names `isPersonalName` does not know. */
const hiddenNames = /^(?:ip_address|bank\w*|mch_id|appid|sign|nonce_str|prepay_id)$/i;
/** Deeper values are masked as a whole, because they would overflow the stack. */
const deepest = 100;

/**
 * Returns the unpacked order with personal and payment data masked. The snapshot of the merchandise has any fields that
 * the application chose, also JSON inside strings.
 */
export function maskedOrder(raw: Record<string, unknown>): Record<string, unknown> {
  return masked(unpackedOrder(raw), false, 0) as Record<string, unknown>;
}

function masked(value: unknown, everything: boolean, depth: number): unknown {
  if (Array.isArray(value)) return depth > deepest ? mask : value.map(item => masked(item, everything, depth + 1));
  if (typeof value !== 'object' || value === null) {
    if (everything && value !== null && typeof value !== 'boolean') return mask;
    const inner = unpacked(value);
    if (inner === value) return value;
    const shown = JSON.stringify(masked(inner, everything, depth + 1));
    // A text without masked values keeps its digits and spaces.
    return shown.includes(mask) ? shown : value;
  }
  if (depth > deepest) return mask;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const hide = everything || hiddenNames.test(name) || isPersonalName(name);
      // The payment gateway's response describes the payer.
      return [name, masked(inner, hide || name === 'gateway_extra_info', depth + 1)];
    }),
  );
}

function unpacked(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  return jsonValue(value) ?? value;
}

function text(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function money(value: unknown): string | undefined {
  return typeof value === 'number' ? value.toFixed(2) : text(value);
}

function moment(value: unknown): number | undefined {
  if (isUnixTime(value)) return value * 1000;
  if (typeof value !== 'string' || value === '') return undefined;
  const zoned = /(Z|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value}+08:00`;
  const time = Date.parse(zoned);
  return Number.isNaN(time) ? undefined : time;
}
