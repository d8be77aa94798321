import { HttpError } from '../http/httpError';

/** Requests per minute and application that the plans of the service guarantee. */
export const plans = { free: 50, education: 500, personal: 5000, business: 50_000, enterprise: 500_000 } as const;
export type RatePlan = keyof typeof plans;

const minute = 60_000;

/** Counts the requests of each application in the current minute. */
export class RateLimit {
  #perMinute: number | undefined;
  readonly #counts = new Map<string, { minute: number; count: number }>();

  /** @param perMinute undefined: no limit */
  set(perMinute: number | undefined): void {
    this.#perMinute = perMinute;
    this.#counts.clear();
  }

  /**
   * Counts one request.
   * @param now Unix milliseconds of the sandbox's clock
   * @throws HttpError 429 with the seconds until the next minute, when the application has reached its limit
   */
  count(clientId: string, now: number): void {
    if (this.#perMinute === undefined) return;
    const currentMinute = Math.floor(now / minute);
    const previous = this.#counts.get(clientId);
    const entry = previous?.minute === currentMinute ? previous : { minute: currentMinute, count: 0 };
    entry.count += 1;
    this.#counts.set(clientId, entry);
    if (entry.count <= this.#perMinute) return;
    const seconds = Math.ceil(((currentMinute + 1) * minute - now) / 1000);
    throw new HttpError(429, `More than ${this.#perMinute} requests in this minute.`, seconds);
  }
}
