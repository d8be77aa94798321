import { homedir } from 'node:os';
import path from 'node:path';
import {
  createFunction,
  deployChanges,
  keepAsVersion,
  deployState,
  replaceCode,
  type DeployChange,
  type DeployOutcome,
} from '../functions/deploy';
import { codeHash, readFunction } from '../functions/functionService';
import { writeBase } from '../functions/lockFile';
import { checkNode12, preventsLoading, type NodeProblem } from '../functions/node12/check';
import { readCode } from '../functions/sourceFolder';
import { FunctionVersions } from '../functions/versions';
import { lineFinder } from '../requests/document/lines';
import { confirm, printLines, type CommandContext } from './commandContext';
import { failureExitCode, mostImportant } from './exitCode';
import type { FunctionOptions } from './functionOptions';
import { targetText, type FunctionSession } from './functionSession';
import { t } from './language';
import { describeError, functionMessages } from './messages';
import { WrongInput } from './options';

/**
 * A function that may be deployed: its base is still the deployed code, or the service does not have the function yet.
 */
interface Deployable {
  name: string;
  code: string;
  /** SHA-256 of the deployed code that is replaced; `undefined` if the function is created. */
  replaces: string | undefined;
}

/**
 * Deploys the named functions. Sends nothing if the deployed code of one of them is not the base of its file.
 * @returns the exit code: 1 if a function was not deployed because of a conflict, 2 to 4 if a request failed, 130 if it
 * was cancelled
 */
export async function deploy(
  session: FunctionSession,
  options: FunctionOptions,
  context: CommandContext,
): Promise<number> {
  if (options.names.length === 0) throw new WrongInput(t('Name the functions: hydrogen functions deploy NAME …'));
  const { sendable, bases, isRefused } = await compare(session, options, context);
  if (isRefused) {
    printLines(context, [t('Nothing was sent.')]);
    return 1;
  }
  const codes: number[] = [];
  for (const outcome of sendable.length === 0 ? [] : await send(sendable, session, options, context)) {
    codes.push(report(outcome, context));
    const { change, outcome: result } = outcome;
    if (result.status === 'saved' && result.state !== undefined) bases.set(change.title, result.state.hash);
  }
  // Storing the bases can fail, so all outcomes are printed before.
  await storeBases(bases, session);
  const code = mostImportant(codes);
  return code > 0 && context.signal.aborted ? 130 : code;
}

/** Deploys functions after a question. */
async function send(
  sendable: readonly Deployable[],
  session: FunctionSession,
  { yes }: FunctionOptions,
  context: CommandContext,
): Promise<DeployOutcome[]> {
  const names = sendable.map(({ name }) => name).join(', ');
  const question = t('Deploy {0} to {1} now? [y/N] ', names, targetText(session));
  await confirm(context, yes, question, t('Nothing was sent. Without a terminal a deploy needs --yes.'));
  const versions = new FunctionVersions(versionsFolder(context.env));
  const changes = sendable.map(each => changeOf(each, session, versions));
  // An aborted request may or may not have been executed, so the signal only stops between two functions.
  const service = { ...session.service, context: { fetch: session.service.context.fetch } };
  return deployChanges(service, changes, context.signal);
}

/** The functions to send, and the new bases of those that are deployed already. */
interface CodeComparison {
  sendable: Deployable[];
  bases: Map<string, string>;
  /** True if a function must not be sent. */
  isRefused: boolean;
}

/**
 * Returns the code in the file of a function, and prints what may or will fail in the service.
 * @throws WrongInput if the file is missing or empty, or cannot run in Node 12
 */
async function requireDeployable(
  source: FunctionSession['source'],
  name: string,
  context: CommandContext,
): Promise<string> {
  const file = `${source.folder}/${name}/index.js`;
  const code = await readCode(source, name);
  if (code === undefined) throw new WrongInput(t('There is no file {0}.', file));
  if (code.trim() === '') throw new WrongInput(t('{0} is empty. Nothing was sent.', file));
  const problems = checkNode12(code);
  printLines(context, nodeProblemLines(name, code, problems));
  if (problems.some(preventsLoading)) throw new WrongInput(t('Nothing was sent.'));
  return code;
}

/** Returns a message for each part of a function that Node 12 cannot run, with its line in the code. */
export function nodeProblemLines(name: string, code: string, problems: readonly NodeProblem[]): string[] {
  const lineAt = lineFinder(code);
  return problems.map(problem => `${name}:${lineAt(problem.start) + 1}: ${functionMessages.problem(problem)}`);
}

