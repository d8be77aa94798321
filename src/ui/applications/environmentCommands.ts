import * as vscode from 'vscode';
import { environmentNameProblem } from '../../api/environmentNames';
import { isSameTarget } from '../../applications/selection';
import { applicationKey, idProblem, type Application, type Environment } from '../../applications/application';
import {
  commandApplication,
  pickEnvironment,
  selectTitle,
  targetApplication,
  type CommandServices,
} from './commandTarget';
import { idMessage } from '../messages/fieldMessages';
import type { ApplicationStore } from './applicationStore';
import { type Step, askSteps } from '../platform/prompts';
import { isLocated } from './environmentTarget';
import { isNode } from '../nodes/node';
import { chosenRows, isScripted, type CommandArgument } from '../platform/commandArgument';
import { UiError } from '../messages/uiError';
import { confirm, namesText } from '../platform/confirm';
import { answered, copyLines } from '../platform/dialogs';
import type { Http } from '../network/http';
import { tryEnvironment, tryGivenEnvironments } from './tryEnvironment';

interface EnvironmentDependencies extends CommandServices {
  http: Pick<Http, 'fetch'>;
}

export function registerEnvironmentCommands(dependencies: EnvironmentDependencies): vscode.Disposable[] {
  const { commands, applications } = dependencies;
  return [
    commands.registerEach('hydrogen.environment.add', argument => addEnvironment(dependencies, argument)),
    commands.registerEach('hydrogen.environment.edit', argument => editEnvironment(dependencies, argument)),
    commands.register('hydrogen.environment.remove', (argument, selected) =>
      removeEnvironments(applications, argument, selected),
    ),
    commands.register('hydrogen.environment.select', argument => selectEnvironment(dependencies, argument)),
    commands.register('hydrogen.environment.copyEnvId', async (argument, selected) => {
      const chosen = await chooseEnvironments(applications, argument, selected);
      const envIds = chosen.map(({ environment }) => environment.envId);
      await copyLines(envIds, vscode.l10n.t('Env ID copied'));
    }),
  ];
}

async function addEnvironment(
  { applications, http }: EnvironmentDependencies,
  argument: CommandArgument,
): Promise<void> {
  const scripted = isScripted(argument) ? argument : {};
  const { clientId, authUrl, name, envId } = scripted;
  const target = isScripted(argument) ? { clientId, authUrl } : argument;
  const { application } = await commandApplication({ applications }, target, { sandbox: false });
  const title = vscode.l10n.t('Add Environment to {0}', application.name);
  const given = typeof name === 'string' && typeof envId === 'string' ? { name, envId } : undefined;
  const steps = environmentSteps(application.environments);
  const environment = given ?? (await askEnvironment(title, steps, { name: '', envId: '' }, { application, http }));
  const problem = steps
    .map(step => step.validate(step.value(environment), environment))
    .find(text => typeof text === 'string');
  if (typeof problem === 'string') throw new UiError(problem);
  if (given !== undefined) await tryGivenEnvironments(scripted, application, [given], http);
  await saveEnvironments(applications, application, [...application.environments, environment]);
}

async function editEnvironment(
  { applications, selection, http }: EnvironmentDependencies,
  argument: CommandArgument,
): Promise<void> {
  const { application, environment } = await chooseEnvironment(applications, argument);
  const others = application.environments.filter(other => other.envId !== environment.envId);
  const title = vscode.l10n.t('Edit Environment {0}', environment.name);
  const next = await askEnvironment(title, environmentSteps(others), environment, { application, http });
  const all = application.environments.map(other => (other.envId === environment.envId ? next : other));
  const selected = isSameTarget(selection.current(), { application, environment });
  await saveEnvironments(applications, application, all);
  if (selected) await selection.select({ application, environment: next });
}

/** Asks for name and Env ID, then checks that the service knows a new Env ID. */
async function askEnvironment(
  title: string,
  steps: readonly Step<Environment>[],
  before: Environment,
  { application, http }: { application: Application; http: Pick<Http, 'fetch'> },
): Promise<Environment> {
  for (let answers = await askSteps(title, steps, before); ;) {
    if (answers.envId === before.envId) return answers;
    if ((await tryEnvironment(application, answers, http)) === 'keep') return answers;
    answers = await askSteps(title, steps, answers, steps.length - 1);
  }
}

