import type { Socket } from 'node:net';
import { ApiError } from '../errors';
import type { ConnectionRoute } from '../http/connections';
import { readProblem, tlsProblem, type RouteProblem } from './problems';
import { addressesOf, chainOf, connectTo, requestHead, startTls, requestTunnel } from './probe';
import type { Fetch } from '../http/sendOnce';

/** The steps to one server, in their order. */
export type RouteStep = 'proxy' | 'name' | 'connection' | 'tunnel' | 'certificate' | 'response';

export interface StepFacts {
  /** Host and port. */
  proxy?: string;
  host?: string;
  addresses?: string[];
  /** The address that was used. */
  address?: string;
  status?: number;
  /** Authentication schemes that the proxy accepts. */
  schemes?: string[];
  protocol?: string;
  /** The names that the certificate is valid for. */
  issuedFor?: string[];
  chain?: string[];
  from?: string;
  until?: string;
  /** Seconds by which the clock of this machine is ahead of the service's. */
  secondsAhead?: number;
  /** Start of the response, redacted. */
  received?: string;
  /** System error code. */
  reason?: string;
}

export interface Diagnosis {
  url: URL;
  /** @throws TypeError for a proxy that cannot be used */
  route: () => Promise<ConnectionRoute>;
  /** Reads from the service once, through the given `fetch`. */
  read: (fetch: Fetch, signal: AbortSignal) => Promise<unknown>;
  fetch: Fetch;
  signal?: AbortSignal | undefined;
  /** Milliseconds for each step. */
  patienceMs?: number;
  /** Milliseconds after which a response counts as slow. */
  slowMs?: number;
}

export interface StepFinding {
  facts?: StepFacts;
  problem?: RouteProblem;
  /** True if requests work in spite of the problem. */
  isWarning?: boolean;
}

type Steps = Record<RouteStep, (signal: AbortSignal) => Promise<StepFinding>>;

/** Largest harmless difference between the clocks, in seconds: tokens and certificates tolerate a few minutes. */
const largestSkew = 300;

/** Performs the steps of one route. Each step continues on the connection of the previous one. */
export class RouteSteps implements Steps {
  readonly #diagnosis: Diagnosis;
  readonly #sockets: Socket[] = [];
  #route: ConnectionRoute | undefined;
  #socket: Socket | undefined;

  constructor(diagnosis: Diagnosis) {
    this.#diagnosis = diagnosis;
  }

