import { diffWorlds } from '../world/diff';
import { EnvironmentReader } from '../world/environmentReader';
import {
  hasRecords,
  maximumRecords,
  surveyEnvironment,
  type Survey,
  type SurveyedTable,
  type WorldSelection,
} from '../world/survey';
import { planWorld } from '../world/plan';
import { WorldReader, type ReadResult } from '../world/worldReader';
import { worldClientId, type World } from '../world/world';
import { runTokens } from './authorization';
import { printLines, type CommandContext } from './commandContext';
import { refuseSpecialFile, requireWritable } from './files';
import { openClient } from './httpClient';
import { t } from './language';
import { worldMessages } from './messages';
import { WrongInput } from './options';
import { openTarget, type CommandTarget } from './target';
import { readWorldFile, writeWorldFile } from './worldFile';
import { readWorldOptions, type PullOptions } from './worldOptions';

/** Runs `hydrogen world …`. @returns the exit code @throws WrongInput, ApiError, RunError */
export async function world(argv: readonly string[], context: CommandContext): Promise<number> {
  const options = readWorldOptions(argv);
  if (options.command === 'pull') return pull(options, context);
  const before = await readWorldFile(options.files[0]);
  const after = await readWorldFile(options.files[1]);
  const changes = diffWorlds(before, after);
  printLines(
    context,
    changes.length === 0 ? [t('The worlds are equal.')] : changes.map(change => worldMessages.change(change)),
  );
  return changes.length === 0 ? 0 : 1;
}

async function pull(options: PullOptions, context: CommandContext): Promise<number> {
  const target = await openTarget(options, context);
  // Before it is read, because reading from a terminal would wait for input.
  await refuseSpecialFile(options.output);
  const previous = await readWorldFile(options.output).catch((error: unknown) => {
    if (error instanceof WrongInput && error.cause === 'missing') return undefined;
    throw error;
  });
  if (options.yes) await requireWritable(options.output);
  const client = openClient(context.env);
  try {
    const progress = (line: string) => context.progress?.(line);
    const tokens = runTokens(target, client.fetch, context.signal);
    const { authUrl } = target.application;
    const environmentReader = new EnvironmentReader({ authUrl, envId: target.environment?.envId }, tokens, {
      fetch: client.fetch,
      signal: context.signal,
      rate: options.rate,
      onWait: seconds => progress(t('The service asks to wait. Continuing in {0} s.', seconds)),
      onPace: seconds => progress(t('Waiting {0} s, to stay below {1} requests a minute.', seconds, options.rate)),
    });
    const survey = await surveyEnvironment(environmentReader);
    const selection = selectionOf(survey, options);
    if (previous !== undefined && !isOfTarget(previous, target))
      printLines(context, [replacedLine(options.output, previous)]);
    printLines(context, planLines(survey, selection, environmentReader.requestCount, options));
    if (!options.yes) throw new WrongInput(t('Nothing was read yet. Run the command again with --yes.'));
    const reader = new WorldReader(environmentReader, {
      origin: originOf(target),
      survey,
      selection,
      previous,
      onPart: (name, share) => progress(t('{0} % · {1}', Math.floor(share * 100), name)),
    });
    const result = await reader.readWithRetries(context.signal);
    if (context.signal.aborted) return 130;
    const { unknownExclusions } = result;
    // The misspelt function would be in the file, possibly with keys.
    if (unknownExclusions.length > 0)
      throw new WrongInput(t('There is no cloud function {0}.', unknownExclusions.join(', ')));
    await writeWorldFile(options.output, result.world);
    printLines(context, resultLines(result, previous, environmentReader.requestCount, options));
    return 0;
  } finally {
    await Promise.all([client.close(), target.close()]);
  }
}

function originOf({ application, environment }: CommandTarget) {
  return {
    application: application.name,
    environment: environment?.name ?? 'Production',
    clientId: application.clientId,
    envId: environment?.envId,
  };
}

/** True if a world was read from the target. The user may have changed its ClientID, or renamed the environment since. */
function isOfTarget({ clientId, source }: World, target: CommandTarget): boolean {
  const origin = originOf(target);
  if (clientId === worldClientId(origin.clientId, origin.envId)) return true;
  return source.application === origin.application && source.environment === origin.environment;
}

