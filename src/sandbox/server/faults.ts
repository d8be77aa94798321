import * as v from 'valibot';

const kinds = [
  'status', // an error response
  'html', // a page instead of JSON
  'truncated', // the JSON of the response is cut in the middle
  'never', // no response, the connection stays open
  'reset', // the connection is reset
  'lostResponse', // the connection ends without a response
  'oldCode', // the response of a function has another `function_code`
  'slow', // the response waits
] as const;
export type FaultKind = (typeof kinds)[number];

/**
 * A fault to inject into later requests, to test a client. With `truncated`, `lostResponse`, `oldCode` and `slow` the
 * request takes effect; with the others it does not.
 */
export interface Fault {
  /** Limits the fault to paths (including the query) with this prefix. Default: all paths. */
  path?: string | undefined;
  /** Limits the fault to this method. Default: all methods. */
  method?: string | undefined;
  /** The number of affected requests. Default: one. */
  times?: number | undefined;
  kind: FaultKind;
  /** The response status for the kinds `status` (default: 500) and `html` (default: 200). */
  status?: number | undefined;
  /** Seconds in the Retry-After header, for the kind `status`. */
  retryAfter?: number | undefined;
  /** The delay of `slow` in milliseconds. Default: 1000. */
  delayMs?: number | undefined;
}

/** A fault from the command line or over HTTP. */
export const faultSchema = v.strictObject({
  path: v.optional(v.string()),
  method: v.optional(v.string()),
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  kind: v.picklist(kinds),
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599))),
  retryAfter: v.optional(v.pipe(v.number(), v.minValue(0))),
  delayMs: v.optional(v.pipe(v.number(), v.minValue(0))),
});

/** The pending faults in the order they were added. */
export class FaultQueue {
  #pending: { fault: Fault; remaining: number }[] = [];

  add(fault: Fault): void {
    this.#pending.push({ fault, remaining: fault.times ?? 1 });
  }

  clear(): void {
    this.#pending = [];
  }

  /** Returns the first fault that matches this request, and counts the use. Removes the fault after its last use. */
  take(method: string, path: string): Fault | undefined {
    const match = this.#pending.find(
      ({ fault, remaining }) =>
        remaining > 0 && (fault.method ?? method).toUpperCase() === method && path.startsWith(fault.path ?? ''),
    );
    if (!match) return undefined;
    match.remaining -= 1;
    this.#pending = this.#pending.filter(({ remaining }) => remaining > 0);
    return match.fault;
  }
}
