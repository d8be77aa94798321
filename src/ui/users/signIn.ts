import * as vscode from 'vscode';
import { ApiError, serviceStatus } from '../../api/errors';
import type { ApiRequest, CallContext } from '../../api/http/apiRequest';
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
import { listOrders, type WebApiTarget } from '../../api/webApi/webApi';
import type { Application } from '../../applications/application';
import type { Selection } from '../../applications/selection';
import { commandTarget, targetAfterQuestion, type TargetServices } from '../applications/commandTarget';
import { targetName } from '../nodes/environmentName';
import { errorMessage } from '../messages/messages';
import type { Guard } from '../guard/guard';
import type { Http } from '../network/http';
import { withRetryProgress } from '../platform/progress';
import { type Step, showPick } from '../platform/prompts';
import { webApiTarget } from '../applications/environmentTarget';
import { isScripted, type CommandArgument } from '../platform/commandArgument';
import { confirm } from '../platform/confirm';
import { anonymousLoss, anonymousSession, permitReplacement } from './permitReplacement';
import { retryUntilAccepted, type FailureServices } from './retryUntilAccepted';
import { realmOf, type Users } from './userSessions';
import { askToContinue, showStatus, withProgress } from '../platform/dialogs';
import { sandboxUserHint, sandboxUserOf } from '../nodes/sandboxUser';

export interface SignInDependencies extends TargetServices {
  users: Users;
  guard: Guard;
  http: Http;
  diagnose: (target: Selection) => Promise<unknown>;
}

/** Signs in as a user of an application with a method that the user picks. */
export async function signIn(dependencies: SignInDependencies, argument: CommandArgument): Promise<void> {
  const target = await commandTarget(dependencies, argument);
  const targetLabel = targetName(target);
  const title = vscode.l10n.t('Sign In as a User of {0}', targetLabel);
  const replaced = await permitReplacement(dependencies.users, target);
  const placeHolder = vscode.l10n.t('How do you sign in?');
  const { open } = await showPick(signInMethods(dependencies, target, title), { title, placeHolder });
  const session = await open();
  // An anonymous user may have signed in meanwhile, or the secrets may have been moved to the other store.
  await permitReplacement(dependencies.users, await targetAfterQuestion(dependencies, target), replaced);
  const { application } = await targetAfterQuestion(dependencies, target);
  await dependencies.users.of(application).keep(realmOf(target), session);
  showStatus(vscode.l10n.t('Signed in to {0}', targetLabel));
}

interface SignInMethod extends vscode.QuickPickItem {
  /** Asks for what the method needs, and returns the session or token of the service. */
  open: () => Promise<UserSession | Secret>;
}

function signInMethods(dependencies: SignInDependencies, target: Selection, title: string): SignInMethod[] {
  const withAccount = (method: UserAccount['method'], registers: boolean) => () =>
    accountSession(dependencies, target, title, { method, registers });
  const user = sandboxUserOf(target.application);
  const sandboxUser = user && {
    label: vscode.l10n.t('The sandbox’s user {0}', user.username),
    description: `${user.email} · ${user.password}`,
    open: () => {
      const account: UserAccount = { method: 'username', name: user.username, password: new Secret(user.password) };
      return callAfterQuestion(dependencies, target, (webApi, context) => logInUser(webApi, account, context));
    },
  };
  const anonymously = async () => {
    await permitNewUser(dependencies.guard, target, anonymousRequest(webApiTarget(target)));
    return callAfterQuestion(dependencies, target, logInAnonymously);
  };
  return [
    ...(sandboxUser === undefined ? [] : [sandboxUser]),
    { label: vscode.l10n.t('E-mail address and password'), open: withAccount('email', false) },
    { label: vscode.l10n.t('User name and password'), open: withAccount('username', false) },
    { label: vscode.l10n.t('Anonymously'), open: anonymously },
    { label: vscode.l10n.t('Register with an e-mail address'), open: withAccount('email', true) },
    { label: vscode.l10n.t('Register with a user name'), open: withAccount('username', true) },
    { label: vscode.l10n.t('Paste a user access token'), open: () => pastedToken(dependencies, target, title) },
  ];
}

function pastedToken(dependencies: SignInDependencies, target: Selection, title: string): Promise<Secret> {
  const input = {
    title,
    steps: [tokenStep],
    initial: { token: '' },
    refusal: tokenRefusal,
    ...failureServices(dependencies, target),
  };
  return retryUntilAccepted(input, async ({ token }) => {
    const pasted = new Secret(token);
    // Every user may read orders.
    await callAfterQuestion(dependencies, target, (webApi, context) =>
      listOrders(webApi, pasted, { limit: 1, offset: 0 }, context),
    );
    return pasted;
  });
}

function accountSession(
  dependencies: SignInDependencies,
  target: Selection,
  title: string,
  { method, registers }: { method: UserAccount['method']; registers: boolean },
): Promise<UserSession> {
  const input = {
    title,
    steps: accountSteps(method, registers ? undefined : target.application),
    initial: { name: '', password: '' },
    refusal: registers ? undefined : loginRefusal,
    ...failureServices(dependencies, target),
  };
  return retryUntilAccepted(input, async ({ name, password }) => {
    const account: UserAccount = { method, name, password: new Secret(password) };
    if (registers) await permitNewUser(dependencies.guard, target, registrationRequest(webApiTarget(target), account));
    const call = registers ? registerUser : logInUser;
    return callAfterQuestion(dependencies, target, (webApi, context) => call(webApi, account, context));
  });
}

