/** Bytes that are written one after another into one buffer, so that there is never a second copy of all of them. */
export class GrowingBytes {
  #bytes: Buffer;
  #length = 0;

  /** @param expected size; memory that is not written costs nothing */
  constructor(expected: number) {
    this.#bytes = Buffer.from(new ArrayBuffer(expected));
  }

  write(text: string, encoding: 'utf8' | 'latin1'): void {
    const length = Buffer.byteLength(text, encoding);
    if (this.#length + length > this.#bytes.length) {
      const larger = Buffer.from(new ArrayBuffer(Math.ceil((this.#length + length) * 1.5)));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#bytes.write(text, this.#length, encoding);
    this.#length += length;
  }

  take(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#bytes.buffer as ArrayBuffer, 0, this.#length);
  }
}
