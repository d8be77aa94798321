import * as vscode from 'vscode';
import * as v from 'valibot';
import { Secret } from '../../api/secret';
import { applicationKey, applicationShape, publicAuthUrl, type Application } from '../../applications/application';
import { nameProblems } from '../../applications/applicationList';
import { applyEdit } from '../../applications/applyEdit';
import { applicationSteps, type ApplicationAnswers } from './applicationSteps';
import type { ApplicationStore } from './applicationStore';
import { entryReason } from './entryProblemText';
import type { Http } from '../network/http';
import type { ApplicationTokens } from '../../auth/applicationTokens';
import { commandApplication, type CommandServices } from './commandTarget';
import { locate } from './environmentTarget';
import { askSteps } from '../platform/prompts';
import { chosenRows, invalidArgument, isScripted, type CommandArgument } from '../platform/commandArgument';
import { tryCredentials, tryOnce, type Trial } from './tryCredentials';
import { tryGivenEnvironments } from './tryEnvironment';
import { UiError } from '../messages/uiError';
import { copyLines } from '../platform/dialogs';

/** Stores the credentials of each application. */
export interface TokensByApplication {
  of(application: Application): ApplicationTokens;
}

export interface ApplicationDependencies extends CommandServices {
  tokens: TokensByApplication;
  http: Http;
}

export function registerApplicationCommands(dependencies: ApplicationDependencies): vscode.Disposable[] {
  const { commands, applications } = dependencies;
  return [
    commands.register('hydrogen.application.add', argument => addApplication(dependencies, argument)),
    commands.registerEach('hydrogen.application.edit', argument => editApplication(dependencies, argument)),
    commands.registerEach('hydrogen.application.rename', argument => renameApplication(applications, argument)),
    commands.registerEach('hydrogen.application.openConsole', async argument => {
      const title = vscode.l10n.t('Open Console of…');
      const { application } = await commandApplication({ applications }, argument, { sandbox: false, title });
      await vscode.env.openExternal(vscode.Uri.parse(consoleAddress(application)));
    }),
    commands.register('hydrogen.application.copyClientId', async (argument, selected) => {
      const clientIds: string[] = [];
      for (const row of chosenRows(argument, selected)) {
        clientIds.push((await commandApplication({ applications }, row)).application.clientId);
      }
      await copyLines(clientIds, vscode.l10n.t('ClientID copied'));
    }),
  ];
}

const questions = ['name', 'clientId', 'clientSecret', 'serverDomain', 'authUrl'] as const;

const scripted = v.looseObject({
  name: v.optional(v.string()),
  clientId: v.optional(v.string()),
  clientSecret: v.optional(v.string()),
  serverDomain: v.optional(v.string()),
  authUrl: v.optional(v.string()),
  environments: v.optional(v.unknown()),
  contentGroups: v.optional(v.unknown()),
  sessionOnly: v.optional(v.boolean()),
});

async function addApplication(dependencies: ApplicationDependencies, argument: CommandArgument): Promise<void> {
  const given = isScripted(argument) ? parseGiven(argument) : {};
  const { environments, contentGroups, sessionOnly } = given;
  const answers = answersOf(given);
  const steps = applicationSteps(dependencies.applications.list().applications);
  const unanswered = questions.filter(key => answers[key] === undefined);
  for (const key of questions) if (answers[key] !== undefined) checkGiven(steps[key], key, answers);
  const asks = unanswered.length > 0;
  let asked: readonly (keyof ApplicationAnswers)[] = unanswered;
  let from = 0;
  for (let current = answers; ; asked = questions) {
    const askedSteps = asked.map(key => steps[key]);
    current = await askSteps(vscode.l10n.t('Add Application'), askedSteps, current, from);
    const application = applicationOf(current, { environments, contentGroups, sessionOnly });
    checkEnvironmentNames(application);
    const clientSecret = current.clientSecret ?? new Secret('');
    const edit = await saveApplication(dependencies, { application, clientSecret, asks, given });
    if (edit === undefined) return;
    from = questions.indexOf(edit);
  }
}

async function editApplication(dependencies: ApplicationDependencies, argument: CommandArgument): Promise<void> {
  const { applications } = dependencies;
  const title = vscode.l10n.t('Edit Application');
  const { application: original } = await commandApplication({ applications }, argument, { sandbox: false, title });
  const key = applicationKey(original);
  const others = applications.list().applications.filter(other => applicationKey(other) !== key);
  const steps = applicationSteps(others, original);
  const all = questions.map(question => steps[question]);
  const { name, clientId, serverDomain, authUrl } = original;
  let from = 0;
  for (let current: ApplicationAnswers = { name, clientId, serverDomain, authUrl }; ;) {
    current = await askSteps(vscode.l10n.t('Edit {0}', original.name), all, current, from);
    const { clientSecret } = current;
    const application = { ...original, ...applicationOf(current, original) };
    const edit = await saveApplication(dependencies, { application, clientSecret, asks: true }, original);
    if (edit === undefined) return;
    from = questions.indexOf(edit);
  }
}

interface ApplicationDraft {
  application: Application;
  /** `undefined` keeps the stored secret. */
  clientSecret: Secret | undefined;
  /** True: asks the user what to do if the credentials do not work. False (scripts): throws the error. */
  asks: boolean;
  /** The script's argument, `{}` without a script. `confirmed: true` skips the check of its environments. */
  given?: Record<string, unknown>;
}

