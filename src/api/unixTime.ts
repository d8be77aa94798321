/** True for seconds since 1970 that a `Date` can hold. Formatting any other number would throw. */
export function isUnixTime(seconds: unknown): seconds is number {
  return typeof seconds === 'number' && !Number.isNaN(new Date(seconds * 1000).getTime());
}
