import * as vscode from 'vscode';
import { joinSentences } from '../../../api/messages/template';
import type { Application } from '../../../applications/application';
import type { Selection as Target } from '../../../applications/selection';
import { currentChoice, selectionOf, defaultChoice, type Choice } from '../../../world/choice';
import { planWorld, type WorldPlan } from '../../../world/plan';
import { defaultRate, EnvironmentReader, type ReaderOptions } from '../../../world/environmentReader';
import { maximumRecords, surveyEnvironment, type Survey } from '../../../world/survey';
import { worldClientId, type World, textOf } from '../../../world/world';
import { WorldReader, type ReadResult } from '../../../world/worldReader';
import { commandApplication, pickEnvironment } from '../../applications/commandTarget';
import { openApiTarget } from '../../applications/environmentTarget';
import { errorMessage } from '../../messages/messages';
import { plainText } from '../../messages/plainText';
import { UiError } from '../../messages/uiError';
import { applicationNode } from '../../nodes/application';
import { environmentName, targetName } from '../../nodes/environmentName';
import { isCancelled } from '../../platform/command';
import { isScripted, type CommandArgument } from '../../platform/commandArgument';
import { isAllowedUnasked, namesText, requireConfirmed } from '../../platform/confirm';
import { showMessage, showModal, withProgress } from '../../platform/dialogs';
import { waitText } from '../../platform/progress';
import { askChoice } from './reviewChoice';
import { savedQueries } from './savedQueries';
import { scriptedChoice } from './scriptedChoice';
import { confirmReplacing, storeWorld, type WorldDependencies } from './storeWorld';

/** The ClientIDs of the worlds that this window is reading. */
const working = new Set<string>();
const ratesKey = 'hydrogen.sandbox.rates';

/** Copies an environment into the sandbox. @returns what a script needs to use the new application */
export async function bring(dependencies: WorldDependencies, argument: CommandArgument): Promise<object> {
  return new Bringing(dependencies, await bringTarget(dependencies, argument), argument).run();
}

/** Copies the environment of a sandbox application again. */
export async function bringAgain(dependencies: WorldDependencies, argument: CommandArgument): Promise<object> {
  const { applications, worlds } = dependencies;
  const { application } = await commandApplication({ applications }, argument);
  const source = (await worlds.stored(application.clientId))?.source;
  if (source === undefined)
    throw new UiError(
      vscode.l10n.t('{0} was not read from an environment. Use “Bring into the Sandbox” of one.', application.name),
    );
  const { authUrl, clientId, envId } = source;
  const origin = applications
    .list()
    .applications.find(each => each.sandbox === undefined && each.authUrl === authUrl && each.clientId === clientId);
  const environment = origin?.environments.find(each => each.envId === envId);
  if (origin === undefined || (envId !== undefined && environment === undefined))
    throw new UiError(
      vscode.l10n.t('The environment that {0} was read from is not in the settings. Add it again.', application.name),
      ['addApplication'],
    );
  return new Bringing(dependencies, { application: origin, environment }, argument).run();
}

/** Returns the environment of a tree item or script. Without an argument, asks for it. */
async function bringTarget({ applications }: WorldDependencies, argument: CommandArgument): Promise<Target> {
  const title = vscode.l10n.t('Bring into the Sandbox');
  const target = await commandApplication({ applications }, argument, { sandbox: false, title });
  if (argument !== undefined) return target;
  return { ...target, environment: await pickEnvironment(target.application, title) };
}

class Bringing {
  readonly #dependencies: WorldDependencies;
  readonly #target: Target;
  readonly #argument: CommandArgument;
  readonly #clientId: string;
  #report: (text: string) => void = () => undefined;
  /** Progress of the part that is being read; empty during the survey. */
  #part = '';

  constructor(dependencies: WorldDependencies, target: Target, argument: CommandArgument) {
    this.#dependencies = dependencies;
    this.#target = target;
    this.#argument = argument;
    this.#clientId = worldClientId(target.application.clientId, target.environment?.envId);
  }

