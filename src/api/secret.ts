const shown = '•••';

/**
 * A credential that cannot be printed by accident: string conversion, JSON and inspection all give a mask.
 * `reveal()` is called where the value goes onto the wire or into SecretStorage, and nowhere else.
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
    return shown;
  }

  toJSON(): string {
    return shown;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return shown;
  }
}

// Fields of the service's answers that carry credentials (specification, "Resources and fields").
const secretFields =
  /("?(?:client_secret|access_token|refresh_token|code|token|session_key|authorization|password)"?\s*[:=]\s*"?)([^"&,\s}<]+)/gi;
// The service's tokens and secrets are 32 to 40 letters and digits; anything that long in foreign text is taken for one.
const longTokens = /[A-Za-z0-9_-]{28,}/g;

/**
 * Makes foreign text (a server's message, the start of an unexpected body) fit to be shown: the known secrets, every
 * field that carries a credential and everything that looks like a token is masked.
 */
export function redact(text: string, known: readonly Secret[] = []): string {
  let safe = text;
  for (const secret of known) {
    const value = secret.reveal();
    if (value.length > 0) safe = safe.replaceAll(value, shown);
  }
  return safe.replace(secretFields, `$1${shown}`).replace(longTokens, shown);
}
