/** Replaces a credential in all output. */
export const mask = '•••';

/**
 * A credential that cannot be printed by accident: string conversion, JSON and inspection all give a mask. Only code that
 * sends the value or writes it to SecretStorage calls `reveal()`.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  equals(other: Secret): boolean {
    return this.#value === other.#value;
  }

  toString(): string {
    return mask;
  }

  toJSON(): string {
    return mask;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return mask;
  }
}
