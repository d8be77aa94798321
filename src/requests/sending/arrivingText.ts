import { KnownSecrets } from '../../api/masking/knownSecrets';
import { maskSpans } from '../../api/masking/spans';
import { findCredentials } from '../../api/masking/text';
import type { Secret } from '../../api/secret';
import type { ResponseHeaders } from '../../api/http/sendOnce';
import { decoderOf } from './receive';

/** A part of a response that is still arriving. */
export interface Arriving {
  status: number;
  statusText: string;
  /** Masked; empty if nothing more can be shown yet. */
  text: string;
  /** The number of bytes so far. */
  size: number;
}

/**
 * Maximum number of buffered characters of an incomplete line or event. A longer one is shown with the complete response
 * only.
 */
const longestHeld = 1_000_000;

/** Whether a response can be shown while it arrives: its length is unknown, and it is no picture. */
export function isStreamed(headers: ResponseHeaders): boolean {
  const isMedia = /^(image|audio|video)\//i.test(headers.get('content-type') ?? '');
  return headers.get('content-length') === null && !isMedia;
}

/**
 * Masks the text of a response that is still arriving. Only complete lines or server-sent events are shown, because a
 * credential that is cut in two would not be recognized. In JSON, HTML and XML, a value may be lines away from its name, so
 * they are shown only at the end.
 */
export class ArrivingText {
  readonly #decoder: InstanceType<typeof TextDecoder>;
  readonly #known: KnownSecrets;
  /** Matches everything that can be shown. */
  readonly #complete: RegExp | undefined;
  #values: string[] = [];
  #held = '';
  #isGivenUp = false;

  constructor(contentType: string, known: readonly Secret[]) {
    this.#decoder = decoderOf(contentType);
    this.#known = new KnownSecrets(known);
    this.#complete = completePart(contentType);
  }

  /** Returns the masked lines that are complete now. */
  add(chunk: Uint8Array): string {
    if (this.#complete === undefined || this.#isGivenUp) return '';
    this.#held += this.#decoder.decode(chunk, { stream: true });
    const end = this.#complete.exec(this.#held)?.[0].length ?? 0;
    if (end === 0) {
      this.#isGivenUp = this.#held.length > longestHeld;
      if (this.#isGivenUp) this.#held = '';
      return '';
    }
    const text = this.#held.slice(0, end);
    this.#held = this.#held.slice(end);
    const { spans, values } = findCredentials(text, this.#known, this.#values);
    this.#values = values;
    return maskSpans(text, spans);
  }
}

function completePart(contentType: string): RegExp | undefined {
  if (/^text\/event-stream\b/i.test(contentType)) return /^[^]*\n\r?\n/;
  // The value may follow on the line below its name.
  return /^(text\/(plain|csv)|application\/(x-ndjson|jsonl|x-jsonlines))\b/i.test(contentType)
    ? /^[^]*[^\s:=][^\S\n]*\n/
    : undefined;
}
