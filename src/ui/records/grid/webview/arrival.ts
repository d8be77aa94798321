// Milliseconds before the page asks for its rows again.
const first = 100;
const longest = 2000;

/** Asks for rows until they arrive: messages sent before the page listened are lost. */
export class Arrival {
  readonly #ask: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pause = first;

  /** @param ask sends one request for everything */
  constructor(ask: () => void) {
    this.#ask = ask;
  }

  /** Asks now and repeats with growing pauses. */
  begin(): void {
    this.end();
    this.#ask();
    this.#timer = setTimeout(() => {
      this.#pause = Math.min(this.#pause * 2, longest);
      this.begin();
    }, this.#pause);
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  /** Ends the requests; all rows have arrived. */
  done(): void {
    this.end();
    this.#pause = first;
  }
}
