const zone = '+08:00';
const zoneOffset = 8 * 3_600_000;

/**
 * Formats Unix milliseconds like the service: local time in China, ISO 8601 with microseconds and without a time zone.
 */
export function chinaTime(milliseconds: number): string {
  return new Date(milliseconds + zoneOffset).toISOString().replace('Z', '000');
}

const isoText = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/;

/**
 * Converts an ISO 8601 date to the service's format: the application's time zone, and six fraction digits unless the
 * fraction is zero. Texts in this format sort chronologically. A date without a zone is in the application's zone.
 * Returns undefined for any other text.
 */
export function readDate(value: unknown): string | undefined {
  const parts = typeof value === 'string' ? isoText.exec(value) : null;
  if (!parts) return undefined;
  const [, day = '', time = '00:00', seconds = '00', fraction = '', offset = zone] = parts;
  const wallClock = `${day}T${time}:${seconds}`;
  const wall = Date.parse(`${wallClock}Z`);
  // Date.parse moves February 30 into March, and accepts 24:00.
  if (Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 19) !== wallClock) return undefined;
  const milliseconds = wall - readOffset(offset) + zoneOffset;
  const local = new Date(milliseconds).toISOString().slice(0, 19);
  const micros = fraction.padEnd(6, '0').slice(0, 6);
  return `${local}${/^0*$/.test(micros) ? '' : `.${micros}`}${zone}`;
}

/** Converts "Z", "+08", "+0800" or "+08:00" to the milliseconds ahead of UTC. */
function readOffset(offset: string): number {
  if (offset === 'Z') return 0;
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return (offset.startsWith('-') ? -1 : 1) * minutes * 60_000;
}
