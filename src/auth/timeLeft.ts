/** The remaining lifetime of a token in a readable unit. */
export interface TimeLeft {
  unit: 'days' | 'hours' | 'minutes' | 'expired' | 'unknown';
  /** Whole units left; 0 for `expired` and `unknown`. */
  value: number;
  /** Unix milliseconds when this value changes; `undefined` if it never does. */
  nextChangeAt: number | undefined;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Returns the remaining lifetime, rounded down so that it is never too long: in days from two days on, in hours from
 * two hours on, otherwise in minutes, but at least 1.
 * @param expiresAt Unix milliseconds
 */
export function timeLeft(expiresAt: number | undefined, now: number): TimeLeft {
  if (expiresAt === undefined) return { unit: 'unknown', value: 0, nextChangeAt: undefined };
  const left = expiresAt - now;
  if (left <= 0) return { unit: 'expired', value: 0, nextChangeAt: undefined };
  const [unit, size] =
    left >= 2 * day
      ? (['days', day] as const)
      : left >= 2 * hour
        ? (['hours', hour] as const)
        : (['minutes', minute] as const);
  const value = Math.floor(left / size);
  if (value === 0) return { unit, value: 1, nextChangeAt: expiresAt };
  return { unit, value, nextChangeAt: expiresAt - value * size + 1 };
}
