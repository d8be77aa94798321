import { ExactNumber, type Json } from '../../json/json';
/** A parsed ISO 8601 date. Fractions of a second end at microseconds, as the service stores them. */
interface IsoDate {
  /** The written day and time as seconds since 1970, as if the zone were UTC. */
  wallSeconds: number;
  microseconds: number;
  /** Minutes ahead of UTC; `undefined`: the text has no zone, so the zone of the application applies. */
  offset: number | undefined;
}

const form = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d(?::?[0-5]\d)?)?)?$/;

/** Reads an ISO 8601 date; `undefined` for any other text, which the service does not accept in a date column. */
export function readDate(text: string): IsoDate | undefined {
  const [all, day = '', time = '00:00', seconds = '00', fraction = '', zone] = form.exec(text) ?? [];
  if (all === undefined) return undefined;
  const wall = `${day}T${time}:${seconds}`;
  const milliseconds = Date.parse(`${wall}Z`);
  // Date.parse moves February 30 into March and accepts 24:00.
  if (Number.isNaN(milliseconds) || new Date(milliseconds).toISOString().slice(0, 19) !== wall) return undefined;
  const microseconds = Number(fraction.padEnd(6, '0').slice(0, 6));
  return { wallSeconds: milliseconds / 1000, microseconds, offset: zone === undefined ? undefined : offsetOf(zone) };
}

/** Whether two dates name the same instant. A date without a zone is read in the zone of the other one. */
export function sameInstant(one: IsoDate, other: IsoDate): boolean {
  return microsecondsBetween(one, other) === 0;
}

/** Returns the absolute difference. A date without a zone is read in the zone of the other one. */
export function microsecondsBetween(one: IsoDate, other: IsoDate): number {
  const utc = (date: IsoDate, zone: number): number => date.wallSeconds - (date.offset ?? zone) * 60;
  const seconds = utc(one, other.offset ?? 0) - utc(other, one.offset ?? 0);
  return Math.abs(seconds * 1_000_000 + one.microseconds - other.microseconds);
}

/** Minutes of "Z", "+08", "+0800" and "+08:00". */
function offsetOf(zone: string): number {
  if (zone === 'Z') return 0;
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return zone.startsWith('-') ? -minutes : minutes;
}

const stamps = new Set(['created_at', 'updated_at']);

/** Returns a date, or a time stamp of the service (Unix seconds), as Unix milliseconds. */
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
