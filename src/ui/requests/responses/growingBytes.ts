/** A buffer to which text is appended. With a sufficient expected size, the bytes are never copied. */
export class GrowingBytes {
  #bytes: Buffer;
  #length = 0;

  /** @param expected the expected size in bytes; a large value is cheap, because unwritten memory is not allocated */
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
