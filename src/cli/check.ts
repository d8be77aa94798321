import { runChecks } from '../requests/checks/run';
import type { CheckFile } from '../requests/checks/runHost';
import type { RequestResult } from '../requests/checks/result';
import { Snapshots } from '../requests/checks/snapshots';
import { labelOf } from '../requests/document/outline';
import { directive } from '../requests/document/syntax';
import type { RunSecrets } from '../requests/sending/runSecrets';
import { readFiles, writeOwnFile } from './files';
import { CheckHost } from './host';
import { exitCode } from './exitCode';
import { openClient } from './httpClient';
import { t } from './language';
import type { CheckOptions } from './checkOptions';
import { WrongInput } from './options';
import { jsonReport, junitReport, resultLines, summary, tapReport } from './reports';
import { readSecrets } from './settings';
import { snapshotFile, snapshotLines } from './snapshots';
import { checkTarget, type CheckTarget } from './target';

/** The parts of the process that a command uses. */
export interface CliEnvironment {
  env: NodeJS.ProcessEnv;
  /** Reads all of standard input. */
  input(): Promise<string>;
  print(text: string): void;
  /** Shows a line of progress, which replaces the previous one; absent without a terminal. */
  progress?: (line: string) => void;
  /** Asks a question on the terminal; absent without a terminal. */
  ask?: ((question: string) => Promise<string>) | undefined;
  color: boolean;
  signal: AbortSignal;
}

/** Runs the checks and reports them. @returns the exit code @throws WrongInput */
export async function check(options: CheckOptions, environment: CliEnvironment): Promise<number> {
  const files = await readFiles(options.paths);
  const isOnly = ({ document }: CheckFile) =>
    document.requests.some(request => directive(request, 'only') !== undefined);
  const only = files.find(isOnly);
  if (only !== undefined && isSet(environment.env.CI))
    throw new WrongInput(t('{0} has # @only, which is not allowed in CI. Remove it.', only.name));
  const secrets = readSecrets(environment.env, options.secretsFromStdin ? await environment.input() : undefined);
  const target = await checkTarget(options, secrets, environment.env);
  try {
    return await run(files, target, options, environment);
  } finally {
    await target.close();
  }
}

async function run(
  files: readonly CheckFile[],
  target: CheckTarget,
  options: CheckOptions,
  environment: CliEnvironment,
): Promise<number> {
  const isCi = isSet(environment.env.CI);
  const mode = options.updateSnapshots ? 'update' : isCi ? 'compare' : 'add';
  const snapshots = new Map(files.map(({ name }) => [name, new Snapshots(snapshotFile(name), mode, target.isSandbox)]));
  const client = openClient(environment.env);
  try {
    const host = new CheckHost(target, client, options, environment.env, ({ name }) => snapshots.get(name));
    const results = await runChecks(files, host, {
      jobs: options.jobs,
      bail: options.bail,
      signal: environment.signal,
      isChosen: (_, request) => options.grep?.test(labelOf(request)) !== false,
      onStart: (file, { index }) =>
        environment.progress?.(`${file.name} ${index + 1}/${file.document.requests.length}`),
      onResult(result) {
        if (options.output !== 'lines') return;
        environment.print(`${resultLines(masked(result, host.secrets), environment.color).join('\n')}\n`);
      },
    });
    // A later response may have revealed the secret that an earlier result contains.
    const shown = results.map(result => masked(result, host.secrets));
    await report(shown, options, environment);
    if (options.output === 'lines') environment.print(await snapshotLines(files, snapshots, options));
    if (environment.signal.aborted) return 130;
    if (results.length === 0) throw new WrongInput(t('No request matches.'));
    return exitCode(results);
  } finally {
    await client.close();
  }
}

/**
 * Masks the secrets in a result. Labels and problems come from the document. Verdicts were masked when they were
 * created, but more secrets may be known now.
 */
function masked(result: RequestResult, secrets: RunSecrets): RequestResult {
  const { label, problem, verdicts } = result;
  const shown = (text: string | undefined) => (text === undefined ? undefined : secrets.mask(text));
  return {
    ...result,
    label: secrets.mask(label),
    problem: problem?.detail === undefined ? problem : { ...problem, detail: secrets.mask(problem.detail) },
    verdicts: verdicts.map(verdict => ({
      ...verdict,
      title: secrets.mask(verdict.title),
      detail: shown(verdict.detail),
      expected: shown(verdict.expected),
      actual: shown(verdict.actual),
    })),
  };
}

async function report(
  results: readonly RequestResult[],
  options: CheckOptions,
  environment: CliEnvironment,
): Promise<void> {
  if (options.output === 'json') environment.print(jsonReport(results));
  else if (options.output === 'tap') environment.print(tapReport(results));
  else environment.print(`${summary(results)}\n`);
  if (options.junit === undefined) return;
  try {
    await writeOwnFile(options.junit, junitReport(results));
  } catch {
    throw new WrongInput(t('The report {0} cannot be written. It may not be a link.', options.junit));
  }
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== 'false' && value !== '0';
}
