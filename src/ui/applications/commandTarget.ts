import * as vscode from 'vscode';
import { applicationIdentity, type Application, type Environment } from '../../applications/application';
import { isSameTarget, type Selection } from '../../applications/selection';
import { environmentName, targetName } from '../nodes/environmentName';
import type { ApplicationStore } from './applicationStore';
import type { SelectionStore } from './selectionStore';
import { plainText } from '../messages/plainText';
import { isLocated, locate, type Located } from './environmentTarget';
import type { CommandRunner } from '../platform/command';
import { runningCommand } from '../platform/runningCommand';
import { isScripted, type CommandArgument } from '../platform/commandArgument';
import { UiError } from '../messages/uiError';
import { showPick } from '../platform/prompts';

/**
 * Returns the application and environment for a command. Takes them from the tree item or the script's argument;
 * otherwise returns the only application or asks the user to pick one.
 * @param options `title`: the title of the quick pick; `sandbox: false`: sandbox applications are not allowed
 * @throws vscode.CancellationError if nothing is picked; UiError if the argument's application or environment does not
 * exist
 */
export async function commandApplication(
  { applications }: { applications: Pick<ApplicationStore, 'list'> },
  argument: CommandArgument,
  { sandbox = true, title }: { sandbox?: boolean; title?: string } = {},
): Promise<Selection> {
  const all = applications.list().applications.filter(candidate => sandbox || candidate.sandbox === undefined);
  const located = locate(all, argument);
  if (located !== undefined) return located;
  if (!sandbox && isLocated(argument) && argument.application.sandbox !== undefined) throw notEditableError();
  if (isLocated(argument)) throw targetGone(argument);
  if (isScripted(argument)) throw new UiError(vscode.l10n.t('There is no application or environment with these IDs.'));
  const only = all[0];
  if (only === undefined) throw noApplication(applications);
  const application =
    all.length === 1 ? only : await pickApplication(all, title ?? vscode.l10n.t('Choose an Application'));
  return { application, environment: undefined };
}

/**
 * Returns the application and environment as they are after a question, which another window may have changed.
 * @throws UiError if one of them was removed, or if the application got another server: the answer was meant for the
 * earlier one
 */
export async function targetAfterQuestion(
  { applications }: { applications: Pick<ApplicationStore, 'list'> },
  { application, environment }: Selection,
): Promise<Selection> {
  const now = await commandApplication({ applications }, { application, environment });
  if (applicationIdentity(now.application) === applicationIdentity(application)) return now;
  throw new UiError(vscode.l10n.t('The server of {0} was changed meanwhile. Run the command again.', application.name));
}

/** Returns the error for a command without a usable application (none, or only of the sandbox). A button adds one. */
export function noApplication(applications: Pick<ApplicationStore, 'list'>): UiError {
  if (applications.list().applications.length > 0) return notEditableError();
  return new UiError(vscode.l10n.t('There is no application yet. Add one, or try the local sandbox.'), [
    'addApplication',
    'startSandbox',
  ]);
}

/** Returns the error for an application or environment that was removed after a tree item or a request used it. */
export function targetGone(target: Located): UiError {
  return new UiError(vscode.l10n.t('{0} no longer exists.', targetName(target)));
}

function notEditableError(): UiError {
  return new UiError(vscode.l10n.t('Sandbox applications cannot be changed.'), ['addApplication']);
}

/** The services of most commands. */
export interface CommandServices extends TargetServices {
  commands: CommandRunner;
}

/** The services that determine the target of a request. */
export interface TargetServices {
  applications: ApplicationStore;
  selection: SelectionStore;
}

/**
 * Like `commandApplication`, but without an argument it returns the window's selection. If nothing is selected, the
 * user picks: production is never chosen implicitly, even if there is only one application.
 */
export async function commandTarget(services: TargetServices, argument: CommandArgument): Promise<Selection> {
  if (argument !== undefined) return commandApplication(services, argument);
  return targetOfCommand(services, () => pickTarget(services));
}

/**
 * Returns the target of a command whose argument names none. If “Try Again” has repeated the command, this is the target
 * of the failed one, even if another one is selected now.
 */
async function targetOfCommand(services: TargetServices, pick: () => Promise<Selection>): Promise<Selection> {
  const command = runningCommand();
  if (command?.target !== undefined) return commandApplication(services, command.target);
  const target = services.selection.current() ?? (await pick());
  if (command !== undefined) command.target = target;
  return target;
}

async function pickTarget(services: TargetServices): Promise<Selection> {
  const { application } = await commandApplication(services, undefined);
  const picked = { application, environment: await pickEnvironment(application, selectTitle(application)) };
  await services.selection.select(picked);
  return picked;
}

/** Like `commandTarget`, for commands that concern all environments: picks no environment. */
export async function targetApplication(services: TargetServices, argument: CommandArgument): Promise<Application> {
  const pick = () => commandApplication(services, argument);
  return (argument === undefined ? await targetOfCommand(services, pick) : await pick()).application;
}

export function selectTitle({ name }: Application): string {
  return vscode.l10n.t('Select Environment of {0}', name);
}

export async function pickApplication(applications: readonly Application[], title: string): Promise<Application> {
  const items = applications.map(application => ({
    label: plainText(application.name),
    description: application.clientId,
    detail: application.sandbox === undefined ? application.serverDomain : vscode.l10n.t('local sandbox'),
    application,
  }));
  const placeHolder = vscode.l10n.t('Name, ClientID or server domain');
  const options = { title, placeHolder, matchOnDescription: true, matchOnDetail: true };
  const chosen = await showPick(items, options);
  return chosen.application;
}

/**
 * Asks the user to pick an environment: production first, then the test environments. The filter matches names and
 * Env IDs.
 * @param current is marked as selected
 * @param without is omitted
 * @returns `undefined` for production
 */
export async function pickEnvironment(
  application: Application,
  title: string,
  current?: Selection,
  without?: Selection,
): Promise<Environment | undefined> {
  const all = [undefined, ...application.environments].filter(
    environment => !isSameTarget(without, { application, environment }),
  );
  const items = all.map(environment => ({
    label: plainText(environmentName(environment)),
    description: environment?.envId ?? '',
    detail: isSameTarget(current, { application, environment }) ? vscode.l10n.t('selected') : '',
    environment,
  }));
  const placeHolder = vscode.l10n.t('Name or Env ID');
  const chosen = await showPick(items, { title, placeHolder, matchOnDescription: true });
  return chosen.environment;
}
