/**
 * Returns the number of random cases to try. `npm test` without arguments runs after every change, so it tries only a
 * twentieth; all other runs, also in CI, try all.
 */
export function cases(all: number): number {
  return process.env.HYDROGEN_QUICK === '1' ? Math.ceil(all / 20) : all;
}
