import { readDate } from '../table/instant';

/** A time as written: a whole day of the local time zone, or an instant. */
type WrittenTime =
  | { kind: 'day'; start: Date; end: Date }
  | { kind: 'instant'; at: Date; /** Whether the text names its time zone. */ isZoned: boolean };

const day = /^(\d{4})-(\d{2})-(\d{2})$/;
const instant = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?([Zz]|[+-]\d{2}:?\d{2})?$/;

/** Reads ISO 8601: `2026-01-31`, `2026-01-31T10:00`, `2026-01-31T10:00:00+08:00`. */
export function readTime(text: string): WrittenTime | undefined {
  // `Date` would take February 31 as a day in March.
  if (readDate(text.slice(0, 10)) === undefined) return undefined;
  const parts = day.exec(text)?.slice(1).map(Number);
  if (parts !== undefined) {
    const [year = 0, month = 0, date = 0] = parts;
    const start = new Date(year, month - 1, date);
    // `Date` takes years before 100 as years of the 20th century.
    if (start.getFullYear() !== year) return undefined;
    return { kind: 'day', start, end: new Date(year, month - 1, date + 1) };
  }
  const zone = instant.exec(text)?.[3];
  if (!instant.test(text)) return undefined;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? undefined : { kind: 'instant', at, isZoned: zone !== undefined };
}

/** Returns the shortest text that `readTime` reads as this instant, in local time. */
export function timeText(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const date = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const [hours, minutes, seconds] = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two);
  const milliseconds = at.getMilliseconds();
  if (milliseconds !== 0) return `${date}T${hours}:${minutes}:${seconds}.${String(milliseconds).padStart(3, '0')}`;
  return seconds === '00' ? `${date}T${hours}:${minutes}` : `${date}T${hours}:${minutes}:${seconds}`;
}

/** Returns the local day, such as `2026-01-31`. */
export function dayText(at: Date): string {
  return timeText(at).slice(0, 10);
}
