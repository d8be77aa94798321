// Milliseconds before the page requests its rows again: the first pause and the longest pause.
const first = 100;
const longest = 2000;

/** Requests the rows until they arrive, because a message can be lost before the page listens. */
export class Arrival {
  readonly #ask: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pause = first;

  /** @param ask requests the whole content once */
  constructor(ask: () => void) {
    this.#ask = ask;
  }

  /** Sends a request now and repeats it after growing pauses. */
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

  /** Ends the requests after the rows have arrived. */
  done(): void {
    this.end();
    this.#pause = first;
  }
}
