import { runChecks } from '../requests/checks/run';
import type { CheckFile } from '../requests/checks/runHost';
import type { RequestResult } from '../requests/checks/result';
import { SnapshotStore } from '../requests/checks/snapshotStore';
import { substitutedFiles } from '../requests/document/multipart';
import { labelOf } from '../requests/document/outline';
import { referencesIn } from '../requests/document/references';
import { directive } from '../requests/document/syntax';
import { readText } from '../requests/sending/resolveBody';
import type { RunSecrets } from '../requests/sending/runSecrets';
import { readBodyFile, readFiles, warnings, writeOwnFile } from './files';
import { CheckHost } from './host';
import { exitCode } from './exitCode';
import { printLines, type CommandContext } from './commandContext';
import { openClient } from './httpClient';
import { t } from './language';
import type { CheckOptions } from './checkOptions';
import { WrongInput } from './options';
import { jsonReport, junitReport, resultLines, summary, tapReport } from './reports';
import { snapshotFile, snapshotLines } from './snapshots';
import { openTarget, type CommandTarget } from './target';

/**
 * Runs the checks and reports them.
 * @param warn reports a line of a document that is probably a mistake, but does not prevent the run
 * @returns the exit code
 * @throws WrongInput
 */
export async function check(
  options: CheckOptions,
  context: CommandContext,
  warn: (line: string) => void,
): Promise<number> {
  const files = await readFiles(options.paths);
  for (const line of files.flatMap(warnings)) warn(line);
  const isOnly = ({ document }: CheckFile) =>
    document.requests.some(request => directive(request, 'only') !== undefined);
  const only = files.find(isOnly);
  if (only !== undefined && isSet(context.env.CI))
    throw new WrongInput(t('{0} has # @only, which is not allowed in CI. Remove it.', only.name));
  const target = await openTarget(options, context);
  try {
    // Two secrets that share an environment variable are refused before anything is sent.
    for (const file of files) for (const name of await secretsIn(file)) target.secrets.named(name);
    return await run(files, target, options, context);
  } finally {
    await target.close();
  }
}

async function run(
  files: readonly CheckFile[],
  target: CommandTarget,
  options: CheckOptions,
  context: CommandContext,
): Promise<number> {
  const isCi = isSet(context.env.CI);
  const mode = options.updateSnapshots ? 'update' : isCi ? 'compare' : 'add';
  const snapshots = new Map(files.map(({ name }) => [name, new SnapshotStore(snapshotFile(name), mode)]));
  const client = openClient(context.env);
  const host = new CheckHost(target, client, options, context.env, ({ name }) => snapshots.get(name));
  try {
    const results = await runChecks(files, host, {
      jobs: options.jobs,
      bail: options.bail,
      signal: context.signal,
      isChosen: (_, request) => options.grep?.test(labelOf(request)) !== false,
      onStart: (file, { index }) => context.progress?.(`${file.name} ${index + 1}/${file.document.requests.length}`),
      onResult(result) {
        if (options.output !== 'lines') return;
        context.print(`${resultLines(masked(result, host.secrets), context.color).join('\n')}\n`);
      },
    });
    // A later response may have revealed the secret that an earlier result contains.
    const shown = results.map(result => masked(result, host.secrets));
    await report(shown, options, context);
    const written = await snapshotLines(files, snapshots, options);
    if (options.output === 'lines') printLines(context, written);
    if (context.signal.aborted) return 130;
    if (results.length === 0) throw new WrongInput(t('No request matches.'));
    return exitCode(results);
  } finally {
    host.close();
    await client.close();
  }
}

/** Returns the names in `{{$secret name}}`, also those in the files of bodies. */
async function secretsIn({ name, document }: CheckFile): Promise<string[]> {
  // A path with variables is not known yet. The request reports a file that cannot be read.
  const texts = await Promise.all(
    substitutedFiles(document).map(({ path, encoding }) =>
      readText(path.text, file => readBodyFile(name, file), encoding).catch(() => ''),
    ),
  );
  const inFiles = texts.flatMap(text => referencesIn({ start: 0, end: text.length, text }, 'body'));
  return [...document.references, ...inFiles].flatMap(
    ({ expression }) => /^\$secret\s+(\S+)$/.exec(expression.text)?.[1] ?? [],
  );
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
      differences: verdict.differences.map(one => ({ ...one, path: secrets.mask(one.path) })),
    })),
  };
}

async function report(
  results: readonly RequestResult[],
  options: CheckOptions,
  context: CommandContext,
): Promise<void> {
  if (options.output === 'json') context.print(jsonReport(results));
  else if (options.output === 'tap') context.print(tapReport(results));
  else context.print(`${summary(results)}\n`);
  if (options.junit !== undefined) await writeOwnFile(options.junit, junitReport(results));
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== 'false' && value !== '0';
}
