import type { Readable } from 'node:stream';

/**
 * Iterates over the chunks of a stream and destroys it when the loop ends early. For a stream of one chunk it is several
 * times as fast as the stream's own iterator.
 */
export function piecesOf(stream: Readable): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => new Pieces(stream) };
}

class Pieces implements AsyncIterator<Uint8Array, undefined> {
  readonly #stream: Readable;
  #isListening = false;
  #wake = (): void => undefined;

  constructor(stream: Readable) {
    this.#stream = stream;
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const stream = this.#stream;
    this.#listen();
    for (;;) {
      const value = stream.destroyed ? null : (stream.read() as Uint8Array | null);
      if (value !== null) return { done: false, value };
      if (stream.errored) throw stream.errored;
      if (stream.readableEnded) return { done: true, value: undefined };
      if (stream.destroyed) throw Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
      await new Promise<void>(resolve => (this.#wake = resolve));
    }
  }

  return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#listen();
    this.#stream.destroy();
    return Promise.resolve({ done: true, value: undefined });
  }

  #listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    const wake = () => this.#wake();
    // The listeners stay after the consumer has stopped: without one, a late error would end the process.
    this.#stream.on('readable', wake).on('end', wake).on('error', wake).on('close', wake);
  }
}
