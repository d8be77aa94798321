/** A call of a cloud function to another service. The sandbox recorded it instead of sending it. */
export interface RecordedCall {
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

const maximumCalls = 200;
const longestArguments = 64 * 1024;

/** The last calls that would have left this machine, newest last. Kept only in memory. */
export class RecordedCalls {
  readonly #calls: RecordedCall[] = [];
  readonly #listeners = new Set<(call: RecordedCall) => void>();

  get all(): readonly RecordedCall[] {
    return this.#calls;
  }

  add(call: RecordedCall): void {
    const stored = { ...call, arguments: call.arguments.slice(0, longestArguments) };
    this.#calls.push(stored);
    if (this.#calls.length > maximumCalls) this.#calls.shift();
    for (const listener of [...this.#listeners]) listener(stored);
  }

  /** @returns a function that removes the listener */
  onCall(listener: (call: RecordedCall) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