  /** True if the route has this step. A proxy that cannot be used counts as one that needs a tunnel. */
  has(step: RouteStep): boolean {
    const isTunnelled = this.#route === undefined || (this.#route.proxy !== undefined && !this.#isSocks);
    if (step === 'tunnel') return this.#isSecure && isTunnelled;
    return step !== 'certificate' || (this.#isSecure && !this.#isSocks);
  }

  async proxy(): Promise<StepFinding> {
    try {
      this.#route = await this.#diagnosis.route();
    } catch {
      return { problem: 'proxyUnusable' };
    }
    const { proxy } = this.#route;
    return { facts: proxy === undefined ? {} : { proxy: `${proxy.protocol}//${proxy.host}` } };
  }

  async name(signal: AbortSignal): Promise<StepFinding> {
    const host = this.#firstHost.hostname;
    try {
      return { facts: { host, addresses: await addressesOf(host, this.#known.anonymous, signal) } };
    } catch (error) {
      return { facts: { host, ...reasonOf(error) }, problem: this.#proxied('noAddress', 'proxyNoAddress') };
    }
  }

  async connection(signal: AbortSignal): Promise<StepFinding> {
    const { host } = this.#firstHost;
    try {
      this.#socket = this.#keep(await connectTo(this.#firstHost, this.#known.anonymous, signal));
      return { facts: { host, address: String(this.#socket.remoteAddress) } };
    } catch (error) {
      const isRefused = codeOf(error) === 'ECONNREFUSED';
      const problem = isRefused
        ? this.#proxied('refused', 'proxyDown')
        : this.#proxied('unreachable', 'proxyUnreachable');
      return { facts: { host, ...reasonOf(error) }, problem };
    }
  }

  async tunnel(signal: AbortSignal): Promise<StepFinding> {
    const { proxy = fail('no proxy'), login, anonymous } = this.#known;
    const facts = { host: this.#diagnosis.url.host, proxy: proxy.host };
    let opened = this.#socket ?? fail('no connection');
    if (proxy.protocol === 'https:') {
      try {
        opened = this.#keep(await startTls(opened, proxy, anonymous, signal));
      } catch (error) {
        const isPlain = tlsProblem(codeOf(error) ?? '') === 'noTls';
        const problem = signal.aborted ? 'proxySilent' : isPlain ? 'proxyNoTls' : 'proxyTls';
        return { facts: { ...facts, ...reasonOf(error) }, problem };
      }
    }
    try {
      const head = await requestTunnel(opened, this.#diagnosis.url, login, signal);
      this.#socket = opened;
      const { status } = head;
      if (status === 200) return { facts };
      const schemes = head.all('proxy-authenticate').map(value => value.split(/[ ,]/)[0] ?? '');
      if (status === 407) {
        return {
          facts: { ...facts, status, schemes },
          problem: login === undefined ? 'proxyPassword' : 'proxyRejected',
        };
      }
      if (status >= 300 && status < 400) return { facts: { ...facts, status }, problem: 'proxyRedirect' };
      const isPage = head.all('content-type').some(type => type.includes('html'));
      return { facts: { ...facts, status }, problem: isPage ? 'proxyPage' : 'proxyStatus' };
    } catch (error) {
      const isPage = codeOf(error) === 'NO_HTTP';
      const problem = signal.aborted ? 'proxySilent' : isPage ? 'proxyPage' : 'proxyClosed';
      return { facts: { ...facts, ...reasonOf(error) }, problem };
    }
  }

  async certificate(signal: AbortSignal): Promise<StepFinding> {
    const { secure } = this.#known;
    const facts = { host: this.#diagnosis.url.host };
    if (secure === undefined) return { facts, problem: 'clientCertificateUnusable' };
    try {
      const opened = this.#keep(
        await startTls(this.#socket ?? fail('no connection'), this.#diagnosis.url, secure, signal),
      );
      const { issuedFor, names: chain, from, until } = chainOf(opened);
      const isChecked = opened.authorized;
      return {
        facts: { ...facts, protocol: opened.getProtocol() ?? '', issuedFor, chain, from, until },
        ...(isChecked ? {} : { problem: 'notChecked', isWarning: true }),
      };
    } catch (error) {
      const problem = signal.aborted ? 'tlsSilent' : tlsProblem(codeOf(error) ?? '');
      const seen = /^certificate/.test(problem) ? await this.#certificateFacts(signal) : {};
      return { facts: { ...facts, ...reasonOf(error), ...seen }, problem };
    }
  }

  async response(signal: AbortSignal): Promise<StepFinding> {
    const { read, fetch, slowMs = 5000 } = this.#diagnosis;
    let secondsAhead: number | undefined;
    const observed: Fetch = async (address, init) => {
      const response = await fetch(address, init);
      secondsAhead ??= aheadOf(response.headers.get('date'));
      return response;
    };
    const start = performance.now();
    try {
      await read(observed, signal);
      const facts = { ...(secondsAhead === undefined ? {} : { secondsAhead }) };
      const isSlow = performance.now() - start > slowMs;
      const problem = Math.abs(secondsAhead ?? 0) > largestSkew ? 'clock' : isSlow ? 'slow' : undefined;
      return { facts, ...(problem === undefined ? {} : { problem, isWarning: true }) };
    } catch (error) {
      if (signal.aborted || !(error instanceof ApiError)) return { problem: signal.aborted ? 'silent' : 'failed' };
      const { status, received, serverMessage, reason } = error;
      const facts = { status, received: received ?? serverMessage, reason };
      return { facts: withoutUndefined(facts), problem: readProblem(error) };
    }
  }

  close(): void {
    this.#sockets.forEach(socket => socket.destroy());
  }

  get #known(): ConnectionRoute {
    return this.#route ?? fail('no route');
  }

  get #isSecure(): boolean {
    return this.#diagnosis.url.protocol === 'https:';
  }

  get #isSocks(): boolean {
    return this.#route?.proxy?.protocol.startsWith('socks') === true;
  }

  get #firstHost(): URL {
    return this.#known.proxy ?? this.#diagnosis.url;
  }

  #proxied(problem: RouteProblem, ofProxy: RouteProblem): RouteProblem {
    return this.#known.proxy === undefined ? problem : ofProxy;
  }

  #keep<S extends Socket>(opened: S): S {
    this.#sockets.push(opened);
    return opened;
  }

  /** Opens a connection to the server, through the proxy if there is one. Does not start TLS with the server. */
  async #reach(signal: AbortSignal): Promise<Socket> {
    const { proxy, login, anonymous } = this.#known;
    let opened: Socket = this.#keep(await connectTo(this.#firstHost, anonymous, signal));
    if (proxy?.protocol === 'https:') opened = this.#keep(await startTls(opened, proxy, anonymous, signal));
    if (proxy !== undefined && this.#isSecure) {
      const { status } = await requestTunnel(opened, this.#diagnosis.url, login, signal);
      if (status !== 200) fail('CLOSED');
    }
    return opened;
  }

  /** Reads the rejected certificate chain and the clock of the server. Sends no client certificate and no credential. */
  async #certificateFacts(signal: AbortSignal): Promise<StepFacts> {
    const { url } = this.#diagnosis;
    try {
      const options = { ...this.#known.anonymous, rejectUnauthorized: false };
      const opened = await startTls(await this.#reach(signal), url, options, signal);
      const { issuedFor, names: chain, from, until } = chainOf(opened);
      const head = await requestHead(opened, url, signal).catch(() => undefined);
      const secondsAhead = aheadOf(head?.all('date')[0] ?? null);
      opened.destroy();
      return { issuedFor, chain, from, until, ...(secondsAhead === undefined ? {} : { secondsAhead }) };
    } catch {
      return {};
    }
  }
}

function aheadOf(date: string | null): number | undefined {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? undefined : Math.round((Date.now() - time) / 1000);
}

function reasonOf(error: unknown): StepFacts {
  const reason = codeOf(error);
  return reason === undefined ? {} : { reason };
}

function codeOf(error: unknown): string | undefined {
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const { code } = inner as NodeJS.ErrnoException;
  return typeof code === 'string' ? code : undefined;
}

function withoutUndefined(facts: Record<string, unknown>): StepFacts {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

function fail(code: string): never {
  throw Object.assign(new Error(code), { code });
}
