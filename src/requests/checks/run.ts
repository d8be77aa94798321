import { ApiError, serviceStatus } from '../../api/errors';
import { sideBySide } from '../../api/http/sideBySide';
import { wrongChecks } from '../document/checkLine';
import { lineFinder } from '../document/lines';
import { labelOf } from '../document/outline';
import { RequestError } from '../document/requestError';
import { parseRetry } from '../document/directiveValues';
import { directive, type RequestNode } from '../document/syntax';
import type { ExecutedRequest } from '../sending/executeRequest';
import type { NamedResponse } from '../document/responseReference';
import { afterGracePeriod } from './gracePeriod';
import { dependencyLookup, orderOf } from './dependencies';
import { checkResponse } from './checkResponse';
import { evaluateChecks } from './evaluate';
import type { CheckFile, RunHost, CheckRunOptions } from './runHost';
import { hasPassed } from './verdict';
import type { CheckVerdict, Outcome, RequestResult, RunProblem } from './result';
import { has, requestsBesideOnly, roleOf } from './role';

/**
 * Sends the requests of files and evaluates their checks. In each file, requests with `# @setup` run first, and those with
 * `# @teardown` always run last. A request that takes a value from the response of another runs after it.
 * @returns the results in the order of files and requests
 */
export async function runChecks(
  files: readonly CheckFile[],
  host: RunHost,
  options: CheckRunOptions,
): Promise<RequestResult[]> {
  const hasOnly = files.some(({ document }) => document.requests.some(request => has(request, 'only')));
  const run: Run = { host, options, hasOnly, failed: false };
  const results: RequestResult[][] = files.map(() => []);
  await sideBySide(files, options.jobs ?? 1, async (file, index) => {
    results[index] = await new FileRun(file, run).run();
  });
  return results.flat();
}

interface Run {
  host: RunHost;
  options: CheckRunOptions;
  hasOnly: boolean;
  /** Whether a request of any file failed. */
  failed: boolean;
}

class FileRun {
  readonly #file: CheckFile;
  readonly #run: Run;
  /** Returns the requests that a request takes values from. */
  readonly #needs: (request: RequestNode) => readonly RequestNode[];
  /** The requests that run if a request of any file has `# @only`. */
  readonly #wantedByOnly: ReadonlySet<RequestNode>;
  readonly #results = new Map<RequestNode, RequestResult>();
  /** The responses of named requests by their target: values of one environment do not go to another. */
  readonly #responses = new Map<string, Map<string, NamedResponse>>();
  #hasSent = false;
  /** Ends all teardowns of a cancelled run together. */
  #teardownSignal: AbortSignal | undefined;
  /** The requests that have a response. */
  readonly #answered = new Set<RequestNode>();
  readonly #lineAt: (offset: number) => number;

  constructor(file: CheckFile, run: Run) {
    this.#file = file;
    this.#run = run;
    this.#needs = dependencyLookup(file.document);
    this.#wantedByOnly = run.hasOnly ? requestsBesideOnly(file.document, this.#needs) : new Set();
    this.#lineAt = lineFinder(file.document.text);
  }