/**
 * Tries a new ClientSecret, stores it with its tokens, and writes the application to the settings. Selects a new
 * application; editing keeps the selection.
 * @param original the application before the change; absent for a new one
 * @returns the step to reopen if the user wants to edit the answers (nothing is stored then); `undefined` after saving
 */
async function saveApplication(
  { applications, selection, tokens, http }: ApplicationDependencies,
  { application, clientSecret, asks, given }: ApplicationDraft,
  original?: Application,
): Promise<(typeof questions)[number] | undefined> {
  const { authUrl, clientId, name } = application;
  let applicationTokens = tokens.of(application);
  let before: Secret | undefined;
  if (clientSecret !== undefined) {
    const credentials = { authUrl, clientId, clientSecret };
    const trial: Trial = asks
      ? await tryCredentials(name, credentials, http)
      : { outcome: 'authorized', tokens: await tryOnce(credentials, http) };
    if (trial.outcome === 'edit') return trial.first;
    if (given !== undefined) await tryGivenEnvironments(given, application, application.environments, http);
    // Another window may have moved the secrets to the other store meanwhile.
    const now = original && locate(applications.list().applications, { application: original })?.application;
    if (original && now) applicationTokens = tokens.of(applyEdit(original, application, now));
    // An untried secret must not replace that of another application. A tried one may, because it ended the old tokens.
    if (trial.outcome === 'keep') applications.requireFree(application, original);
    before = await applicationTokens.clientSecret();
    await applicationTokens.keep(clientSecret, trial.outcome === 'authorized' ? trial.tokens : undefined);
  }
  const key = original === undefined ? undefined : applicationKey(original);
  const selected = selection.current();
  try {
    await applications.save(application, original);
  } catch (error) {
    const added = applicationKey(application);
    // No application would have the new secret. An entry that cannot be read keeps its own.
    if (clientSecret !== undefined && !applications.list().applications.some(other => applicationKey(other) === added))
      await (before === undefined ? applicationTokens.forgetAll() : applicationTokens.keep(before));
    throw error;
  }
  if (key === undefined) await selection.select({ application, environment: undefined });
  else if (selected !== undefined && applicationKey(selected.application) === key)
    await selection.select({ application, environment: selected.environment });
  return undefined;
}

async function renameApplication(applications: ApplicationStore, argument: CommandArgument): Promise<void> {
  const { application } = await commandApplication({ applications }, argument, {
    sandbox: false,
    title: vscode.l10n.t('Rename Application'),
  });
  const { name } = applicationSteps([]);
  const title = vscode.l10n.t('Rename {0}', application.name);
  const answers = await askSteps(title, [name], { name: application.name });
  if (answers.name === undefined || answers.name === application.name) return;
  await applications.save({ ...application, name: answers.name }, application);
}

function parseGiven(argument: unknown): v.InferOutput<typeof scripted> {
  const parsed = v.safeParse(scripted, argument);
  if (parsed.success) return parsed.output;
  throw invalidArgument(v.getDotPath(parsed.issues[0]) ?? '');
}

function answersOf(given: v.InferOutput<typeof scripted>): ApplicationAnswers {
  const { name, clientId, clientSecret, serverDomain, authUrl } = given;
  return {
    name: name?.trim(),
    clientId: clientId?.trim(),
    clientSecret: clientSecret === undefined ? undefined : new Secret(clientSecret.trim()),
    serverDomain,
    authUrl,
  };
}

/** @throws UiError if two environments of a script cannot be distinguished by name */
function checkEnvironmentNames({ environments }: Application): void {
  const [problem] = nameProblems(environments, environments, { index: 0, label: undefined });
  if (problem === undefined) return;
  throw new UiError(vscode.l10n.t('The application cannot be used: {0}.', entryReason(problem)));
}

/**
 * Validates an answer of a script with the rules for typed answers.
 * @throws UiError if it is invalid
 */
function checkGiven(
  step: ReturnType<typeof applicationSteps>[keyof ApplicationAnswers],
  key: keyof ApplicationAnswers,
  answers: ApplicationAnswers,
): void {
  const problem = step.validate(step.value(answers), answers);
  const blocking = typeof problem === 'string' ? problem : undefined;
  if (blocking !== undefined) throw new UiError(`${key}: ${blocking}`);
}

function applicationOf(
  { name, clientId, serverDomain, authUrl }: ApplicationAnswers,
  rest: { environments?: unknown; contentGroups?: unknown; sessionOnly?: boolean | undefined },
): Application {
  const parsed = v.safeParse(applicationShape, { ...rest, name, clientId, serverDomain, authUrl });
  if (parsed.success) return parsed.output;
  const field = v.getDotPath(parsed.issues[0]) ?? '';
  throw new UiError(vscode.l10n.t('The application cannot be used: {0} is not valid.', field));
}

/**
 * Returns the address of the developer console. Only the public service has a known path; for others it is the origin.
 */
function consoleAddress({ authUrl }: Application): string {
  return authUrl === publicAuthUrl ? `${publicAuthUrl}/dashboard/` : authUrl;
}
