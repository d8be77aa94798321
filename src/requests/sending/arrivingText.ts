import { StreamMask } from '../../api/masking/streamMask';
import type { Secret } from '../../api/secret';
import type { ResponseHeaders } from '../../api/http/sendOnce';
import { decoderOf, longestMark } from './receive';

/** The state of a response that is still arriving. */
export interface ArrivingResponse {
  status: number;
  statusText: string;
  /** Bytes so far. */
  size: number;
  /** Masks and returns the part that can be shown now. Takes some milliseconds. */
  read: () => ArrivedPart;
}

/** The part of an incomplete response that can be shown. */
export interface ArrivedPart {
  /** The newest complete lines, masked. */
  text: string;
  /** Whether earlier lines are left out. */
  lacksStart: boolean;
  /** Whether later text has arrived that cannot be shown yet. */
  lacksEnd: boolean;
  /** Whether a response of this type can be shown before it is complete. */
  isShowable: boolean;
}

/**
 * Maximum number of characters to show while a response arrives: the newest. The complete response is shown in full.
 */
const longestShown = 256_000;
/**
 * Maximum number of characters of an incomplete line or event. A longer one is shown with the complete response only.
 */
const longestHeld = 1_000_000;
/** Number of characters to mask at once, so that the extension host can do other work between two pieces. */
const step = 128_000;

/**
 * Returns whether a response can be shown while it arrives: its length is unknown, and it is not an image, audio or
 * video.
 */
export function isStreamed(headers: ResponseHeaders): boolean {
  const isMedia = /^(image|audio|video)\//i.test(headers.get('content-type') ?? '');
  return headers.get('content-length') === null && !isMedia;
}

/**
 * The text of a response that is still arriving, masked. Only complete lines, or complete server-sent events, are
 * shown: a credential that is cut in two would not be recognized. The value of a credential in a JSON document may be
 * far from its name, so JSON, HTML and XML are not shown before they are complete.
 */
export class ArrivingText {
  readonly #contentType: string;
  readonly #mask: StreamMask;
  /** Finds the end of the complete lines or events. */
  readonly #completeEnd: ((text: string) => number) | undefined;
  /** The bytes that arrived before the character set is known. */
  #first: Uint8Array = new Uint8Array();
  #decoder: InstanceType<typeof TextDecoder> | undefined;
  #held = '';
  /** Length of the held text when it was last searched. */
  #searched = 0;
  #shown = '';
  #namedCount = 0;
  #isCut = false;
  #isGivenUp = false;

  constructor(contentType: string, secrets: readonly Secret[]) {
    this.#contentType = contentType;
    this.#mask = new StreamMask(secrets);
    this.#completeEnd = completeEndOf(contentType);
  }

  add(chunk: Uint8Array): void {
    if (this.#completeEnd === undefined || this.#isGivenUp) return;
    this.#held += this.#decode(chunk);
    if (this.#held.length - this.#searched >= step) this.#maskHeld();
  }

  read(): ArrivedPart {
    if (this.#held.length > this.#searched) this.#maskHeld();
    const { namedSecrets } = this.#mask;
    // Mask the earlier lines again: they may contain a credential that only a later line identifies.
    if (namedSecrets.size > this.#namedCount) this.#shown = namedSecrets.mask(this.#shown);
    this.#namedCount = namedSecrets.size;
    return {
      text: this.#shown,
      lacksStart: this.#isCut,
      lacksEnd: this.#held !== '' || this.#isGivenUp,
      isShowable: this.#completeEnd !== undefined,
    };
  }

  #decode(chunk: Uint8Array): string {
    if (this.#decoder !== undefined) return this.#decoder.decode(chunk, { stream: true });
    this.#first = Buffer.concat([this.#first, chunk]);
    if (this.#first.length < longestMark && (this.#first[0] ?? 0xff) >= 0xef) return '';
    this.#decoder = decoderOf(this.#contentType, this.#first);
    return this.#decoder.decode(this.#first, { stream: true });
  }

  #maskHeld(): void {
    const end = this.#completeEnd?.(this.#held) ?? 0;
    const result = end === 0 ? { masked: '', left: '' } : this.#mask.next(this.#held.slice(0, end));
    if (result !== undefined) {
      this.#held = result.left + this.#held.slice(end);
      this.#show(result.masked);
    }
    this.#searched = this.#held.length;
    this.#isGivenUp = result === undefined || this.#held.length > longestHeld;
    if (this.#isGivenUp) this.#held = '';
  }

  #show(masked: string): void {
    const text = this.#shown + masked;
    const cut = text.length - longestShown;
    this.#isCut ||= cut > 0;
    this.#shown = cut > 0 ? text.slice(text.indexOf('\n', cut) + 1) : text;
  }
}

function completeEndOf(contentType: string): ((text: string) => number) | undefined {
  if (/^text\/event-stream\b/i.test(contentType)) {
    return text =>
      Math.max(
        ...['\n\n', '\n\r\n', '\r\r'].map(end => {
          const at = text.lastIndexOf(end);
          return at < 0 ? 0 : at + end.length;
        }),
      );
  }
  return /^(text\/(plain|csv)|application\/(x-ndjson|jsonl|x-jsonlines))\b/i.test(contentType)
    ? text => text.lastIndexOf('\n') + 1
    : undefined;
}
