import * as vscode from 'vscode';
import { applicationKey, idProblem, type Application, type Environment } from '../../applications/application';
import { commandApplication, isCurrent, pickEnvironment, selectTitle, targetApplication } from './commandTarget';
import { idMessage } from '../platform/fieldMessages';
import type { ApplicationStore } from './applicationStore';
import type { SelectionStore } from './selectionStore';
import type { CommandRunner } from '../platform/command';
import { askSteps, type Step } from '../platform/multiStepInput';
import { isLocated } from './environmentTarget';
import { isScripted, type CommandArgument } from '../platform/commandArgument';
import { UiError } from '../platform/uiError';
import { confirm } from '../platform/confirm';
import { showStatus } from '../platform/dialogs';
import { showPick } from '../platform/prompts';
import type { Http } from '../platform/http';
import { tryEnvironment, tryGivenEnvironments } from './tryEnvironment';

interface EnvironmentDependencies {
  commands: CommandRunner;
  applications: ApplicationStore;
  selection: SelectionStore;
  http: Pick<Http, 'fetch'>;
}

export function registerEnvironmentCommands(dependencies: EnvironmentDependencies): vscode.Disposable[] {
  const { commands, applications } = dependencies;
  return [
    commands.register('hydrogen.environment.add', argument => addEnvironment(dependencies, argument)),
    commands.register('hydrogen.environment.edit', argument => editEnvironment(dependencies, argument)),
    commands.register('hydrogen.environment.remove', argument => removeEnvironment(applications, argument)),
    commands.register('hydrogen.environment.select', argument => selectEnvironment(dependencies, argument)),
    commands.register('hydrogen.environment.copyEnvId', async argument => {
      const { environment } = await chooseEnvironment(applications, argument);
      await vscode.env.clipboard.writeText(environment.envId);
      showStatus(vscode.l10n.t('Env ID copied'), 3000);
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
  const selected = isCurrent(application, environment, selection.current());
  await saveEnvironments(applications, application, all);
  if (selected) await selection.select({ application, environment: next });
}

/** Asks for name and Env ID, and whether the service knows a new one. */
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

async function removeEnvironment(applications: ApplicationStore, argument: CommandArgument): Promise<void> {
  const { application, environment } = await chooseEnvironment(applications, argument);
  await confirm(argument, {
    question: vscode.l10n.t('Remove the environment {0} from {1}?', environment.name, application.name),
    detail: vscode.l10n.t(
      'Its entry in your settings is removed, and the session of its user is forgotten. Nothing changes on the service.',
    ),
    button: vscode.l10n.t('Remove'),
  });
  const rest = application.environments.filter(other => other.envId !== environment.envId);
  await saveEnvironments(applications, application, rest);
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

/** A test environment, named by the argument or picked. Production cannot be edited. */
async function chooseEnvironment(
  applications: ApplicationStore,
  argument: CommandArgument,
): Promise<{ application: Application; environment: Environment }> {
  const { application, environment } = await commandApplication({ applications }, argument);
  if (environment !== undefined) return { application, environment };
  if (isScripted(argument) || application.environments.length === 0) {
    throw new UiError(vscode.l10n.t('{0} has no such test environment.', application.name));
  }
  const picked = await showPick(
    application.environments.map(({ name, envId }) => ({ label: name, description: envId, name, envId })),
    {
      title: vscode.l10n.t('Which environment?'),
      placeHolder: vscode.l10n.t('Name or Env ID'),
      matchOnDescription: true,
    },
  );
  if (picked === undefined) throw new vscode.CancellationError();
  return { application, environment: { name: picked.name, envId: picked.envId } };
}

function saveEnvironments(
  applications: ApplicationStore,
  application: Application,
  environments: Environment[],
): Promise<void> {
  return applications.save({ ...application, environments }, applicationKey(application));
}

function environmentSteps(others: readonly Environment[]): Step<Environment>[] {
  return [
    {
      prompt: vscode.l10n.t('A name for the test environment'),
      placeholder: vscode.l10n.t('Staging'),
      value: ({ name }) => name,
      validate: text => (text === '' ? vscode.l10n.t('Enter a name.') : undefined),
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
