import * as vscode from 'vscode';
import { ApiError } from '../../api/errors';
import type { ApiRequest } from '../../api/http/apiRequest';
import { Secret } from '../../api/secret';
import { redactedRequest } from '../../api/http/redactedRequest';
import {
  anonymousRequest,
  logInAnonymously,
  logInUser,
  registerUser,
  registrationRequest,
  type UserAccount,
  type UserSession,
} from '../../api/webApi/users';
import type { Selection } from '../../applications/selection';
import { commandTarget } from '../applications/commandTarget';
import { environmentName } from '../nodes/environmentName';
import { errorMessage } from '../platform/messages';
import type { ApplicationStore } from '../applications/applicationStore';
import type { SelectionStore } from '../applications/selectionStore';
import type { Guard } from '../guard/guard';
import type { CommandRunner } from '../platform/command';
import type { Http } from '../platform/http';
import { askSteps, type Step } from '../platform/multiStepInput';
import { webApiTarget } from '../applications/environmentTarget';
import { isScripted, type CommandArgument } from '../platform/commandArgument';
import { realmOf, type Users } from './userSessions';
import { showModal, showStatus, withProgress } from '../platform/dialogs';
import { showPick } from '../platform/prompts';

interface UserDependencies {
  commands: CommandRunner;
  applications: ApplicationStore;
  selection: SelectionStore;
  users: Users;
  guard: Guard;
  http: Http;
}

/** Signing in as a user of an application, and out. */
export function registerUsers(dependencies: UserDependencies): vscode.Disposable {
  const { commands } = dependencies;
  return vscode.Disposable.from(
    commands.register('hydrogen.user.signIn', argument => signIn(dependencies, argument)),
    commands.register('hydrogen.user.signOut', argument => signOut(dependencies, argument)),
  );
}

type Way = 'email' | 'username' | 'registerEmail' | 'registerUsername' | 'anonymous' | 'paste';

async function signIn(dependencies: UserDependencies, argument: CommandArgument): Promise<void> {
  const target = await commandTarget(dependencies, argument);
  const where = `${target.application.name} · ${environmentName(target.environment)}`;
  const title = vscode.l10n.t('Sign In as a User of {0}', where);
  const sessions = dependencies.users.of(target.application);
  const realm = realmOf(target);
  const way = await pickWay(title);
  if (way === 'paste') {
    const { token } = await askSteps(title, [tokenStep], { token: '' });
    await sessions.keep(realm, new Secret(token));
  } else {
    const session = await openSession(dependencies, target, way, title);
    await sessions.keep(realm, session);
  }
  showStatus(vscode.l10n.t('Signed in to {0}', where), 5000, 'check');
}

async function openSession(
  { guard, http }: UserDependencies,
  target: Selection,
  way: Exclude<Way, 'paste'>,
  title: string,
): Promise<UserSession> {
  const account = way === 'anonymous' ? undefined : await askAccount(title, way);
  const webApi = webApiTarget(target);
  const registers = way === 'registerEmail' || way === 'registerUsername';
  if (account === undefined) await permitNewUser(guard, target, anonymousRequest(webApi));
  else if (registers) await permitNewUser(guard, target, registrationRequest(webApi, account));
  return withProgress(vscode.l10n.t('Signing in…'), async signal => {
    const context = { fetch: await http.fetch(), signal };
    if (account === undefined) return logInAnonymously(webApi, context);
    return registers ? registerUser(webApi, account, context) : logInUser(webApi, account, context);
  });
}

function permitNewUser(guard: Guard, target: Selection, request: ApiRequest): Promise<void> {
  const where = `${target.application.name} · ${environmentName(target.environment)}`;
  const words = {
    question: vscode.l10n.t('Create a user of {0}?', where),
    button: vscode.l10n.t('Create User'),
  };
  return guard.permit(target, { risk: 'writes', ...redactedRequest(request) }, { words });
}

async function signOut(dependencies: UserDependencies, argument: CommandArgument): Promise<void> {
  const target = await commandTarget(dependencies, argument);
  const sessions = dependencies.users.of(target.application);
  const realm = realmOf(target);
  try {
    await withProgress(vscode.l10n.t('Signing out…'), async signal =>
      sessions.logOut(realm, { fetch: await dependencies.http.fetch(), signal }),
    );
  } catch (error) {
    if (isScripted(argument) || !(error instanceof ApiError) || error.code === 'cancelled') throw error;
    const insist = vscode.l10n.t('Forget Anyway');
    const detail = vscode.l10n.t(
      '{0} The session may stay valid on the service until it ends.',
      errorMessage(error).text,
    );
    const question = vscode.l10n.t('The service did not end the session.');
    const chosen = await showModal('warning', question, detail, insist);
    if (chosen !== insist) throw new vscode.CancellationError();
    await sessions.forget(realm);
  }
  showStatus(vscode.l10n.t('Signed out'), 5000, 'check');
}

async function pickWay(title: string): Promise<Way> {
  const entry = (label: string, way: Way) => ({ label, way });
  const chosen = await showPick(
    [
      entry(vscode.l10n.t('E-mail address and password'), 'email'),
      entry(vscode.l10n.t('User name and password'), 'username'),
      entry(vscode.l10n.t('Anonymously'), 'anonymous'),
      entry(vscode.l10n.t('Register with an e-mail address'), 'registerEmail'),
      entry(vscode.l10n.t('Register with a user name'), 'registerUsername'),
      entry(vscode.l10n.t('Paste a user access token'), 'paste'),
    ],
    { title },
  );
  if (chosen === undefined) throw new vscode.CancellationError();
  return chosen.way;
}

async function askAccount(title: string, way: Exclude<Way, 'paste' | 'anonymous'>): Promise<UserAccount> {
  const method = way === 'email' || way === 'registerEmail' ? 'email' : 'username';
  const nameStep: Step<{ name: string; password: string }> = {
    prompt: method === 'email' ? vscode.l10n.t('E-mail address') : vscode.l10n.t('User name'),
    value: ({ name }) => name,
    validate: text => (text === '' ? vscode.l10n.t('Enter a value.') : undefined),
    accept: (text, answers) => ({ ...answers, name: text }),
  };
  const passwordStep: typeof nameStep = {
    prompt: vscode.l10n.t('Password. It is sent to the service and not kept.'),
    password: true,
    value: ({ password }) => password,
    validate: text => (text === '' ? vscode.l10n.t('Enter a value.') : undefined),
    accept: (text, answers) => ({ ...answers, password: text }),
  };
  const { name, password } = await askSteps(title, [nameStep, passwordStep], { name: '', password: '' });
  return { method, name, password: new Secret(password) };
}

const tokenStep: Step<{ token: string }> = {
  get prompt() {
    return vscode.l10n.t('User access token: the field "token" of a registration or login');
  },
  password: true,
  value: ({ token }) => token,
  validate: text => (/^[\x21-\x7e]+$/.test(text) ? undefined : vscode.l10n.t('Enter the token without spaces.')),
  accept: text => ({ token: text }),
};
