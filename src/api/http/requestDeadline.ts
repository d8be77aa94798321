/**
 * Aborts a request when the caller aborts or the time is over. `AbortSignal.any` and `.timeout` create three signals with
 * weak references, which cost more than the rest of a small request.
 */
export class RequestDeadline {
  readonly #abort = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  /** Parts that arrive later than this do not restart the timer. */
  readonly #lastStart: number;
  isLate = false;

  constructor(caller: AbortSignal | undefined, milliseconds: number, longest = milliseconds) {
    this.#caller = caller;
    this.#lastStart = performance.now() + longest - milliseconds;
    this.#timer = setTimeout(() => {
      this.isLate = true;
      this.#end(new DOMException('The time for the request is over', 'TimeoutError'));
    }, milliseconds).unref();
    if (caller?.aborted === true) this.#follow();
    else caller?.addEventListener('abort', this.#follow);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Restarts the timer after a part of the body. */
  partArrived(): void {
    if (!this.signal.aborted && performance.now() < this.#lastStart) this.#timer.refresh();
  }

  /** Stops the timer and detaches from the caller's signal. The timer ends a response that nobody reads. */
  settle(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#follow);
  }

  readonly #follow = (): void => this.#end(this.#caller?.reason);

  #end(reason: unknown): void {
    this.settle();
    this.#abort.abort(reason);
  }
}