  async run(): Promise<object> {
    if (working.has(this.#clientId))
      throw new UiError(vscode.l10n.t('{0} is being brought into the sandbox already.', targetName(this.#target)));
    working.add(this.#clientId);
    try {
      return await this.#bring();
    } finally {
      working.delete(this.#clientId);
    }
  }

  async #bring(): Promise<object> {
    const { guard, worlds } = this.#dependencies;
    await guard.permitCopy(this.#target, !isAllowedUnasked('hydrogen.sandbox.bring', this.#argument));
    const stored = await worlds.stored(this.#clientId);
    if (stored !== undefined) requireConfirmed(this.#argument);
    const options = await this.#readerOptions();
    const environmentReader = this.#environmentReader(options);
    const name = targetName(this.#target);
    const survey = await this.#working(vscode.l10n.t('Examining {0}…', name), options, () =>
      surveyEnvironment(environmentReader),
    );
    const surveyRequests = environmentReader.requestCount;
    const plan = (choice: Choice, rate: number) => planWorld(survey, selectionOf(choice, survey), surveyRequests, rate);
    const initial = stored?.source === undefined ? defaultChoice(survey) : currentChoice(stored.source.choice, survey);
    const { choice, rate } = await this.#choose(survey, initial, options.rate, plan);
    options.rate = rate;
    const reader = new WorldReader(environmentReader, {
      origin: this.#origin(),
      survey,
      selection: selectionOf(choice, survey),
      previous: stored?.world,
      onPart: (part, share) => {
        this.#part = vscode.l10n.t('{0} % · {1}', Math.floor(share * 100), plainText(part, 80));
        this.#report(this.#part);
      },
    });
    const read = await this.#readOn(reader, options);
    const { world, excluded } = await this.#withoutKeys(read);
    // Another window may have stored it meanwhile.
    const replaced = await worlds.stored(this.#clientId);
    if (replaced !== undefined)
      await confirmReplacing(this.#dependencies, 'hydrogen.sandbox.bringAgain', this.#argument, replaced, world);
    const { authUrl, clientId } = this.#target.application;
    const { envId } = this.#target.environment ?? {};
    const excludedFunctions = [...new Set([...choice.excludedFunctions, ...excluded])];
    const from = {
      authUrl,
      clientId,
      ...(envId === undefined ? {} : { envId }),
      choice: { ...choice, excludedFunctions },
    };
    const application = await storeWorld(this.#dependencies, this.#argument, world, from);
    void this.#summarize(application, read, world, environmentReader.requestCount);
    const { requestCount: requests } = environmentReader;
    // A script is not asked about keys in the code of functions. It reads their names here.
    const { functionsWithKeys } = read;
    return { clientId: application.clientId, authUrl: application.authUrl, requests, functionsWithKeys };
  }

  #origin() {
    const { application, environment } = this.#target;
    const { name, clientId } = application;
    return { application: name, environment: environmentName(environment), clientId, envId: environment?.envId };
  }

  /** Returns the options of the source. Their signal and rate change between the steps. */
  async #readerOptions(): Promise<ReaderOptions> {
    const { http, state } = this.#dependencies;
    const rate = state.get<Record<string, number>>(ratesKey, {})[this.#target.application.clientId] ?? defaultRate;
    const options: ReaderOptions = {
      fetch: await http.fetch(),
      signal: new AbortController().signal,
      rate,
      onRequest: count => this.#reportOfPart(vscode.l10n.t('{0} requests', count)),
      onWait: seconds => this.#reportOfPart(waitText(seconds)),
      onPace: seconds =>
        this.#reportOfPart(vscode.l10n.t('Waiting {0} s, to stay below {1} requests a minute.', seconds, options.rate)),
    };
    return options;
  }

  /** Reports progress. Each report replaces the previous one, so it repeats the part that is being read. */
  #reportOfPart(text: string): void {
    this.#report(this.#part === '' ? text : `${this.#part} · ${text}`);
  }

  #environmentReader(options: ReaderOptions): EnvironmentReader {
    const tokens = this.#dependencies.tokens.of(this.#target.application);
    const access = {
      get: () => tokens.accessToken({ signal: options.signal }),
      renew: (rejected: Parameters<typeof tokens.replace>[0]) => tokens.replace(rejected, { signal: options.signal }),
    };
    return new EnvironmentReader(openApiTarget(this.#target), access, options);
  }

  /** Runs a step with a progress notification, which can cancel it. */
  #working<T>(title: string, options: ReaderOptions, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return withProgress(title, async (signal, report) => {
      options.signal = signal;
      // A change of the network settings closes the client of an earlier step.
      options.fetch = await this.#dependencies.http.fetch();
      this.#report = report;
      try {
        return await work(signal);
      } catch (error) {
        if (signal.aborted) throw new vscode.CancellationError();
        throw error;
      }
    });
  }

  /** Returns the choice of a script, or asks the user, who sees the cost. */
  async #choose(
    survey: Survey,
    initial: Choice,
    rate: number,
    plan: (choice: Choice, rate: number) => WorldPlan,
  ): Promise<{ choice: Choice; rate: number }> {
    if (isScripted(this.#argument)) {
      const choice = scriptedChoice(this.#argument, survey, initial);
      if (plan(choice, rate).isTooLarge)
        throw new UiError(
          vscode.l10n.t('A world has at most {0} records. Bring fewer, or those of a query.', maximumRecords),
        );
      return { choice, rate };
    }
    const title = vscode.l10n.t('Bring {0} into the Sandbox', targetName(this.#target));
    const review = { title, survey, plan, queries: savedQueries(this.#dependencies, this.#target) };
    // The user is asked again about each function with a key: its code may have changed.
    const answers = await askChoice(review, { choice: { ...initial, excludedFunctions: [] }, rate });
    const { state } = this.#dependencies;
    const rates = { ...state.get<Record<string, number>>(ratesKey, {}) };
    if (answers.rate !== rate)
      await state.update(ratesKey, { ...rates, [this.#target.application.clientId]: answers.rate });
    return answers;
  }

  /** Reads the environment. After a failure, the user can continue after the last complete part. */
  async #readOn(reader: WorldReader, options: ReaderOptions): Promise<ReadResult> {
    const title = vscode.l10n.t('Bringing {0} into the sandbox…', targetName(this.#target));
    for (;;) {
      try {
        return await this.#working(title, options, signal => reader.readWithRetries(signal));
      } catch (error) {
        if (isCancelled(error) || isScripted(this.#argument)) throw error;
        const again = vscode.l10n.t('Continue');
        const failureText = vscode.l10n.t(
          '{0} The data read so far is kept until you continue or close this message.',
          errorMessage(error).text,
        );
        if ((await showMessage('error', failureText, again)) !== again) throw new vscode.CancellationError();
      }
    }
  }

  /** Asks whether to leave out functions whose code seems to contain a key. */
  async #withoutKeys({ world, functionsWithKeys }: ReadResult): Promise<{ world: World; excluded: string[] }> {
    if (functionsWithKeys.length === 0 || isScripted(this.#argument)) return { world, excluded: [] };
    const leaveOut = vscode.l10n.t('Leave Out');
    const keep = vscode.l10n.t('Bring Unchanged');
    const question = vscode.l10n.t('The code of some cloud functions contains something like a key.');
    const chosen = await showModal('warning', question, namesText(functionsWithKeys), leaveOut, keep);
    if (chosen === keep) return { world, excluded: [] };
    const functions = world.lists.functions.filter(each => !functionsWithKeys.includes(textOf(each.get('name'))));
    return { world: { ...world, lists: { ...world.lists, functions } }, excluded: functionsWithKeys };
  }

  /** Shows a summary. Its button makes VS Code show the complete text. */
  async #summarize(
    application: Application,
    { changedTables }: ReadResult,
    world: World,
    requests: number,
  ): Promise<void> {
    if (isScripted(this.#argument)) return;
    const records = [...world.records.values()].reduce((sum, rows) => sum + rows.length, 0);
    const masked = [...world.masks.values()].reduce((sum, count) => sum + count, 0);
    const done = vscode.l10n.t(
      '{0}: tables {1}, records {2}, masked values {3}, requests {4}.',
      application.name,
      world.lists.tables.length,
      records,
      masked,
      requests,
    );
    const changed = vscode.l10n.t(
      'Changed while they were read, so records may be missing: {0}. Bring them again.',
      changedTables.map(table => plainText(table, 80)).join(', '),
    );
    const save = vscode.l10n.t('Save World…');
    const chosen = await (changedTables.length === 0
      ? showMessage('information', done, save)
      : showMessage('warning', joinSentences([done, changed]), save));
    if (chosen === save)
      await this.#dependencies.commands.run('hydrogen.sandbox.saveWorld', applicationNode(application));
  }
}
