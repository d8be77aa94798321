import type { ConnectionRoute } from '../http/connections';
import type { RouteProblem } from './problems';
import { RouteSteps, type StepFinding } from './routeSteps';
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
  /** By how much the clock of this machine is ahead of the service's. */
  secondsAhead?: number;
  /** Start of the response, redacted. */
  received?: string;
  /** System error code. */
  reason?: string;
}

export interface StepResult {
  step: RouteStep;
  outcome: 'ok' | 'warning' | 'failed' | 'skipped';
  ms: number;
  facts: StepFacts;
  problem?: RouteProblem;
}

export interface Diagnosis {
  url: URL;
  /** @throws TypeError for a proxy that cannot be used */
  route: () => Promise<ConnectionRoute>;
  /** One read of the service, with the `fetch` that the product uses. */
  read: (fetch: Fetch, signal: AbortSignal) => Promise<unknown>;
  fetch: Fetch;
  signal?: AbortSignal | undefined;
  /** How long each step may take. */
  patienceMs?: number;
  /** A response that takes longer is slow. */
  slowMs?: number;
}

const steps: readonly RouteStep[] = ['proxy', 'name', 'connection', 'tunnel', 'certificate', 'response'];

/**
 * Follows the route of a request step by step and yields each result. After a failed step the others are skipped.
 */
export async function* diagnose(diagnosis: Diagnosis): AsyncGenerator<StepResult, void> {
  const { signal } = diagnosis;
  const walk = new RouteSteps(diagnosis);
  let failed: boolean = false;
  try {
    for (const step of steps) {
      const start = performance.now();
      const done: StepFinding | 'skip' | undefined = failed
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
      const { facts = {}, problem, isWarning = false }: StepFinding = done;
      failed = problem !== undefined && !isWarning;
      const outcome = failed ? 'failed' : problem === undefined ? 'ok' : 'warning';
      yield { step, outcome, ms, facts, ...(problem === undefined ? {} : { problem }) };
    }
  } finally {
    walk.close();
  }
}