function replacedLine(file: string, { source: { application, environment } }: World): string {
  return t('{0} contains {1} · {2}. Its data is replaced.', file, application, environment);
}

/** Converts the options to a selection. @throws WrongInput for unknown tables or columns, and for too many records */
function selectionOf({ tables }: Survey, options: PullOptions): WorldSelection {
  const unknown = options.tables?.find(name => !tables.some(table => table.name === name));
  if (unknown !== undefined) {
    const all = tables.map(({ name }) => name).join(', ');
    throw new WrongInput(t('There is no table {0}. Use: {1}.', unknown, all));
  }
  const chosen = tables.filter(({ name }) => options.tables?.includes(name) ?? true);
  checkMasks(options.masks, chosen);
  if (options.records * chosen.filter(hasRecords).length > maximumRecords)
    throw new WrongInput(
      t('A world has at most {0} records. Use a smaller --records, or fewer --tables.', maximumRecords),
    );
  const masked = (table: string) =>
    new Set(options.masks.filter(mask => mask.startsWith(`${table}.`)).map(mask => mask.slice(table.length + 1)));
  return {
    tables: new Map(chosen.map(({ id, name }) => [id, { newest: options.records, masked: masked(name) }])),
    functions: options.functions,
    excludedFunctions: new Set(options.excludedFunctions),
    categories: true,
    contents: options.contents,
    userGroups: true,
  };
}

/** Checks the values of `--mask`. @throws WrongInput */
function checkMasks(masks: readonly string[], chosen: readonly SurveyedTable[]): void {
  const columns = new Map<string, SurveyedTable['columns'][number]>(
    chosen.flatMap(({ name, columns: all }) => all.map(column => [`${name}.${column.name}`, column])),
  );
  for (const mask of masks) {
    const column = columns.get(mask);
    if (column === undefined) throw new WrongInput(t('--mask {0} is not a column. Write table.column.', mask));
    if (!column.isMaskable)
      throw new WrongInput(
        t('--mask {0} has no effect: pointers and booleans are kept, and files become placeholders.', mask),
      );
  }
}

/** Returns the lines that describe the plan before anything is read. */
function planLines(survey: Survey, selection: WorldSelection, surveyRequests: number, { rate }: PullOptions): string[] {
  const { requests, minutes, columns, masked, missing } = planWorld(survey, selection, surveyRequests, rate);
  const names = masked.map(({ table, column }) => `${table}.${column}`);
  return [
    t('{0} requests: {1} min at {2} a minute.', requests, minutes, rate),
    t('{0} of {1} columns are masked: {2}', masked.length, columns, names.join(', ')),
    t(
      'Phone numbers, e-mail addresses, identity cards, openids, long hexadecimal values and credentials are masked everywhere.',
    ),
    ...missing.map(({ table, column, target }) =>
      t(
        '{0}.{1} points to {2}, which is not read. Add it to --tables to keep the records it points to.',
        table,
        column,
        target,
      ),
    ),
  ];
}

function resultLines(
  { world, functionsWithKeys, changedTables }: ReadResult,
  previous: World | undefined,
  requests: number,
  { output }: PullOptions,
): string[] {
  const records = [...world.records.values()].reduce((sum, rows) => sum + rows.length, 0);
  const masked = [...world.masks.values()].reduce((sum, count) => sum + count, 0);
  const changes = previous === undefined ? [] : diffWorlds(previous, world);
  return [
    t(
      '{0}: {1} tables, {2} records, {3} masked values, {4} requests.',
      output,
      world.lists.tables.length,
      records,
      masked,
      requests,
    ),
    ...functionsWithKeys.map(name =>
      t('The code of {0} contains something like a key. Leave it out with --exclude-function {0}.', name),
    ),
    ...changedTables.map(name => t('{0} changed while it was read: a record may be missing. Read it again.', name)),
    ...(previous === undefined ? [] : [t('{0} changes since the last time.', changes.length)]),
  ];
}
