import { isOnThisMachine } from '../api/http/sendOnce';
import { debugRequest, debugRun } from '../functions/debugRun';
import { emptyEvent } from '../functions/runEvent';
import { readRunLog } from '../functions/runLog';
import { isFailed, listRuns, type FunctionRun } from '../functions/runs';
import { jsonOf, parseExactly } from '../json/exactIntegers';
import { confirm, printLines, type CommandContext } from './commandContext';
import type { FunctionOptions } from './functionOptions';
import { deployedFunction, targetText, type FunctionSession } from './functionSession';
import { t } from './language';
import { describeError, functionMessages } from './messages';
import { WrongInput } from './options';

/** Runs a deployed function once and prints its log and result. @returns the exit code: 1 if the function failed */
export async function runFunction(
  session: FunctionSession,
  { names: [name = ''], data, yes }: FunctionOptions,
  context: CommandContext,
): Promise<number> {
  const { service } = session;
  const event = parseExactly(data ?? '{}');
  if (event === undefined) throw new WrongInput(t('--data is not JSON.'));
  await deployedFunction(service, name);
  const question = t('Run {0} in {1} now? [y/N] ', name, targetText(session));
  await confirm(context, yes, question, t('Nothing was sent. Without a terminal a run needs --yes.'));
  // The request ignores the signal: if it were aborted, nobody would know whether the function ran.
  const whole = { ...service, context: { fetch: service.context.fetch } };
  const result = await debugRun(whole, name, debugRequest(name, { ...emptyEvent, data: event }));
  const { log, error, executionTime } = result;
  const logLines = log.split('\n').filter(line => line !== '');
  const errorText = error === undefined ? [] : (error.stack || `${error.type}: ${error.message}`).split('\n');
  const value = jsonOf(result.data ?? null, 2);
  printLines(context, [
    ...logLines,
    ...(result.failed ? errorText : value.split('\n')),
    ...(executionTime === undefined ? [] : [t('{0} ms', Math.round(executionTime))]),
  ]);
  return result.failed ? 1 : 0;
}

/** Prints the last 20 runs of a function with their logs, oldest first. */
export async function showLogs(
  { service, target }: FunctionSession,
  { names: [name = ''] }: FunctionOptions,
  context: CommandContext,
): Promise<number> {
  await deployedFunction(service, name);
  const { items } = await listRuns(service, name, { limit: 20 });
  if (items.length === 0) printLines(context, [t('{0} has not run yet.', name)]);
  const { fetch } = service.context;
  const isSandbox = isOnThisMachine(target.application.authUrl);
  for (const run of items.reverse()) {
    const time = new Date(run.createdAt * 1000).toISOString();
    printLines(context, [`${time} ${run.source} ${isFailed(run) ? `✗ ${run.status}` : run.status}`]);
    const lines = await logLines(run, { fetch, signal: context.signal, isSandbox });
    printLines(
      context,
      lines.map(line => `  ${line}`),
    );
  }
  return 0;
}

/** Returns the lines of a log, or why it cannot be read: a lost connection must not hide the other runs. */
async function logLines({ logUrl }: FunctionRun, options: Parameters<typeof readRunLog>[1]): Promise<string[]> {
  try {
    const log = await readRunLog(logUrl, options);
    if ('problem' in log) return [functionMessages.log(log.problem)];
    const lines = log.text.split('\n').filter(line => line !== '');
    return log.isCut ? [...lines, t('… the log goes on')] : lines;
  } catch (error) {
    if (options.signal.aborted) throw error;
    return [describeError(error).text];
  }
}
