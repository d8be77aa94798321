// Milliseconds until the page asks for its rows once more.
const first = 100;
const longest = 2000;

/** Asks for rows until they are here: messages that were sent before the page listened are lost. */
export class Arrival {
  readonly #ask: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pause = first;

  /** @param ask sends one request for everything */
  constructor(ask: () => void) {
    this.#ask = ask;
  }

  /** Asks now and again, less often each time. */
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

  /** Everything is here. */
  done(): void {
    this.end();
    this.#pause = first;
  }
}
