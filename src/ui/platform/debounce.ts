/** Runs work once after a pause in calls. Each key, such as a document URI, is debounced separately. */
export class Debounce {
  readonly #pause: number;
  readonly #timers = new Map<string, NodeJS.Timeout>();

  /** @param pause milliseconds without a call before the work runs */
  constructor(pause: number) {
    this.#pause = pause;
  }

  /** @param took milliseconds of the last run: slow work runs less often */
  run(key: string, work: () => void, took = 0): void {
    this.cancel(key);
    const start = () => {
      this.#timers.delete(key);
      work();
    };
    this.#timers.set(key, setTimeout(start, Math.max(this.#pause, 3 * took)));
  }

  cancel(key: string): void {
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
  }

  dispose(): void {
    this.#timers.forEach(timer => clearTimeout(timer));
    this.#timers.clear();
  }
}