/**
 * Calls the service of a target after a question.
 * @throws UiError if the target was removed, or got another server, which must not receive the answers
 */
async function callAfterQuestion<T>(
  dependencies: SignInDependencies,
  asked: Selection,
  call: (webApi: WebApiTarget, context: CallContext) => Promise<T>,
): Promise<T> {
  const webApi = webApiTarget(await targetAfterQuestion(dependencies, asked));
  return withCallProgress(dependencies.http, vscode.l10n.t('Signing in…'), context => call(webApi, context));
}

/** Runs a call with a progress notification that can be cancelled. Retries it after the time in `Retry-After`. */
function withCallProgress<T>(http: Http, title: string, call: (context: CallContext) => Promise<T>): Promise<T> {
  return withProgress(title, async (signal, report) => {
    const context = { fetch: await http.fetch(), signal };
    return withRetryProgress(() => call(context), signal, report);
  });
}

function failureServices({ diagnose, users }: SignInDependencies, target: Selection): FailureServices {
  return {
    diagnose: () => diagnose(target),
    session: () => users.of(target.application).read(realmOf(target)),
    target,
  };
}

/** Returns one message for a wrong password (400, 401), an unknown user (404) and a forbidden login (403). */
function loginRefusal(error: ApiError): string | undefined {
  if (![400, 401, 403, 404].includes(serviceStatus(error) ?? 0)) return undefined;
  return vscode.l10n.t('The service knows no user with this name and password.');
}

function tokenRefusal(error: ApiError): string | undefined {
  if (serviceStatus(error) !== 401) return undefined;
  return vscode.l10n.t(
    'The service does not accept this token here. Was it issued in another environment, or has it expired?',
  );
}

function permitNewUser(guard: Guard, target: Selection, request: ApiRequest): Promise<void> {
  const targetLabel = targetName(target);
  const words = {
    question: vscode.l10n.t('Create a user of {0}?', targetLabel),
    button: vscode.l10n.t('Create User'),
  };
  return guard.permit(target, { risk: 'writes', requests: [redactedRequest(request)] }, { words });
}

/** Ends the session on the service and deletes it here. If the service fails, the user can still delete it here. */
export async function signOut(dependencies: SignInDependencies, argument: CommandArgument): Promise<void> {
  const asked = await commandTarget(dependencies, argument);
  const { application, environment } = asked;
  const isProduction = environment === undefined && application.sandbox === undefined;
  const isAnonymous = (await anonymousSession(dependencies.users, asked)) !== undefined;
  if (isProduction || isAnonymous) await confirmSignOut(asked, argument, isAnonymous);
  const target = await targetAfterQuestion(dependencies, asked);
  const sessions = dependencies.users.of(target.application);
  const realm = realmOf(target);
  const session = await sessions.read(realm);
  try {
    await withCallProgress(dependencies.http, vscode.l10n.t('Signing out…'), context =>
      sessions.logOut(realm, context),
    );
  } catch (error) {
    if (isScripted(argument) || !(error instanceof ApiError) || error.code === 'cancelled') throw error;
    const insist = vscode.l10n.t('Forget Anyway');
    const detail = vscode.l10n.t(
      '{0} The session may stay valid on the service until it expires.',
      errorMessage(error).text,
    );
    const question = vscode.l10n.t('The service did not end the session.');
    await askToContinue(question, detail, insist);
    await sessions.forget(realm, session);
  }
  showStatus(vscode.l10n.t('Signed out'));
}

function confirmSignOut(target: Selection, argument: CommandArgument, isAnonymous: boolean): Promise<void> {
  const targetLabel = targetName(target);
  return confirm('hydrogen.user.signOut', argument, {
    question: isAnonymous
      ? vscode.l10n.t('Sign out the anonymous user of {0}?', targetLabel)
      : vscode.l10n.t('Sign out the user of {0}?', targetLabel),
    detail: isAnonymous ? anonymousLoss() : vscode.l10n.t('The session ends on the service.'),
    button: vscode.l10n.t('Sign Out'),
  });
}

/** @param hinted the application whose users the prompts show if it is in the sandbox; absent for a registration */
function accountSteps(
  method: UserAccount['method'],
  hinted: Application | undefined,
): Step<{ name: string; password: string }>[] {
  const hint = hinted && sandboxUserHint(hinted);
  const withHint = (prompt: string) => (hint === undefined ? prompt : `${prompt}. ${hint}`);
  const nameProblem = (text: string) => {
    if (text === '') return vscode.l10n.t('Enter a value.');
    return method === 'email' && !/^[^\s@]+@[^\s@]+$/.test(text)
      ? vscode.l10n.t('This is not an e-mail address.')
      : undefined;
  };
  const nameStep: Step<{ name: string; password: string }> = {
    prompt: withHint(method === 'email' ? vscode.l10n.t('E-mail address') : vscode.l10n.t('User name')),
    placeholder: (hinted && sandboxUserOf(hinted)?.[method]) ?? '',
    value: ({ name }) => name,
    validate: nameProblem,
    accept: (text, answers) => ({ ...answers, name: text }),
  };
  const passwordStep: typeof nameStep = {
    prompt: hint ?? vscode.l10n.t('Password. It is sent to the service and not kept.'),
    password: true,
    keepsSpaces: true,
    value: ({ password }) => password,
    validate: text => (text === '' ? vscode.l10n.t('Enter a value.') : undefined),
    accept: (text, answers) => ({ ...answers, password: text }),
  };
  return [nameStep, passwordStep];
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
