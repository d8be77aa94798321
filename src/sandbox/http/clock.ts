const chinaOffset = 8 * 3_600_000;

/** A moment (Unix milliseconds) on a wall clock in China, ISO 8601 with microseconds and no zone, as the service writes it. */
export function chinaTime(milliseconds: number): string {
  return new Date(milliseconds + chinaOffset).toISOString().replace('Z', '000');
}
