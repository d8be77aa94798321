import { ApiError } from '../api/errors';
import { pause, withRetryAfter } from '../api/http/retryAfter';
import type { ApiResponse } from '../api/http/send';
import { isJsonObject, isList, valueOf, type JsonObject } from '../json/json';

/** Sends one GET request of the Open API and returns the response. Throws ApiError. */
export type Get = (path: string) => Promise<ApiResponse>;

/** Requests per minute that leave room for the application's own users in the smallest plan, which has 50. */
export const defaultRate = 40;
const minute = 60_000;

export interface SourceOptions {
  get: Get;
  signal: AbortSignal;
  /** Requests per minute. */
  rate: number;
  /** Reports every request before it is sent, and every wait in seconds. */
  onRequest?: (count: number) => void;
  onWait?: (seconds: number) => void;
}

/** One page of a list. Offsets count items. */
export interface SourcePage {
  items: readonly JsonObject[];
  /** `undefined` if the service does not count. */
  total: number | undefined;
}

/** Reads lists of an environment. Sends GET requests only, at most `rate` in a minute, and waits after a 429. */
export class Source {
  readonly #options: SourceOptions;
  readonly #sent: number[] = [];

  constructor(options: SourceOptions) {
    this.#options = options;
  }

  /** The number of requests so far. */
  get requests(): number {
    return this.#sent.length;
  }

  /** @throws ApiError; `unexpectedShape` for something other than a list */
  async page(path: string, query: Readonly<Record<string, string>>): Promise<SourcePage> {
    const address = `${path}?${new URLSearchParams(query).toString()}`;
    const response = await withRetryAfter(() => this.#get(address), this.#options.signal, this.#options.onWait);
    const body = valueOf(response.text);
    const objects = isJsonObject(body) ? body.get('objects') : undefined;
    if (!isList(objects)) {
      throw new ApiError('unexpectedShape', { method: 'GET', url: path, status: response.status, expected: 'objects' });
    }
    const { meta } = response.body as { meta?: { total_count?: unknown } };
    const total = typeof meta?.total_count === 'number' ? meta.total_count : undefined;
    return { items: objects.filter(isJsonObject), total };
  }

  async #get(path: string): Promise<ApiResponse> {
    await this.#pace();
    if (this.#options.signal.aborted) throw new ApiError('cancelled', { method: 'GET', url: path });
    this.#sent.push(Date.now());
    this.#options.onRequest?.(this.#sent.length);
    return this.#options.get(path);
  }

  /** Waits until fewer than `rate` requests were sent in the last minute. */
  async #pace(): Promise<void> {
    const { rate, signal, onWait } = this.#options;
    const oldest = this.#sent.at(-rate);
    const wait = oldest === undefined ? 0 : oldest + minute - Date.now();
    if (wait <= 0) return;
    onWait?.(Math.ceil(wait / 1000));
    await pause(wait / 1000, signal);
  }
}
