import type { DataService } from '../api/openApi/dataService';
import { FunctionError } from '../functions/functionError';
import { codeHash } from '../functions/functionService';
import { deployState } from '../functions/deploy';
import { writeBase } from '../functions/lockFile';
import { folderNames, isSafeName, readCode, writeCode, type SourceFolder } from '../functions/sourceFolder';
import { printLines, type CommandContext } from './commandContext';
import { deploy } from './functionDeploy';
import { readFunctionOptions, type FunctionOptions } from './functionOptions';
import {
  allFunctions,
  deployedFunction,
  openFunctionSession,
  targetText,
  type FunctionSession,
} from './functionSession';
import { showLogs, runFunction } from './functionRuns';
import { t } from './language';
import { describeError, functionMessages } from './messages';
import { WrongInput } from './options';

/** Runs `hydrogen functions`. @returns the exit code @throws WrongInput, FunctionError, RunError, ApiError */
export async function runFunctions(argv: readonly string[], context: CommandContext): Promise<number> {
  const options = readFunctionOptions(argv);
  const session = await openFunctionSession(options, context);
  try {
    return await actions[options.action](session, options, context);
  } finally {
    await session.close();
  }
}

type FunctionAction = (session: FunctionSession, options: FunctionOptions, context: CommandContext) => Promise<number>;

const actions: Record<FunctionOptions['action'], FunctionAction> = {
  list,
  pull,
  diff,
  deploy,
  run: runFunction,
  logs: showLogs,
};

async function list(session: FunctionSession, { names }: FunctionOptions, context: CommandContext): Promise<number> {
  const all = await allFunctions(session.service);
  const shown = names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
  const missing = names.filter(name => !all.some(each => each.name === name));
  if (missing.length > 0) throw new WrongInput(t('There is no cloud function {0}.', missing.join(', ')));
  const lines = await Promise.all(
    shown.map(async ({ name, hash, size, updatedAt, updatedBy = '' }) => {
      const code = await readCode(session.source, name).catch(() => undefined);
      const time = updatedAt === undefined ? '' : new Date(updatedAt * 1000).toISOString();
      const state =
        code === undefined ? '' : functionMessages.state(deployState(codeHash(code), session.bases.get(name), hash));
      return [name, t('{0} bytes', size), time, updatedBy, state].filter(part => part !== '').join('  ');
    }),
  );
  printLines(context, lines.length === 0 ? [t('{0} has no cloud functions.', targetText(session))] : lines);
  return 0;
}

/**
 * Writes deployed code to files. Keeps files that differ from their base, unless `--overwrite` is set. Without names, a
 * function that cannot be read or written does not stop the work on all.
 * @returns 1 if a function was not written
 */
async function pull(
  { service, source, baseEnvironment, bases }: FunctionSession,
  { names, overwrite }: FunctionOptions,
  context: CommandContext,
): Promise<number> {
  const all = names.length > 0 ? names : (await allFunctions(service)).map(({ name }) => name);
  const chosenNames = names.length > 0 ? names : usableNames(all, context);
  let keptCount = all.length - chosenNames.length;
  for (const name of chosenNames) {
    const both = await orSkip(names, context, readBoth(service, source, name));
    if (both === undefined) {
      keptCount += 1;
      continue;
    }
    const { deployed, code } = both;
    const hash = code === undefined ? undefined : codeHash(code);
    const isChanged = hash !== undefined && hash !== deployed.hash && hash !== bases.get(name);
    if (isChanged && !overwrite) {
      keptCount += 1;
      printLines(context, [t('{0}: the file was changed and is kept. --overwrite replaces it.', name)]);
      continue;
    }
    if (hash !== deployed.hash) {
      const writing = writeCode(source, name, deployed.code).then(() => 'written');
      if ((await orSkip(names, context, writing)) === undefined) {
        keptCount += 1;
        continue;
      }
    }
    await writeBase(source, baseEnvironment, name, deployed.hash);
    printLines(context, [hash === deployed.hash ? t('{0}: unchanged', name) : t('{0}: written', name)]);
  }
  return keptCount === 0 ? 0 : 1;
}

/** Reads a function and its file. @throws WrongInput, FunctionError, ApiError */
async function readBoth(service: DataService, source: SourceFolder, name: string) {
  const deployed = await deployedFunction(service, name);
  // Reads the file after the request, which takes time, so that no edit of this time is lost.
  return { deployed, ...(await readFile(source, name)) };
}

/** Reads the file of a function; `code` is `undefined` if there is none. @throws FunctionError */
async function readFile(source: SourceFolder, name: string) {
  return { code: await readCode(source, name) };
}

/**
 * Waits for the work on one function. If the command is for all functions (`names` is empty), prints why the work failed
 * and resolves to `undefined`, so that the others are still handled.
 */
async function orSkip<T>(names: readonly string[], context: CommandContext, work: Promise<T>) {
  return work.catch((error: unknown) => {
    if (names.length > 0 || !(error instanceof FunctionError || error instanceof WrongInput)) throw error;
    printLines(context, [describeError(error).text]);
    return undefined;
  });
}

/** Compares files with the deployed code. @returns 1 if a function differs, is not deployed or cannot be read */
async function diff(
  { service, source, bases }: FunctionSession,
  { names }: FunctionOptions,
  context: CommandContext,
): Promise<number> {
  const all = await allFunctions(service);
  const hashes = new Map(all.map(({ name, hash }) => [name, hash]));
  const usable = names.length > 0 ? names : usableNames([...hashes.keys()], context);
  let different = names.length > 0 ? 0 : hashes.size - usable.length;
  // The folder may have files of functions that were deleted, or never deployed.
  const local = names.length > 0 ? [] : await folderNames(source);
  for (const name of new Set([...usable, ...local])) {
    const file = await orSkip(names, context, readFile(source, name));
    if (file === undefined) {
      different += 1;
      continue;
    }
    const { code } = file;
    const deployedHash = hashes.get(name);
    if (code === undefined && deployedHash === undefined) {
      if (names.length === 0) continue;
      throw new WrongInput(t('There is no cloud function {0}.', name));
    }
    const state = code === undefined ? undefined : deployState(codeHash(code), bases.get(name), deployedHash);
    if (state !== 'unchanged') different += 1;
    printLines(context, [`${name}: ${state === undefined ? t('no file') : functionMessages.state(state)}`]);
  }
  return different === 0 ? 0 : 1;
}

/** Returns the names that can be folders. Prints the others, so that one of them does not stop the work on all. */
function usableNames(names: readonly string[], context: CommandContext): readonly string[] {
  const unusable = names.filter(name => !isSafeName(name));
  printLines(
    context,
    unusable.map(name => functionMessages.error(new FunctionError('unsafeName', name))),
  );
  return names.filter(isSafeName);
}
