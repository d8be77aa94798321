import type { RouteProblem } from './problems';
import { RouteSteps, type Diagnosis, type RouteStep, type StepFacts, type StepFinding } from './routeSteps';

export interface StepResult {
  step: RouteStep;
  outcome: 'ok' | 'warning' | 'failed' | 'skipped';
  ms: number;
  facts: StepFacts;
  problem?: RouteProblem;
}

const steps: readonly RouteStep[] = ['proxy', 'name', 'connection', 'tunnel', 'certificate', 'response'];

/**
 * Follows the route of a request step by step and yields each result. After a failed step the others are skipped. A step
 * that the route does not have has no result.
 */
export async function* diagnose(diagnosis: Diagnosis): AsyncGenerator<StepResult, void> {
  const { signal } = diagnosis;
  const walk = new RouteSteps(diagnosis);
  let failed: boolean = false;
  try {
    for (const step of steps) {
      if (!walk.has(step)) continue;
      if (failed) {
        yield { step, outcome: 'skipped', ms: 0, facts: {} };
        continue;
      }
      signal?.throwIfAborted();
      const start = performance.now();
      const finding: StepFinding = await within(diagnosis.patienceMs ?? 15_000, signal, limited => walk[step](limited));
      signal?.throwIfAborted();
      const ms = Math.round(performance.now() - start);
      const { facts = {}, problem, isWarning = false } = finding;
      failed = problem !== undefined && !isWarning;
      const outcome = failed ? 'failed' : problem === undefined ? 'ok' : 'warning';
      yield { step, outcome, ms, facts, ...(problem === undefined ? {} : { problem }) };
    }
  } finally {
    walk.close();
  }
}

/**
 * Runs a step with a signal that also aborts after a time. Does not use `AbortSignal.timeout`: `AbortSignal.any` refers to
 * it only weakly, so Node 20 may collect it, and the step would never end.
 */
async function within<T>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const time = new AbortController();
  const timer = setTimeout(() => time.abort(), milliseconds);
  try {
    return await run(signal === undefined ? time.signal : AbortSignal.any([time.signal, signal]));
  } finally {
    clearTimeout(timer);
  }
}