/**
 * Compares the files with their bases and the deployed code, and prints what prevents a deploy.
 * @throws WrongInput
 */
async function compare(
  { service, source, bases: known }: FunctionSession,
  { names, create }: FunctionOptions,
  context: CommandContext,
): Promise<CodeComparison> {
  const sendable: Deployable[] = [];
  const bases = new Map<string, string>();
  let isRefused = false;
  const refuse = (lines: string[]) => {
    isRefused = true;
    printLines(context, lines);
  };
  for (const name of names) {
    const code = await requireDeployable(source, name, context);
    const deployed = await readFunction(service, name);
    const state = deployState(codeHash(code), known.get(name), deployed?.hash);
    if (state === 'unchanged') {
      // After a lost response, the base is still the code before the deploy.
      if (deployed !== undefined && deployed.hash !== known.get(name)) bases.set(name, deployed.hash);
      printLines(context, [t('{0}: unchanged', name)]);
    } else if (state === 'changedLocally') sendable.push({ name, code, replaces: deployed?.hash });
    else if (state === 'missing' && create) sendable.push({ name, code, replaces: undefined });
    else if (state === 'missing') refuse([t('{0}: the service has no such function. --create creates it.', name)]);
    else
      refuse([
        t('{0}: the deployed code is not the code from which the file was made. Pull it and merge first.', name),
      ]);
  }
  return { sendable, bases, isRefused };
}

function changeOf(
  { name, code, replaces }: Deployable,
  session: FunctionSession,
  versions: FunctionVersions,
): DeployChange {
  if (replaces === undefined) return createFunction(name, code);
  const identity = { authUrl: session.target.application.authUrl, ...session.baseEnvironment, name };
  return replaceCode(name, code, replaces, keepAsVersion(versions, identity, replaces));
}

/** Stores the bases by function name. Tries all. @throws FunctionError the first failure */
async function storeBases(
  bases: ReadonlyMap<string, string>,
  { source, baseEnvironment }: FunctionSession,
): Promise<void> {
  const failures: unknown[] = [];
  for (const [name, base] of bases)
    await writeBase(source, baseEnvironment, name, base).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

/** Prints the outcome of a deploy. @returns the exit code */
function report({ change, outcome }: DeployOutcome, context: CommandContext): number {
  const { title: name } = change;
  if (outcome.status !== 'saved' || outcome.state === undefined) {
    const { text, code } = failure(outcome);
    printLines(context, [`${name}: ${text}`]);
    return code;
  }
  const { auditStatus = 'approved' } = outcome.state;
  printLines(context, [
    outcome.gap === undefined
      ? t('{0}: deployed.', name)
      : t('{0}: deployed. The service cannot protect the {1} ms between reading and writing.', name, outcome.gap),
    ...(auditStatus === 'approved' ? [] : [t('{0}: not running yet, its review is {1}.', name, auditStatus)]),
  ]);
  return 0;
}

/** Returns the reason why a function was not deployed, and the exit code. */
function failure(outcome: DeployOutcome['outcome']): { text: string; code: number } {
  switch (outcome.status) {
    case 'conflict':
      return {
        text:
          outcome.server === undefined
            ? t('the service has no such function any more.')
            : t('the service has other code than expected. Pull it and merge first.'),
        code: 1,
      };
    case 'notSent':
      return { text: t('not sent'), code: 1 };
    case 'partly':
      return { text: t('the service stored other code than was sent. Pull it and compare.'), code: 1 };
    case 'unknown':
      return {
        text: t('it is not known whether it was deployed. Deploy it again: equal code is not sent twice.'),
        code: 3,
      };
    case 'refused':
    case 'saved': {
      const error = outcome.status === 'refused' ? outcome.error : undefined;
      const text = typeof error === 'string' ? error : describeError(error).text;
      return { text, code: typeof error === 'string' ? 1 : failureExitCode(error) };
    }
  }
}

/**
 * Returns the private folder of the versions. The XDG rules ignore variables that are empty or not absolute.
 * @throws WrongInput without a home folder: below the working directory, the code could be committed with its keys
 */
function versionsFolder({ XDG_STATE_HOME = '', LOCALAPPDATA = '' }: NodeJS.ProcessEnv): string {
  const folders = [XDG_STATE_HOME, LOCALAPPDATA, path.join(homedir(), '.local', 'state')];
  const state = folders.find(folder => path.isAbsolute(folder));
  if (state === undefined)
    throw new WrongInput(
      t('Nothing was sent. There is no folder for the code that is replaced: set HOME or XDG_STATE_HOME.'),
    );
  return path.join(state, 'hydrogen', 'functions');
}
