import { ApiError } from '../api/errors';
import { pause, withRetryAfter } from '../api/http/retryAfter';
import { send, type ApiResponse } from '../api/http/send';
import type { Fetch } from '../api/http/sendOnce';
import { apiRequestOf } from '../api/openApi/dataService';
import { isTokenRejected, type OpenApiTarget } from '../api/openApi/openApi';
import type { Secret } from '../api/secret';
import { longestList, smallerPageSize } from '../api/webApi/page';
import { repeatAfterRejection, type AccessTokens } from '../auth/callWithAccessToken';
import { ExactNumber, isJsonObject, isList, valueOf, type JsonObject } from '../json/json';
import { idText } from './world';

/** Requests per minute. The smallest plan allows 50, so some remain for the users of the application. */
export const defaultRate = 40;
const minute = 60_000;

export interface ReaderOptions {
  fetch: Fetch;
  signal: AbortSignal;
  /** The maximum number of requests per minute. */
  rate: number;
  /** Called before each request with the number of requests so far, including this one. */
  onRequest?: (count: number) => void;
  /** Called with the seconds to wait when the service asks for a wait (429). */
  onWait?: (seconds: number) => void;
  /** Called with the seconds to wait when the next request would exceed `rate`. */
  onPace?: (seconds: number) => void;
}

interface ListPage {
  items: readonly JsonObject[];
  /** The number of items on all pages; `undefined` if the service does not send it. */
  total: number | undefined;
  /** Whether the service names a next page. It is sometimes wrong, so it counts only without `total`. */
  isFollowed: boolean;
}

/**
 * Reads lists of an environment. Sends only GET requests, at most `rate` per minute, and waits after a 429. Redirects
 * and the check of a rejected token count as requests.
 */
export class EnvironmentReader {
  readonly #target: OpenApiTarget;
  readonly #tokens: AccessTokens;
  readonly #options: ReaderOptions;
  /** By the monotonic clock: if a user set the system clock back, the reader would wait for hours. */
  readonly #requestTimes: number[] = [];

  constructor(target: OpenApiTarget, tokens: AccessTokens, options: ReaderOptions) {
    this.#target = target;
    this.#tokens = tokens;
    this.#options = options;
  }

  /** The number of requests so far. */
  get requestCount(): number {
    return this.#requestTimes.length;
  }

  /** Reads one page of a list. @throws ApiError; `unexpectedShape` if the response contains no list */
  async page(path: string, query: Readonly<Record<string, string>>): Promise<ListPage> {
    const pathAndQuery = `${path}?${new URLSearchParams(query).toString()}`;
    const response = await withRetryAfter(() => this.#get(pathAndQuery), this.#options.signal, this.#options.onWait);
    const body = valueOf(response.text);
    const objects = isJsonObject(body) ? body.get('objects') : undefined;
    if (!isList(objects)) {
      throw new ApiError('unexpectedShape', { method: 'GET', url: path, status: response.status, expected: 'objects' });
    }
    const meta = isJsonObject(body) ? body.get('meta') : undefined;
    const [totalCount, next] = isJsonObject(meta) ? [meta.get('total_count'), meta.get('next')] : [];
    const total = totalCount instanceof ExactNumber ? Number(totalCount.text) : undefined;
    return { items: objects.filter(isJsonObject), total, isFollowed: typeof next === 'string' };
  }

  /**
   * Reads a list page by page, in smaller pages where one is too large for a response.
   * @param size the maximum number of items per request
   * @param from the offset of the first item
   * @param missing returns the number of items that are still needed, before each page
   * @throws ApiError as `page`, and `endless`
   */
  async *pages(
    path: string,
    query: Readonly<Record<string, string>>,
    { size, from = 0, missing }: { size: number; from?: number; missing: () => number },
  ): AsyncGenerator<ListPage> {
    let limit = size;
    for (let offset = from; missing() > 0;) {
      limit = Math.min(limit, missing());
      const part = { ...query, limit: String(limit), offset: String(offset) };
      const page = await this.page(path, part).catch((error: unknown) => {
        limit = smallerPageSize(error, limit);
      });
      if (page === undefined) continue;
      offset += page.items.length;
      if (offset - from > longestList)
        throw new ApiError('endless', { method: 'GET', url: path, expected: String(longestList) });
      yield page;
      // A page can be shorter than requested. It is the last one if the service names neither a total nor a next page.
      const isLast = page.total === undefined ? page.items.length < limit && !page.isFollowed : offset >= page.total;
      if (page.items.length === 0 || isLast) return;
    }
  }

  /**
   * Reads a list. The result contains each object once, even if an object moved to the next page because another one was
   * created.
   * @param known the first objects, which were read before
   * @param count the maximum number of objects
   * @throws ApiError as `pages`
   */
  async all(
    path: string,
    query: Readonly<Record<string, string>>,
    { size, known = [], count = Infinity }: { size: number; known?: readonly JsonObject[]; count?: number },
  ): Promise<JsonObject[]> {
    const all = new Map(known.map(object => [idText(object), object]));
    for await (const { items } of this.pages(path, query, {
      size,
      from: known.length,
      missing: () => count - all.size,
    })) {
      const before = all.size;
      for (const item of items) all.set(idText(item), item);
      // A service that ignores the offset would send the same page forever.
      if (all.size === before) break;
    }
    return [...all.values()];
  }

  /** Sends a request. If the service rejects the access token, renews it and sends the request again. */
  async #get(path: string): Promise<ApiResponse> {
    return repeatAfterRejection(
      await this.#tokens.get(),
      token => this.#send(path, token),
      async token => ((await this.#isRejected(path, token)) ? this.#tokens.renew(token) : undefined),
    );
  }

  async #send(path: string, token: Secret): Promise<ApiResponse> {
    await this.#pace(path);
    const request = apiRequestOf({ method: 'GET', path }, this.#target);
    return send({ ...request, authorization: { scheme: 'Bearer', token } }, this.#context());
  }

  /** True if the service rejects the token itself, not only this request. */
  async #isRejected(path: string, token: Secret): Promise<boolean> {
    await this.#pace(path);
    return isTokenRejected(this.#target, token, this.#context());
  }

  /** Counts every HTTP request, including redirects and repeats after a lost connection. */
  #context(): { fetch: Fetch; signal: AbortSignal } {
    const { fetch, signal, onRequest } = this.#options;
    return {
      signal,
      fetch: (url, init) => {
        this.#requestTimes.push(performance.now());
        onRequest?.(this.#requestTimes.length);
        return fetch(url, init);
      },
    };
  }

  /** Waits until fewer than `rate` requests were sent in the last minute. @throws ApiError `cancelled` */
  async #pace(path: string): Promise<void> {
    const { rate, signal, onPace } = this.#options;
    const oldest = this.#requestTimes.at(-rate);
    const waitMs = oldest === undefined ? 0 : oldest + minute - performance.now();
    if (waitMs > 0) {
      onPace?.(Math.ceil(waitMs / 1000));
      await pause(waitMs / 1000, signal);
    }
    if (signal.aborted) throw new ApiError('cancelled', { method: 'GET', url: path });
  }
}
