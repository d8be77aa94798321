/** A call of a cloud function to another service. The sandbox recorded it instead of sending it. */
export interface SentCall {
  /** Unix milliseconds of the sandbox's clock. */
  at: number;
  clientId: string;
  envId: string | undefined;
  /** The name of the cloud function. */
  function: string;
  jobId: number;
  /** The name of the called function, below `BaaS`. */
  name: string;
  /** The arguments as JSON, shortened. */
  arguments: string;
}

const mostKept = 200;
const longestArguments = 64 * 1024;

/** The last calls that would have left this machine, newest last. Kept only in memory. */
export class SentCalls {
  readonly #calls: SentCall[] = [];
  readonly #listeners = new Set<(call: SentCall) => void>();

  get all(): readonly SentCall[] {
    return this.#calls;
  }

  add(call: SentCall): void {
    const kept = { ...call, arguments: call.arguments.slice(0, longestArguments) };
    this.#calls.push(kept);
    if (this.#calls.length > mostKept) this.#calls.shift();
    for (const listener of [...this.#listeners]) listener(kept);
  }

  /** @returns a function that removes the listener */
  onSent(listener: (call: SentCall) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
