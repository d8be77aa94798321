import type { Socket } from 'node:net';
import { ApiError } from '../errors';
import type { SecureOptions, Way } from '../http/connections';
import { readProblem, tlsProblem, type Problem } from './problems';
import { addressesOf, chainOf, connected, greeted, secured, tunnelled } from './probe';
import type { Fetch } from '../http/sendOnce';

/** The steps to one server, in their order. */
export type RouteStep = 'proxy' | 'name' | 'connection' | 'tunnel' | 'certificate' | 'response';

export interface StepFacts {
  /** Host and port. */
  proxy?: string;
  host?: string;
  addresses?: string[];
  /** The one that was taken. */
  address?: string;
  status?: number;
  /** How the proxy wants to be told who asks. */
  schemes?: string[];
  protocol?: string;
  /** The names that the certificate is valid for. */
  issuedFor?: string[];
  chain?: string[];
  from?: string;
  until?: string;
  /** By how much the clock of this machine is ahead of the service's. */
  secondsAhead?: number;
  /** Start of what came, redacted. */
  received?: string;
  /** System error code. */
  reason?: string;
}

export interface StepResult {
  step: RouteStep;
  outcome: 'ok' | 'warning' | 'failed' | 'skipped';
  ms: number;
  facts: StepFacts;
  problem?: Problem;
}

export interface Diagnosis {
  url: URL;
  /** @throws TypeError for a proxy that cannot be used */
  way: () => Promise<Way>;
  /** One read of the service, with the `fetch` that the product uses. */
  read: (fetch: Fetch, signal: AbortSignal) => Promise<unknown>;
  fetch: Fetch;
  signal?: AbortSignal | undefined;
  /** How long each step may take. */
  patienceMs?: number;
  /** A response that takes longer is slow. */
  slowMs?: number;
}

interface Found {
  facts?: StepFacts;
  problem?: Problem;
  /** The problem leaves the way open. */
  isWarning?: boolean;
}

const steps: readonly RouteStep[] = ['proxy', 'name', 'connection', 'tunnel', 'certificate', 'response'];
/** Tokens and certificates stand a few minutes. */
const largestSkew = 300;

/**
 * Goes the way of a request step by step, and tells each as it is done; after one that failed the others are skipped.
 */
export async function* diagnose(diagnosis: Diagnosis): AsyncGenerator<StepResult, void> {
  const { signal } = diagnosis;
  const sockets: Socket[] = [];
  const walk = stepsOf(diagnosis, sockets);
  let failed: boolean = false;
  try {
    for (const step of steps) {
      const start = performance.now();
      const done: Found | 'skip' | undefined = failed
        ? 'skip'
        : await walk[step](
            AbortSignal.any([AbortSignal.timeout(diagnosis.patienceMs ?? 15_000), ...(signal ? [signal] : [])]),
          );
      signal?.throwIfAborted();
      if (done === undefined) continue;
      const ms = Math.round(performance.now() - start);
      if (done === 'skip') {
        yield { step, outcome: 'skipped', ms: 0, facts: {} };
        continue;
      }
      const { facts = {}, problem, isWarning = false }: Found = done;
      failed = problem !== undefined && !isWarning;
      const outcome = failed ? 'failed' : problem === undefined ? 'ok' : 'warning';
      yield { step, outcome, ms, facts, ...(problem === undefined ? {} : { problem }) };
    }
  } finally {
    sockets.forEach(socket => socket.destroy());
  }
}

type Steps = Record<RouteStep, (signal: AbortSignal) => Promise<Found | undefined>>;

