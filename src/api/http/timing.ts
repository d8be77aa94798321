import diagnostics from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { buildConnector } from 'undici';

/** The duration of each step of a request, in milliseconds. Skipped steps are absent. */
export interface RequestTiming {
  /** Whether an earlier request opened the connection. */
  reused: boolean;
  dns?: number;
  connect?: number;
  tls?: number;
  /** From writing the request until the headers of the response. */
  firstByte?: number;
}

/** The steps that open a connection. */
interface ConnectionSetup extends Pick<RequestTiming, 'dns' | 'connect' | 'tls'> {
  isUsed: boolean;
  /** Code of the TLS alert that ended the connection. TLS 1.3 reports a missing client certificate after the handshake. */
  alert?: string;
}

const connectionSetups = new WeakMap<object, ConnectionSetup>();
const clocks = new WeakMap<object, RequestClock>();
/** The clock of the request that undici creates at this moment. */
let starting: RequestClock | undefined;

/** Opens connections like undici, and measures each step. */
export function timedConnector(options: buildConnector.BuildOptions): buildConnector.connector {
  const connect = buildConnector(options) as (...args: Parameters<buildConnector.connector>) => Socket;
  return (target, callback) => {
    const start = performance.now();
    let last = start;
    const setup: ConnectionSetup = { isUsed: false };
    const step = (name: 'dns' | 'connect' | 'tls') => () => {
      const now = performance.now();
      setup[name] ??= now - last;
      last = now;
    };
    const socket = connect(target, callback);
    connectionSetups.set(socket, setup);
    socket.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
      if (code.includes('ALERT')) setup.alert = code;
    });
    socket.once('lookup', step('dns')).once('connect', step('connect'));
    if (target.protocol === 'https:') socket.prependOnceListener('secureConnect', step('tls'));
  };
}

/** Measures one request. */
export class RequestClock {
  #setup: ConnectionSetup | undefined;
  #isReused = false;
  #written: number | undefined;

  /**
   * Calls `send` and assigns this clock to its request. undici creates the request during the call, and sends it later.
   */
  start<T>(send: () => T): T {
    return createFor(this, send);
  }

  written(socket: object): void {
    this.#written = performance.now();
    this.#setup = connectionSetups.get(socket);
    this.#isReused = this.#setup?.isUsed === true;
    if (this.#setup !== undefined) this.#setup.isUsed = true;
  }

  /** Returns the code of the TLS alert that ended the connection of this request. */
  get alert(): string | undefined {
    return this.#setup?.alert;
  }

  /**
   * Returns the times until now; call it when the headers have arrived. `undefined` if `timedConnector` did not open
   * the connection, for example in a tunnel of a proxy.
   */
  read(): RequestTiming | undefined {
    const setup = this.#setup;
    if (setup === undefined || this.#written === undefined) return undefined;
    const { isUsed: _, alert: __, ...steps } = setup;
    return { reused: this.#isReused, ...(this.#isReused ? {} : steps), firstByte: performance.now() - this.#written };
  }
}

function createFor<T>(clock: RequestClock, send: () => T): T {
  listen();
  starting = clock;
  try {
    return send();
  } finally {
    starting = undefined;
  }
}

let isListening = false;

/** Subscribes to undici's channels. Requests of other users of undici in this process have no clock and are ignored. */
function listen(): void {
  if (isListening) return;
  isListening = true;
  diagnostics.subscribe('undici:request:create', message => {
    if (starting !== undefined) clocks.set((message as { request: object }).request, starting);
  });
  diagnostics.subscribe('undici:client:sendHeaders', message => {
    const { request, socket } = message as { request: object; socket: object };
    clocks.get(request)?.written(socket);
  });
}
