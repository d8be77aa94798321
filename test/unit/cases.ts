/**
 * The number of random cases that a test tries. `npm test` without arguments runs after every change and tries a tenth; all
 * other runs, also those of CI, try all.
 */
export function cases(all: number): number {
  return process.env.HYDROGEN_QUICK === '1' ? Math.ceil(all / 10) : all;
}
