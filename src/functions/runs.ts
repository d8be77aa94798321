import * as v from 'valibot';
import { apiRequestOf, call, withQuery, type DataService, type ReadRequest } from '../api/openApi/dataService';
import { parsePage, repeatsPage, type Page, type PageRequest } from '../api/webApi/page';
import { isUnixTime } from '../api/unixTime';
import { functionPath } from './functionService';

export interface FunctionRun {
  id: string;
  /** The trigger, such as `sdk` or `timer`. */
  source: string;
  /**
   * `executing`, `fulfilled`, `execution_failed`, `deadline_exceeded`, or another status that the service adds later.
   */
  status: string;
  /** Unix seconds with fractions; 0 if the service sent a number that is no time. */
  createdAt: number;
  /** `undefined` while it runs. */
  finishedAt: number | undefined;
  /** The URL of the log, which is on another host. */
  logUrl: string | undefined;
}

/** The start time of a run if the service sent a number that is no time. */
const noTime = 0;

const runShape = v.object({
  id: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
  source: v.fallback(v.string(), ''),
  status: v.fallback(v.string(), ''),
  created_at: v.number(),
  finished_at: v.nullish(v.number()),
  user_log_url: v.nullish(v.string()),
});

/**
 * Reads one page of the runs of a function, newest first.
 * @param page `from` selects runs that began at this time or later, in Unix seconds
 */
export async function listRuns(
  service: DataService,
  name: string,
  page: PageRequest & { from?: number | undefined },
): Promise<Page<FunctionRun>> {
  const { limit = 20, offset = 0, from } = page;
  const since = from === undefined ? {} : { created_at__gte: String(from) };
  const path = withQuery(`${functionPath(name)}job/`, { limit: String(limit), offset: String(offset), ...since });
  const request: ReadRequest = { method: 'GET', path };
  const response = await call(service, request);
  return parsePage(response, apiRequestOf(request, service.target), { limit, offset }, runOf);
}

export function isFailed({ status }: FunctionRun): boolean {
  return status !== 'fulfilled' && status !== 'executing';
}

function runOf(item: unknown): FunctionRun | undefined {
  const parsed = v.safeParse(runShape, item);
  if (!parsed.success) return undefined;
  const { created_at, finished_at, user_log_url, ...rest } = parsed.output;
  return {
    ...rest,
    createdAt: isUnixTime(created_at) ? created_at : noTime,
    finishedAt: finished_at ?? undefined,
    logUrl: user_log_url ?? undefined,
  };
}

const pageSize = 100;
/**
 * The maximum delay, in seconds, before a run appears in the list. Runs that began later may appear before it.
 */
const longestDelay = 60;
/** Seconds. The service ends a run after 300 seconds. One that executes longer was lost, and never ends. */
const longestRun = 600;

/**
 * Follows the runs of one function, and returns each run exactly once. After a failed poll or a sleep of the machine, the
 * next poll continues where the last successful one ended.
 */
export class RunFollower {
  readonly #service: () => Promise<DataService>;
  readonly #name: string;
  /** The start times, by ID, of runs that are not returned again: returned runs, and those of the first poll. */
  #startTimes = new Map<string, number>();
  /** Only runs that began at this time or later are read, in Unix seconds; `undefined` before the first poll. */
  #from: number | undefined;

  /** @param service is called for each poll */
  constructor(service: () => Promise<DataService>, name: string) {
    this.#service = service;
    this.#name = name;
  }

  /**
   * Returns the runs that ended since the last call, oldest first. The first call returns nothing, because only later
   * runs are followed.
   * @throws ApiError; the next call then includes the runs that this call would have returned
   */
  async poll(): Promise<FunctionRun[]> {
    const runs = await this.#read();
    const isFirst = this.#from === undefined;
    const ended = runs.filter(({ status }) => status !== 'executing');
    const isNew = ({ id, createdAt }: FunctionRun) =>
      !this.#startTimes.has(id) && (createdAt === noTime || createdAt >= (this.#from ?? 0));
    const newRuns = isFirst ? [] : ended.filter(isNew);
    for (const { id, createdAt } of ended) this.#startTimes.set(id, createdAt);
    this.#continueFrom(runs);
    return newRuns.sort((one, other) => one.createdAt - other.createdAt || compareIds(one.id, other.id));
  }

  async #read(): Promise<FunctionRun[]> {
    const service = await this.#service();
    if (this.#from === undefined) return (await listRuns(service, this.#name, { limit: pageSize })).items;
    const all = new Map<string, FunctionRun>();
    let before: Page<FunctionRun> | undefined;
    // Newer runs shift the pages, so the same run may be on two pages.
    for (let offset: number | undefined = 0; offset !== undefined;) {
      const page: Page<FunctionRun> = await listRuns(service, this.#name, {
        limit: pageSize,
        offset,
        from: this.#from,
      });
      // A repeated page usually means that the service ignores the offset. If exactly one page of runs began since the
      // last request, the shifted page looks repeated as well. Then the total has grown, and reading continues.
      if (before && before.totalCount === page.totalCount && repeatsPage(before.items, page.items)) break;
      before = page;
      for (const run of page.items) all.set(run.id, run);
      offset = page.nextOffset;
    }
    return [...all.values()];
  }

  /**
   * Sets the start of the next poll, not later than the oldest run that still executes. Forgets runs that began
   * earlier.
   */
  #continueFrom(runs: readonly FunctionRun[]): void {
    // Loops, because a call of `Math.max` takes about 120,000 arguments at most.
    let newest = 0;
    for (const { createdAt } of runs) newest = Math.max(newest, createdAt);
    for (const createdAt of this.#startTimes.values()) newest = Math.max(newest, createdAt);
    // The first poll reads only one page. A run that appears later but began earlier is not followed.
    let from = newest - (this.#from === undefined ? 0 : longestDelay);
    for (const { status, createdAt } of runs)
      if (status === 'executing' && createdAt > newest - longestRun) from = Math.min(from, createdAt);
    this.#from = Math.max(this.#from ?? 0, Math.floor(from), 0);
    // The service returns a run without a time with every poll.
    for (const [id, createdAt] of this.#startTimes)
      if (createdAt < this.#from && createdAt !== noTime) this.#startTimes.delete(id);
  }
}

function compareIds(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : 1);
}

/** The state that determines when to poll again. Times are in milliseconds. */
interface PollState {
  isSandbox: boolean;
  isFocused: boolean;
  /** The time since the window last had the focus. */
  unfocusedMs: number;
  /** The number of consecutive 429 responses. */
  rateLimited: number;
}

const longestUnfocused = 30 * 60_000;
const longestWait = 5 * 60_000;

/** Returns the milliseconds until the next poll; `undefined` if the window was not focused for 30 minutes. */
export function pollInterval({ isSandbox, isFocused, unfocusedMs, rateLimited }: PollState): number | undefined {
  if (unfocusedMs >= longestUnfocused) return undefined;
  const interval = isFocused ? (isSandbox ? 3000 : 10_000) : 30_000;
  return Math.min(longestWait, interval * 2 ** rateLimited);
}
