import { ExactNumber, type Json } from '../../json/json';
import { readDate } from './instant';

const stamps = new Set(['created_at', 'updated_at']);

/** The time of a date, or of a time stamp of the service in seconds, as Unix milliseconds. */
export function timeOf(
  { name, type }: { name: string; type: string | undefined },
  value: Json | undefined,
): number | undefined {
  const isStamp = stamps.has(name) && value instanceof ExactNumber;
  const isDate = type === 'date' && typeof value === 'string' && readDate(value) !== undefined;
  const time = isStamp ? Number(value.text) * 1000 : isDate ? Date.parse(value) : NaN;
  // `Date` supports no times beyond this limit.
  return Math.abs(time) <= 8.64e15 ? time : undefined;
}
