import { KnownSecrets, shortestSecret } from '../../api/masking/knownSecrets';
import { Secret } from '../../api/secret';
import { reveal } from '../document/secretText';
import { secretsOfRequest, type ResolvedRequest } from './resolvedRequest';

/** Maximum number of stored values from responses; the oldest are removed first. */
const maximumResponseSecrets = 500;

/**
 * The secrets of a run or a window: the given ones, and the tokens in responses. A text from any source that contains
 * one of them is a secret.
 */
export class RunSecrets {
  /** The labels of the given secrets, by value. */
  readonly #given = new Map<string, string>();
  readonly #received = new Map<string, string>();
  #set: KnownSecrets | undefined;

  /** @param label a name to show, never the value */
  add(label: string, secret: Secret): void {
    if (this.#given.has(secret.reveal())) return;
    this.#given.set(secret.reveal(), label);
    this.#set = undefined;
  }

  /**
   * Adds credentials of a response that have the format of a token.
   * @param label the label of the response
   */
  addReceived(label: string, credentials: readonly Secret[]): void {
    for (const value of credentials.map(secret => secret.reveal()).filter(isToken)) {
      if (this.#given.has(value)) continue;
      if (!this.#received.delete(value)) this.#set = undefined;
      this.#received.set(value, label);
    }
    for (const oldest of [...this.#received.keys()].slice(0, -maximumResponseSecrets)) {
      this.#received.delete(oldest);
      this.#set = undefined;
    }
  }

  list(): Secret[] {
    return [...this.#given.keys(), ...this.#received.keys()].map(value => new Secret(value));
  }

  mask(text: string): string {
    return this.#known().mask(text);
  }

  /** Returns the labels of the secrets that a request would send, in any encoding and in all parts. */
  carriedBy(request: ResolvedRequest, body: Uint8Array | undefined): string[] {
    const texts = textsOf(request, body);
    const labels = texts.some(text => this.#known().isIn(text)) ? this.#labelsIn(texts) : [];
    const authorization = request.authorization === undefined ? [] : ['Authorization'];
    return [...new Set([...authorization, ...this.#labelsOf(secretsOfRequest({ ...request, checks: [] })), ...labels])];
  }

  /** Returns the labels of secrets that were inserted into a request, even of those too short to be searched for. */
  #labelsOf(secrets: readonly Secret[]): string[] {
    return secrets.map(secret => this.#given.get(secret.reveal()) ?? this.#received.get(secret.reveal()) ?? 'a secret');
  }

  #labelsIn(texts: readonly string[]): string[] {
    return [...this.#given, ...this.#received]
      .filter(([value]) => value.length >= shortestSecret)
      .filter(([value]) => {
        const knownSecret = new KnownSecrets([value]);
        return texts.some(text => knownSecret.isIn(text));
      })
      .map(([, label]) => label);
  }

  #known(): KnownSecrets {
    return (this.#set ??= new KnownSecrets([...this.#given.keys(), ...this.#received.keys()]));
  }
}

/**
 * Returns whether a value has the format of a token. A word, or a code such as `not_found`, is masked only in its own
 * response, if at all.
 */
function isToken(value: string): boolean {
  return /^[\w.~+/=-]{20,}$/.test(value) && /\d/.test(value);
}

/** Returns all texts that are sent, as a receiver may read them. */
function textsOf({ url, headers }: ResolvedRequest, body: Uint8Array | undefined): string[] {
  const bytes = Buffer.from(body ?? []);
  const lines = headers.map(({ name, value }) => `${name}: ${reveal(value)}`);
  const texts = [url.href, ...lines, bytes.toString('utf8')];
  // A body with zero bytes may be text in UTF-16.
  if (bytes.includes(0)) texts.push(bytes.toString('utf16le'), bytes.subarray(1).toString('utf16le'));
  return texts;
}
