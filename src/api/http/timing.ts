import diagnostics from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { buildConnector } from 'undici';

/** Where the time of a request went, in milliseconds. Steps that did not happen are absent. */
export interface RequestTiming {
  /** An earlier request made the connection. */
  reused: boolean;
  dns?: number;
  connect?: number;
  tls?: number;
  /** From the request being written until the headers of the response. */
  firstByte?: number;
}

/** The steps that made a connection. */
interface Opening extends Pick<RequestTiming, 'dns' | 'connect' | 'tls'> {
  isUsed: boolean;
  /** Code of the TLS alert that ended the connection. TLS 1.3 reports a missing client certificate after the handshake. */
  alert?: string;
}

const openings = new WeakMap<object, Opening>();
const clocks = new WeakMap<object, RequestClock>();
/** The clock of the request that undici creates at this moment. */
let starting: RequestClock | undefined;

/** Makes connections like undici, and notes how long each step takes. */
export function timedConnector(options: buildConnector.BuildOptions): buildConnector.connector {
  const connect = buildConnector(options) as (...args: Parameters<buildConnector.connector>) => Socket;
  return (target, callback) => {
    const begun = performance.now();
    let last = begun;
    const opening: Opening = { isUsed: false };
    const step = (name: 'dns' | 'connect' | 'tls') => () => {
      const now = performance.now();
      opening[name] ??= now - last;
      last = now;
    };
    const socket = connect(target, callback);
    openings.set(socket, opening);
    socket.on('error', ({ code = '' }: NodeJS.ErrnoException) => {
      if (code.includes('ALERT')) opening.alert = code;
    });
    socket.once('lookup', step('dns')).once('connect', step('connect'));
    if (target.protocol === 'https:') socket.prependOnceListener('secureConnect', step('tls'));
  };
}

/** Measures one request. */
export class RequestClock {
  #opening: Opening | undefined;
  #isReused = false;
  #written: number | undefined;

  /** Runs the function that creates the request: undici creates it at once, and sends it when it has a connection. */
  start<T>(send: () => T): T {
    return createFor(this, send);
  }

  written(socket: object): void {
    this.#written = performance.now();
    this.#opening = openings.get(socket);
    this.#isReused = this.#opening?.isUsed === true;
    if (this.#opening !== undefined) this.#opening.isUsed = true;
  }

  /** Code of the TLS alert that ended the connection of this request. */
  get alert(): string | undefined {
    return this.#opening?.alert;
  }

  /** Call it when the headers have arrived. `undefined` without a connection of ours, as through a proxy. */
  read(): RequestTiming | undefined {
    const opening = this.#opening;
    if (opening === undefined || this.#written === undefined) return undefined;
    const { isUsed: _, alert: __, ...steps } = opening;
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

/** Other users of undici in this process publish on the same channels; their requests have no clock. */
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