async function removeEnvironments(
  applications: ApplicationStore,
  argument: CommandArgument,
  selected: unknown,
): Promise<void> {
  const chosen = await chooseEnvironments(applications, argument, selected);
  await confirm('hydrogen.environment.remove', argument, { ...removalWords(chosen), button: vscode.l10n.t('Remove') });
  // Saves once per application: a second save from the same old list would restore what the first one removed.
  for (const key of new Set(chosen.map(({ application }) => applicationKey(application)))) {
    const removed = chosen.filter(({ application }) => applicationKey(application) === key);
    const application = removed[0]?.application;
    if (application === undefined) continue;
    const envIds = removed.map(({ environment }) => environment.envId);
    const remaining = application.environments.filter(({ envId }) => !envIds.includes(envId));
    await saveEnvironments(applications, application, remaining);
  }
}

function removalWords(chosen: readonly ChosenEnvironment[]): { question: string; detail: string } {
  const [first] = chosen;
  if (chosen.length === 1 && first !== undefined) {
    return {
      question: vscode.l10n.t('Remove the environment {0} from {1}?', first.environment.name, first.application.name),
      detail: vscode.l10n.t(
        'Its entry in your settings is removed, and the session of its user is forgotten. Nothing changes on the service.',
      ),
    };
  }
  const names = chosen.map(({ application, environment }) => `${application.name} · ${environment.name}`);
  return {
    question: vscode.l10n.t('Remove {0} environments?', chosen.length),
    detail: vscode.l10n.t(
      '{0}\n\nTheir entries in your settings are removed, and the sessions of their users are forgotten. Nothing changes on the service.',
      namesText(names),
    ),
  };
}

async function selectEnvironment(
  { applications, selection }: EnvironmentDependencies,
  argument: CommandArgument,
): Promise<void> {
  if (isScripted(argument) || (isLocated(argument) && 'environment' in argument)) {
    await selection.select(await commandApplication({ applications }, argument));
    return;
  }
  const application = await targetApplication({ applications, selection }, argument);
  const environment = await pickEnvironment(application, selectTitle(application), selection.current());
  await selection.select({ application, environment });
}

interface ChosenEnvironment {
  application: Application;
  environment: Environment;
}

/** Like `chooseEnvironment`, but returns all test environments among the selected rows. */
async function chooseEnvironments(
  applications: ApplicationStore,
  argument: CommandArgument,
  selected: unknown,
): Promise<ChosenEnvironment[]> {
  const rows = chosenRows(
    argument,
    selected,
    row => isNode(row) && row.kind === 'environment' && row.environment !== undefined,
  );
  const chosen: ChosenEnvironment[] = [];
  for (const row of rows) chosen.push(await chooseEnvironment(applications, row));
  return chosen;
}

/** Returns the test environment of the argument, or a picked one. Production cannot be edited. */
async function chooseEnvironment(
  applications: ApplicationStore,
  argument: CommandArgument,
): Promise<ChosenEnvironment> {
  const { application, environment } = await commandApplication({ applications }, argument);
  if (environment !== undefined) return { application, environment };
  if (isScripted(argument) || application.environments.length === 0) {
    throw new UiError(vscode.l10n.t('{0} has no such test environment.', application.name));
  }
  const production = { application, environment: undefined };
  const title = vscode.l10n.t('Choose an Environment');
  return { application, environment: answered(await pickEnvironment(application, title, undefined, production)) };
}

function saveEnvironments(
  applications: ApplicationStore,
  application: Application,
  environments: Environment[],
): Promise<void> {
  return applications.save({ ...application, environments }, application);
}

function environmentNameMessage(name: string, others: readonly Environment[]): string | undefined {
  if (name === '') return vscode.l10n.t('Enter a name.');
  const problem = environmentNameProblem(name, others);
  const messages = {
    reserved: vscode.l10n.t('“{0}” always means production. Choose another name.', name),
    duplicate: vscode.l10n.t('Another environment is called “{0}”. Choose another name.', name),
  };
  return problem && messages[problem];
}

function environmentSteps(others: readonly Environment[]): Step<Environment>[] {
  return [
    {
      prompt: vscode.l10n.t('A name for the test environment'),
      placeholder: vscode.l10n.t('Staging'),
      value: ({ name }) => name,
      validate: text => environmentNameMessage(text, others),
      accept: (text, answers) => ({ ...answers, name: text }),
    },
    {
      prompt: vscode.l10n.t('Env ID, from the settings of the environment in the developer console'),
      value: ({ envId }) => envId,
      validate: text => {
        const problem = idProblem(text);
        if (problem !== undefined) return idMessage(problem);
        const taken = others.find(other => other.envId === text);
        return taken === undefined ? undefined : vscode.l10n.t('“{0}” already has this Env ID.', taken.name);
      },
      accept: (text, answers) => ({ ...answers, envId: text }),
    },
  ];
}
