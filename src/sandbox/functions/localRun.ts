import { type Backend, environmentOf, findApplication, realmOf } from '../backend/backend';
import { jsonOf } from '../../json/exactIntegers';
import { toFunctionResult, type FunctionResult } from './runFunction';
import { startJob, type JobSource } from './jobs';
import type { RunAddress } from './runtime/baas/transport';
import type { RunStart } from './runtime/child';
import type { RunEnd } from './runtime/runMain';
import { tableNameOf } from './tableName';

export interface LocalRunOptions {
  clientId: string;
  envId: string | undefined;
  /** The name of the cloud function. */
  name: string;
  /** The absolute path of its file. */
  file: string;
  /** JSON, which may contain bigints. The function gets them as numbers. */
  data: unknown;
  source: JobSource;
  /** The table whose trigger starts the run. */
  schemaId?: string | number | undefined;
  /** `event.request.user`. */
  user?: object | undefined;
  /** Milliseconds. Default: the limit of a synchronous call. */
  timeLimit?: number | undefined;
  debugging: boolean;
}

/** A run of a workspace file in a separate process. */
export interface LocalRun {
  /** The value of `HYDROGEN_RUN` in the environment of the process. */
  readonly address: RunAddress;
  readonly jobId: number;
  /** Milliseconds. */
  readonly timeLimit: number;
  /** True while the developer is asked whether the run may reach a host. */
  readonly isAsking: boolean;
  /** Resolves when the process reported its end, or `fail` was called. */
  readonly result: Promise<FunctionResult>;
  /** Ends a run whose process reported no result. Does nothing if the run has ended. */
  fail(type: string, message: string, timedOut?: boolean): void;
}

/** The report of the process. */
interface LocalRunReport extends RunEnd {
  log: string;
  milliseconds: number;
}

interface ActiveRun {
  start: RunStart;
  report: (report: LocalRunReport) => void;
  /** The number of questions that the developer has not answered yet. */
  questions: number;
}

/** The local runs in progress, by their tokens. */
export class LocalRuns {
  readonly #backend: Backend;
  readonly #runs = new Map<string, ActiveRun>();

  constructor(backend: Backend) {
    this.#backend = backend;
  }

  /** @throws RangeError for an unknown application, environment or table */
  start(options: LocalRunOptions): LocalRun {
    const backend = this.#backend;
    const { clientId, envId, name, file, source, user, debugging } = options;
    const data: unknown = JSON.parse(jsonOf(options.data ?? null));
    const application = findApplication(backend, clientId);
    const environment = environmentOf(application, envId);
    if (!application || !environment) throw new RangeError('The sandbox has no such application or environment.');
    const scope = { backend, store: backend.store, realm: realmOf(application, environment) };
    const tableName = source === 'flex_schema' ? tableNameOf(scope, options.schemaId) : undefined;
    if (source === 'flex_schema' && tableName === undefined) throw new RangeError('The sandbox has no such table.');
    const target = { backend, application, environment };
    const job = startJob(target, name, 'P_FREE', { data, source, sync: true, user, tableName });
    const { id: jobId, event } = job;
    const { timeLimit = job.timeLimit } = options;
    const token = backend.runTokens.issue({ application, environment, name, jobId });
    let report: (report: LocalRunReport) => void = () => undefined;
    const result = new Promise<LocalRunReport>(resolve => (report = resolve)).then(({ log, milliseconds, ...end }) => {
      backend.runTokens.end(token);
      this.#runs.delete(token);
      const run = toFunctionResult(end, log, milliseconds);
      job.finish(run);
      return run;
    });
    const activeRun: ActiveRun = { start: { file, event, timeLimit, debugging }, report, questions: 0 };
    this.#runs.set(token, activeRun);
    const startTime = performance.now();
    return {
      address: { origin: backend.origin, token, envId: environment.envId },
      jobId,
      timeLimit,
      get isAsking() {
        return activeRun.questions > 0;
      },
      result,
      fail(type, message, timedOut = false) {
        const milliseconds = performance.now() - startTime;
        report({ timedOut, error: { type, message, stack: '' }, memory: 0, log: '', milliseconds });
      },
    };
  }

  startOf(token: string): RunStart | undefined {
    return this.#runs.get(token)?.start;
  }

  /** Counts a question as open until it is answered, so that the run's time limit does not include the wait. */
  async whileAsking<T>(token: string, answer: Promise<T>): Promise<T> {
    const run = this.#runs.get(token);
    if (run === undefined) return answer;
    run.questions += 1;
    try {
      return await answer;
    } finally {
      run.questions -= 1;
    }
  }

  /** Ends a run with the report of its process. */
  report(token: string, report: LocalRunReport): void {
    this.#runs.get(token)?.report(report);
  }
}
