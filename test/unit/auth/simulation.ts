import type { Fetch } from '../../../src/api/http/sendOnce';
import { readServerTime } from '../../../src/api/openApi/openApi';
import type { ApplicationTokens } from '../../../src/auth/applicationTokens';
import type { TokenEvent } from '../../../src/auth/tokenEvent';
import { callWithAccessToken } from '../../../src/auth/callWithAccessToken';
import { createApplicationTokens } from '../../../src/auth/createApplicationTokens';
import { memoryLedger, type Ledger } from '../../../src/auth/ledger';
import type { Lock } from '../../../src/auth/lock';
import type { SecretStore } from '../../../src/auth/secretStore';
import { lifetime, tokenPath, type World } from './fixture';

/** The point where a window dies: before or after one of its next writes or requests, counted from 1. */
export interface CrashPoint {
  operation: number;
  side: 'before' | 'after';
}

export type CallOutcome = { kind: 'ok' | 'crashed' } | { kind: 'failed'; error: unknown };

/** Simulated windows in one process. Each can die at any write or request; lock, ledger and store survive. */
export class Simulation {
  readonly events: TokenEvent[] = [];
  /** The number of times that a refresh token was sent again, except after a response with status 429. */
  replays = 0;
  crashes = 0;
  /** The number of following requests that take effect but time out. */
  timeouts = 0;
  /** The number of reads after which a window sees the writes of another one. */
  lag = 0;
  readonly #world: World;
  readonly #ledger: Ledger;
  readonly #store = new SharedValues();
  readonly #sent = new Set<string>();
  #turn: Promise<unknown> = Promise.resolve();
  #windows: SimulatedWindow[];

  constructor(world: World, count: number, ledger: Ledger = memoryLedger()) {
    this.#world = world;
    this.#ledger = ledger;
    this.#windows = Array.from({ length: count }, () => this.#open());
  }

  tokens(index: number): ApplicationTokens {
    return this.#window(index).tokens;
  }

  crashSoon(index: number, point: CrashPoint): void {
    const window = this.#window(index);
    window.life.crashAt = { ...point, operation: window.life.operations + point.operation };
  }

  forgetCrashes(): void {
    for (const { life } of this.#windows) delete life.crashAt;
  }

  /**
   * Makes one call to the Open API for each of `callers` callers of a window. Replaces the window if it dies meanwhile.
   */
  async call(index: number, callers: number): Promise<CallOutcome[]> {
    const window = this.#window(index);
    const { authUrl } = this.#world.shop;
    const died = window.life.died.then((): CallOutcome => ({ kind: 'crashed' }));
    const call = (): Promise<CallOutcome> =>
      callWithAccessToken(window.tokens, token => readServerTime({ authUrl }, token, { fetch })).then(
        () => ({ kind: 'ok' }),
        (error: unknown) => ({ kind: 'failed', error }),
      );
    const outcomes = await Promise.all(Array.from({ length: callers }, () => Promise.race([call(), died])));
    if (window.life.isDead) this.#windows[this.#windows.indexOf(window)] = this.#open();
    return outcomes;
  }

  #window(index: number): SimulatedWindow {
    const window = this.#windows[index % this.#windows.length];
    if (window === undefined) throw new RangeError('no window');
    return window;
  }

  #open(): SimulatedWindow {
    const life = new Life(() => (this.crashes += 1));
    const { authUrl, clientId } = this.#world.shop;
    const tokens = createApplicationTokens(
      { authUrl, clientId, scope: authUrl },
      {
        store: this.#store.view(life, () => this.lag),
        directory: this.#world.directory,
        fetch: async () => this.#fetch(life),
        now: () => this.#world.now(),
        log: event => this.events.push(event),
      },
      { lock: this.#lock(life), ledger: this.#ledgerOf(life), settleMs: 2000 },
    );
    return { life, tokens };
  }

  /** Returns a lock that is granted in the order of requests, and is released when its owner dies. */
  #lock(life: Life): Lock {
    return async body => {
      const before = this.#turn;
      let release: () => void = () => undefined;
      this.#turn = new Promise<void>(resolve => (release = resolve));
      void life.died.then(release);
      await before;
      try {
        return await body({ isHeld: async () => true });
      } finally {
        release();
      }
    };
  }

  #ledgerOf(life: Life): Ledger {
    return { ...this.#ledger, write: entry => life.pass(() => this.#ledger.write(entry)) };
  }

  #fetch(life: Life): Fetch {
    return (url, init) =>
      life.pass(async () => {
        const body = typeof init.body === 'string' ? (JSON.parse(init.body) as { refresh_token?: string }) : {};
        const refreshToken = url.endsWith(tokenPath) ? body.refresh_token : undefined;
        if (refreshToken !== undefined && this.#sent.has(refreshToken)) this.replays += 1;
        if (refreshToken !== undefined) this.#sent.add(refreshToken);
        const response = await fetch(url, init);
        if (this.timeouts > 0) {
          this.timeouts -= 1;
          throw new TypeError('fetch failed', {
            cause: Object.assign(new Error(), { code: 'UND_ERR_HEADERS_TIMEOUT' }),
          });
        }
        if (refreshToken !== undefined && response.status === 429) this.#sent.delete(refreshToken);
        return response;
      });
  }
}

interface SimulatedWindow {
  life: Life;
  tokens: ApplicationTokens;
}

/** The life of a window. Counts its operations. At a chosen one the window crashes: from then on no promise settles. */
class Life {
  operations = 0;
  isDead = false;
  crashAt?: CrashPoint;
  #die: () => void = () => undefined;
  readonly died = new Promise<void>(resolve => (this.#die = resolve));
  readonly #onCrash: () => void;

  constructor(onCrash: () => void) {
    this.#onCrash = onCrash;
  }

  async pass<T>(operation: () => Promise<T>): Promise<T> {
    const { crashAt } = this;
    this.operations += 1;
    const isCrash = crashAt !== undefined && this.operations >= crashAt.operation;
    if (isCrash && crashAt.side === 'before') this.#crash();
    if (this.isDead) return new Promise(() => undefined);
    const result = await operation();
    if (isCrash) this.#crash();
    return this.isDead ? new Promise(() => undefined) : result;
  }

  #crash(): void {
    if (!this.isDead) this.#onCrash();
    this.isDead = true;
    this.#die();
  }
}

/** Shared values: their writer sees them at once, other windows see them late, and never an older after a newer one. */
class SharedValues {
  readonly #versions = new Map<string, string[]>();

  view(life: Life, lag: () => number): SecretStore {
    const seen = new Map<string, { version: number; reads: number }>();
    return {
      read: async key => {
        const versions = this.#versions.get(key) ?? [];
        const last = versions.length - 1;
        const state = seen.get(key) ?? { version: -1, reads: 0 };
        state.reads = state.version === last ? 0 : state.reads + 1;
        if (state.reads > lag()) Object.assign(state, { version: last, reads: 0 });
        seen.set(key, state);
        return versions[state.version];
      },
      write: (key, value) =>
        life.pass(async () => {
          const versions = [...(this.#versions.get(key) ?? []), value];
          this.#versions.set(key, versions);
          seen.set(key, { version: versions.length - 1, reads: 0 });
        }),
      delete: async () => Promise.reject(new Error('not part of the simulation')),
      onDidChange: () => () => undefined,
    };
  }
}

export const expiryMs = lifetime * 1000;
