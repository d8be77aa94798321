/** Shares one execution of equal work among concurrent callers. Cancels the work when all callers have cancelled. */
export class SharedWork {
  readonly #inFlight = new Map<string, { result: Promise<unknown>; abort: AbortController; waiting: number }>();

  /** @param key identifies the work; work with the same key must have the same type of result */
  async run<T>(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const shared = this.#inFlight.get(key) ?? this.#begin(key, work);
    shared.waiting += 1;
    const leave = (): void => {
      shared.waiting -= 1;
      if (shared.waiting > 0) return;
      shared.abort.abort();
      if (this.#inFlight.get(key) === shared) this.#inFlight.delete(key);
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      return (await shared.result) as T;
    } finally {
      signal.removeEventListener('abort', leave);
      if (this.#inFlight.get(key) === shared) this.#inFlight.delete(key);
    }
  }

  #begin(key: string, work: (signal: AbortSignal) => Promise<unknown>) {
    const abort = new AbortController();
    const shared = { result: work(abort.signal), abort, waiting: 0 };
    this.#inFlight.set(key, shared);
    return shared;
  }
}
