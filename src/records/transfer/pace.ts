import { pause as usualPause } from '../../api/http/retryAfter';
import type { DataService } from '../../api/openApi/dataService';

/** The requests per minute that each plan of the service allows for one application. */
export const servicePlans = {
  free: 50,
  education: 500,
  personal: 5000,
  business: 50_000,
  enterprise: 500_000,
} as const;
export type ServicePlan = keyof typeof servicePlans;

export function isServicePlan(name: unknown): name is ServicePlan {
  return typeof name === 'string' && Object.hasOwn(servicePlans, name);
}

export type Pause = (seconds: number, signal: AbortSignal) => Promise<void>;

const minute = 60_000;
/** The share of the limit that an import uses. The users of the application need the rest. */
const importShare = 0.8;

/** Returns the requests per minute of an import. @param perMinute the limit of the plan */
export function importLimit(perMinute: number): number {
  return Math.max(1, Math.floor(perMinute * importShare));
}

/** Keeps requests below the limit of a plan: at most 80 % of it within any minute. */
export class Pace {
  readonly #limit: number;
  readonly #now: () => number;
  readonly #pause: Pause;
  #sent: number[] = [];
  #count = 0;

  /**
   * @param perMinute `undefined`: no limit
   * @param now milliseconds of a monotonic clock: if a user set the system clock back, the requests would stop for
   * hours
   */
  constructor(perMinute: number | undefined, now = () => performance.now(), pause: Pause = usualPause) {
    this.#limit = perMinute === undefined ? Infinity : importLimit(perMinute);
    this.#now = now;
    this.#pause = pause;
  }

  /** The number of requests so far. */
  get count(): number {
    return this.#count;
  }

  /** Resolves when the next request may be sent, or when the signal aborts. */
  async waitForTurn(signal: AbortSignal): Promise<void> {
    this.#count++;
    if (this.#limit === Infinity) return;
    for (;;) {
      const now = this.#now();
      this.#sent = this.#sent.filter(at => now - at < minute);
      const [oldest] = this.#sent;
      if (this.#sent.length < this.#limit || oldest === undefined || signal.aborted) break;
      await this.#pause((oldest + minute - now) / 1000, signal);
    }
    this.#sent.push(this.#now());
  }
}

/** Returns a service whose calls keep the pace. */
export function pacedService(service: DataService, pace: Pace, signal: AbortSignal): DataService {
  return {
    ...service,
    withToken: async call => {
      await pace.waitForTurn(signal);
      return service.withToken(call);
    },
  };
}