function stepsOf({ url, way: findWay, read, fetch, slowMs = 5000 }: Diagnosis, sockets: Socket[]): Steps {
  let way: Way | undefined;
  let socket: Socket | undefined;
  const isSecure = url.protocol === 'https:';
  const known = (): Way => way ?? fail('no way');
  const proxied = (problem: Problem, ofProxy: Problem): Problem => (known().proxy === undefined ? problem : ofProxy);
  const firstHost = (): URL => known().proxy ?? url;
  const isSocks = (): boolean => known().proxy?.protocol.startsWith('socks') === true;
  const keep = <S extends Socket>(opened: S): S => {
    sockets.push(opened);
    return opened;
  };
  /** A connection to the server on which TLS begins. */
  const reach = async (signal: AbortSignal): Promise<Socket> => {
    const { proxy, login, anonymous } = known();
    let opened: Socket = keep(await connected(firstHost(), anonymous, signal));
    if (proxy?.protocol === 'https:') opened = keep(await secured(opened, proxy, anonymous, signal));
    if (proxy !== undefined && isSecure) {
      const { status } = await tunnelled(opened, url, login, signal);
      if (status !== 200) fail('CLOSED');
    }
    return opened;
  };
  return {
    async proxy() {
      try {
        way = await findWay();
      } catch {
        return { problem: 'proxyUnusable' };
      }
      const { proxy } = way;
      return { facts: proxy === undefined ? {} : { proxy: `${proxy.protocol}//${proxy.host}` } };
    },
    async name(signal) {
      const host = firstHost().hostname;
      try {
        return { facts: { host, addresses: await addressesOf(host, known().anonymous, signal) } };
      } catch (error) {
        return { facts: { host, ...reasonOf(error) }, problem: proxied('noAddress', 'proxyNoAddress') };
      }
    },
    async connection(signal) {
      const { host } = firstHost();
      try {
        socket = keep(await connected(firstHost(), known().anonymous, signal));
        return { facts: { host, address: String(socket.remoteAddress) } };
      } catch (error) {
        const isRefused = codeOf(error) === 'ECONNREFUSED';
        const problem = isRefused ? proxied('refused', 'proxyDown') : proxied('unreachable', 'proxyUnreachable');
        return { facts: { host, ...reasonOf(error) }, problem };
      }
    },
    async tunnel(signal) {
      const { proxy, login, anonymous } = known();
      if (proxy === undefined || !isSecure || isSocks()) return undefined;
      const facts = { host: url.host, proxy: proxy.host };
      let opened = socket ?? fail('no connection');
      if (proxy.protocol === 'https:') {
        try {
          opened = keep(await secured(opened, proxy, anonymous, signal));
        } catch (error) {
          const isPlain = tlsProblem(codeOf(error) ?? '') === 'noTls';
          const problem = signal.aborted ? 'proxySilent' : isPlain ? 'proxyNoTls' : 'proxyTls';
          return { facts: { ...facts, ...reasonOf(error) }, problem };
        }
      }
      try {
        const head = await tunnelled(opened, url, login, signal);
        socket = opened;
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
    },
    async certificate(signal) {
      const { secure, anonymous } = known();
      if (!isSecure || isSocks()) return undefined;
      const facts = { host: url.host };
      if (secure === undefined) return { facts, problem: 'clientCertificateUnusable' };
      try {
        const opened = keep(await secured(socket ?? fail('no connection'), url, secure, signal));
        const { issuedFor, names: chain, from, until } = chainOf(opened);
        const isChecked = opened.authorized;
        return {
          facts: { ...facts, protocol: opened.getProtocol() ?? '', issuedFor, chain, from, until },
          ...(isChecked ? {} : { problem: 'notChecked', isWarning: true }),
        };
      } catch (error) {
        const problem = signal.aborted ? 'tlsSilent' : tlsProblem(codeOf(error) ?? '');
        const seen = /^certificate/.test(problem) ? await looked(reach, url, anonymous, signal) : {};
        return { facts: { ...facts, ...reasonOf(error), ...seen }, problem };
      }
    },
    async response(signal) {
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
    },
  };
}

/** The chain that the check refused, and the clock of the server. No client certificate and no credential is shown. */
async function looked(
  reach: (signal: AbortSignal) => Promise<Socket>,
  url: URL,
  anonymous: SecureOptions,
  signal: AbortSignal,
): Promise<StepFacts> {
  try {
    const opened = await secured(await reach(signal), url, { ...anonymous, rejectUnauthorized: false }, signal);
    const { issuedFor, names: chain, from, until } = chainOf(opened);
    const head = await greeted(opened, url, signal).catch(() => undefined);
    const secondsAhead = aheadOf(head?.all('date')[0] ?? null);
    opened.destroy();
    return { issuedFor, chain, from, until, ...(secondsAhead === undefined ? {} : { secondsAhead }) };
  } catch {
    return {};
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