  /** Runs the setups, the chosen requests and the teardowns. @returns the results in the order of the document */
  async run(): Promise<RequestResult[]> {
    const { requests } = this.#file.document;
    const { isChosen = () => true } = this.#run.options;
    const [setups, tests, teardowns] = (['setup', 'request', 'teardown'] as const).map(role =>
      requests.filter(request => roleOf(request) === role),
    ) as [RequestNode[], RequestNode[], RequestNode[]];
    const chosen = tests.filter(request => isChosen(this.#file, request));
    const isFixtureChosen = [...setups, ...teardowns].some(request => isChosen(this.#file, request));
    if (chosen.length === 0 && !isFixtureChosen) return [];
    if (this.#refuseWrongChecks([...setups, ...chosen, ...teardowns])) return this.#sortedResults();
    await this.#runOrdered(setups);
    const failedSetup = setups.find(request => {
      const outcome = this.#results.get(request)?.outcome;
      return outcome === 'failed' || outcome === 'cancelled';
    });
    if (failedSetup === undefined) await this.#runOrdered(chosen);
    else this.#skipAfter(failedSetup, chosen);
    // A dependency that did not run before does not run now.
    for (const request of orderOf(teardowns, this.#needs).requests) {
      if (roleOf(request) === 'teardown') await this.#runOne(request);
    }
    return this.#sortedResults();
  }

  #responsesOf(target: string): Map<string, NamedResponse> {
    const responses = this.#responses.get(target) ?? new Map<string, NamedResponse>();
    this.#responses.set(target, responses);
    return responses;
  }

  /** Runs requests, each after those that it depends on. Then reports the requests that are skipped. */
  async #runOrdered(wanted: readonly RequestNode[]): Promise<void> {
    // A setup may have run some of them already, because it depends on them.
    const remaining = wanted.filter(request => !this.#results.has(request));
    const isSkipped = (request: RequestNode) => this.#skipReason(request) !== undefined;
    const { requests, cycles } = orderOf(
      remaining.filter(request => !isSkipped(request)),
      this.#needs,
    );
    for (const request of requests) await this.#runOne(request, cycles.get(request));
    for (const request of remaining.filter(isSkipped)) await this.#runOne(request);
  }

  /** Reports requests that do not run because a setup failed or was cancelled. */
  #skipAfter(failedSetup: RequestNode, chosen: readonly RequestNode[]): void {
    const isCancelled = this.#run.options.signal.aborted;
    for (const request of chosen.filter(request => !this.#results.has(request))) {
      if (isCancelled) this.#add(request, 'cancelled', undefined);
      else this.#add(request, 'skipped', { code: 'setup', detail: labelOf(failedSetup) });
    }
  }

  #sortedResults(): RequestResult[] {
    return [...this.#results.values()].sort((one, other) => one.index - other.index);
  }

  /**
   * Refuses a file with an invalid check before anything is sent. Otherwise its requests would take effect before the
   * error is reported. Returns whether the file was refused.
   */
  #refuseWrongChecks(requests: readonly RequestNode[]): boolean {
    const sent = requests.filter(request => this.#skipReason(request) === undefined);
    const wrong = sent.find(request => wrongChecks([request]).length > 0);
    if (wrong === undefined) return false;
    for (const request of new Set(requests)) {
      const skipReason = this.#skipReason(request);
      const [problem] = wrongChecks([request]);
      if (skipReason !== undefined || problem === undefined) {
        this.#add(request, 'skipped', skipReason ?? { code: 'wrongCheck', detail: labelOf(wrong) });
        continue;
      }
      const { code, check, at } = problem;
      const { text } = this.#run.host.describe(new RequestError(code, at.text, check));
      this.#add(request, 'failed', { code: 'error', error: code, detail: text, line: this.#lineAt(check.start) });
    }
    return true;
  }

  async #runOne(request: RequestNode, cycle?: string): Promise<void> {
    if (this.#results.has(request)) return;
    const { signal, bail } = this.#run.options;
    const isTeardown = roleOf(request) === 'teardown';
    // A run that ends early tears down only what it has begun.
    const mustTearDown = isTeardown && this.#hasSent;
    const skipReason = this.#skipReason(request);
    const missing = this.#needs(request).find(needed => !this.#answered.has(needed));
    if (skipReason !== undefined) this.#add(request, 'skipped', skipReason);
    else if (signal.aborted && !mustTearDown) this.#add(request, 'cancelled', undefined);
    else if (bail === true && this.#run.failed && !mustTearDown) this.#add(request, 'skipped', { code: 'bail' });
    else if (cycle !== undefined) this.#add(request, 'failed', { code: 'cycle', detail: cycle });
    else if (missing !== undefined) {
      this.#add(request, isTeardown ? 'skipped' : 'failed', { code: 'needs', detail: labelOf(missing) });
    } else {
      await this.#send(request, isTeardown ? (this.#teardownSignal ??= afterGracePeriod(signal)) : signal);
    }
  }

  /** `# @skip` has priority over `# @only`. */
  #skipReason(request: RequestNode): RunProblem | undefined {
    const skip = directive(request, 'skip');
    if (skip !== undefined) return { code: 'skip', detail: skip.value.text };
    return this.#run.hasOnly && !this.#wantedByOnly.has(request) ? { code: 'notOnly' } : undefined;
  }

  async #send(request: RequestNode, signal: AbortSignal): Promise<void> {
    const { host, options } = this.#run;
    this.#hasSent = true;
    options.onStart?.(this.#file, request);
    const retry = parseRetry(directive(request, 'retry')?.value.text ?? '') ?? { times: 0, pauseMs: 0 };
    // A renewal invalidates the tokens on all other machines, so a request renews at most once in all its attempts.
    let mayRenew = true;
    const execute: RunHost['execute'] = async (file, sent, run) => {
      const executed = await host.execute(file, sent, run);
      if (executed.result?.report.renewed === true) mayRenew = false;
      return executed;
    };
    for (let attempts = 1; ; attempts++) {
      const started = performance.now();
      const responsesOf = (target: string) => this.#responsesOf(target);
      const executed = await execute(this.#file, request, { responsesOf, signal, mayRenew });
      const { result } = executed;
      const evaluated = await this.#evaluateChecks(executed, execute, { signal, mayRenew });
      const { verdicts } = evaluated;
      const error = executed.error ?? evaluated.error;
      const isPassed = result !== undefined && evaluated.error === undefined && hasPassed(result, verdicts);
      if (!isPassed && attempts <= retry.times && isTransient(error) && !signal.aborted) {
        await host.wait(retry.pauseMs, signal);
        if (!signal.aborted) continue;
      }
      if (result !== undefined) this.#answered.add(request);
      const isCancelled = result === undefined && signal.aborted;
      const sent = {
        status: result?.status,
        milliseconds: result?.report.ms.total ?? performance.now() - started,
        verdicts,
        attempts,
      };
      this.#add(
        request,
        isPassed ? 'passed' : isCancelled ? 'cancelled' : 'failed',
        this.#problemOf({ ...executed, error }, isPassed, verdicts),
        sent,
      );
      return;
    }
  }

  /** An error in a check must not end the run: reports and teardowns still follow. */
  async #evaluateChecks(
    executed: ExecutedRequest,
    execute: RunHost['execute'],
    sendOptions: { signal: AbortSignal; mayRenew: boolean },
  ): Promise<{ verdicts: CheckVerdict[]; error?: unknown }> {
    const { host } = this.#run;
    try {
      const verdicts = await checkResponse(executed, this.#file.document, {
        evaluate: host.evaluate ?? evaluateChecks,
        snapshots: host.snapshots?.(this.#file),
        // A compared request takes no values from responses, and its own response gives none.
        sendInEnvironment: compared =>
          execute(this.#file, compared, { ...sendOptions, responsesOf: () => new Map<string, NamedResponse>() }),
        describe: error => host.describe(error),
      });
      return { verdicts: verdicts.map(verdict => ({ ...verdict, line: this.#lineAt(verdict.range.start) })) };
    } catch (error) {
      return { verdicts: [], error };
    }
  }

  #problemOf(
    { resolved, result, error, milliseconds }: ExecutedRequest,
    isPassed: boolean,
    verdicts: readonly CheckVerdict[],
  ): RunProblem | undefined {
    if (result === undefined || error !== undefined) {
      const isCancelled = error instanceof ApiError && error.code === 'cancelled';
      if (isCancelled && milliseconds !== undefined && resolved?.risk !== 'reads') return { code: 'received' };
      const { code, text } = this.#run.host.describe(error);
      const range = error instanceof RequestError ? error.range : undefined;
      const status = serviceStatus(error) ?? failedStatus(error);
      return {
        code: 'error',
        error: code,
        detail: text,
        ...(status !== undefined && { status }),
        ...(range && { line: this.#lineAt(range.start) }),
      };
    }
    return isPassed || verdicts.length > 0 ? undefined : { code: 'status', detail: String(result.status) };
  }

  #add(
    request: RequestNode,
    outcome: Outcome,
    problem: RunProblem | undefined,
    sent: Pick<RequestResult, 'status' | 'milliseconds' | 'verdicts' | 'attempts'> = nothingSent,
  ): void {
    const result = {
      file: this.#file.name,
      index: request.index,
      label: labelOf(request),
      line: this.#lineAt(request.line.start),
      role: roleOf(request),
      outcome,
      problem,
      ...sent,
    };
    this.#results.set(request, result);
    if (outcome === 'failed') this.#run.failed = true;
    this.#run.options.onResult?.(result, this.#file, request);
  }
}

/** Returns the error status of an earlier response that has no value for this request. */
function failedStatus(error: unknown): number | undefined {
  const hasStatus = error instanceof RequestError && error.code === 'noValue' && typeof error.cause === 'number';
  return hasStatus ? (error.cause as number) : undefined;
}

/** Returns whether another attempt may succeed. A refusal by the user or an error in the document is final. */
function isTransient(error: unknown): boolean {
  return error === undefined || (error instanceof ApiError && error.code !== 'cancelled');
}

const nothingSent = { status: undefined, milliseconds: 0, verdicts: [], attempts: 0 };
