import type { Journal } from './journal';

/** Computes the rows per second of this run of an import, without the rows of earlier runs. */
export class ImportRate {
  readonly #now: () => number;
  readonly #started: number;
  readonly #before: number;

  /** @param now milliseconds of a monotonic clock */
  constructor(journal: Pick<Journal, 'results'>, now = () => performance.now()) {
    this.#now = now;
    this.#started = now();
    this.#before = doneRows(journal);
  }

  /** @param done the rows with an outcome, including those of earlier runs */
  of(done: number): number {
    const seconds = Math.max(1, this.#now() - this.#started) / 1000;
    return Math.max(0, Math.round((done - this.#before) / seconds));
  }
}

/** Returns the number of rows whose outcome is in a journal. */
export function doneRows(journal: Pick<Journal, 'results'>): number {
  let sum = 0;
  for (const { stored, present, rejected } of journal.results()) sum += stored + present.length + rejected.length;
  return sum;
}
