import * as vscode from 'vscode';
import { joinSentences } from '../../api/messages/template';
import { refreshRequest } from '../../api/openApi/authorize';
import { readServerTime } from '../../api/openApi/openApi';
import { Secret } from '../../api/secret';
import { redactedRequest } from '../../api/http/redactedRequest';
import type { Application } from '../../applications/application';
import { callWithAccessToken } from '../../auth/callWithAccessToken';
import { timeLeft } from '../../auth/timeLeft';
import { AuthError } from '../../auth/authError';
import { applicationSteps } from '../applications/applicationSteps';
import {
  commandApplication,
  commandTarget,
  targetApplication,
  type CommandServices,
} from '../applications/commandTarget';
import { openApiTarget } from '../applications/environmentTarget';
import { targetName } from '../nodes/environmentName';
import type { Guard } from '../guard/guard';
import { isCancelled } from '../platform/command';
import type { Http } from '../network/http';
import type { Tokens } from './tokens';
import { askSteps } from '../platform/prompts';
import { isScripted, type CommandArgument } from '../platform/commandArgument';
import { tryCredentials } from '../applications/tryCredentials';
import { confirm, isAllowedUnasked, requireConfirmed } from '../platform/confirm';
import { showMessage, showStatus, withProgress } from '../platform/dialogs';
import { timeLeftText } from '../messages/timeText';
import { withRetryProgress } from '../platform/progress';

export interface TokenCommandDependencies extends CommandServices {
  tokens: Tokens;
  guard: Guard;
  http: Http;
}

export function registerTokenCommands(dependencies: TokenCommandDependencies): vscode.Disposable[] {
  const { commands } = dependencies;
  return [
    commands.registerEach('hydrogen.application.authorize', argument => authorize(dependencies, argument)),
    commands.registerEach('hydrogen.application.refreshToken', argument => refreshToken(dependencies, argument)),
    commands.registerEach('hydrogen.application.forgetToken', argument => forgetToken(dependencies, argument)),
    commands.registerEach('hydrogen.application.verifyToken', argument => verifyToken(dependencies, argument)),
  ];
}

async function authorize(dependencies: TokenCommandDependencies, argument: CommandArgument): Promise<void> {
  const application = await targetApplication(dependencies, argument);
  const tokens = dependencies.tokens.of(application);
  if (!(await tokens.hasClientSecret())) {
    if (isScripted(argument)) throw new AuthError('noClientSecret');
    await enterClientSecret(dependencies, application);
    return;
  }
  const title = vscode.l10n.t('Authorizing {0}…', application.name);
  await withProgress(title, signal => tokens.authorize({ signal }));
  showAuthorized(application.name, (await tokens.read())?.expiresAt);
}

/** Asks for the ClientSecret, tries it, and stores it if it works or the user keeps it anyway. */
async function enterClientSecret(
  { applications, tokens, http }: TokenCommandDependencies,
  application: Application,
): Promise<void> {
  const { clientSecret } = applicationSteps([]);
  const { name, clientId, authUrl } = application;
  for (;;) {
    const title = vscode.l10n.t('Authorize {0}', name);
    const answers = await askSteps(title, [clientSecret], { clientId });
    const secret = answers.clientSecret ?? new Secret('');
    const credentials = { authUrl, clientId, clientSecret: secret };
    // Another window may have removed the application or moved its secrets to the other store, also during the trial.
    const now = () => commandApplication({ applications }, { application });
    await now();
    const trial = await tryCredentials(name, credentials, http, { onlySecret: true });
    if (trial.outcome === 'edit') continue;
    const applicationTokens = tokens.of((await now()).application);
    await applicationTokens.keep(secret, trial.outcome === 'authorized' ? trial.tokens : undefined);
    if (trial.outcome === 'authorized') showAuthorized(name, (await applicationTokens.read())?.expiresAt);
    return;
  }
}

async function refreshToken(dependencies: TokenCommandDependencies, argument: CommandArgument): Promise<void> {
  const asked = await targetApplication(dependencies, argument);
  requireConfirmed(argument);
  await permitRefresh(dependencies.guard, asked, !isAllowedUnasked('hydrogen.application.refreshToken', argument));
  const { application } = await commandApplication(dependencies, { application: asked });
  const title = vscode.l10n.t('Refreshing the token of {0}…', application.name);
  await withProgress(title, signal => dependencies.tokens.of(application).refresh({ signal })).catch(
    (error: unknown) => {
      if (isCancelled(error) && !isScripted(argument)) showRefreshGoesOn(application.name);
      throw error;
    },
  );
  showStatus(vscode.l10n.t('The token of {0} was refreshed', application.name));
}

/** Shows that a cancelled refresh goes on: a sent request cannot be taken back, and its tokens must not be lost. */
function showRefreshGoesOn(name: string): void {
  const text = vscode.l10n.t(
    'The refresh of the token of {0} may have been sent and goes on. New tokens are stored when they arrive; “Verify Token” shows whether the stored one is valid.',
    name,
  );
  void showMessage('warning', text);
}

/** Asks the guard of production, because all environments share the token set. */
function permitRefresh(guard: Guard, application: Application, asks: boolean): Promise<void> {
  const { authUrl, clientId, name } = application;
  const masked = new Secret('');
  const request = refreshRequest({ authUrl, clientId, clientSecret: masked }, masked);
  const words = {
    question: vscode.l10n.t('Refresh the token of {0}?', name),
    consequence: vscode.l10n.t(
      'All earlier access tokens and refresh tokens of this application become invalid at once, including those in use on servers and other machines.',
    ),
    button: vscode.l10n.t('Refresh Token'),
  };
  const target = { application, environment: undefined };
  return guard.permit(target, { risk: 'endsTokens', requests: [redactedRequest(request)] }, { words, asks });
}

async function forgetToken(dependencies: TokenCommandDependencies, argument: CommandArgument): Promise<void> {
  const asked = await targetApplication(dependencies, argument);
  if (asked.sandbox === undefined) {
    await confirm('hydrogen.application.forgetToken', argument, {
      question: vscode.l10n.t('Forget the token of {0}?', asked.name),
      detail: vscode.l10n.t(
        'The access token and the refresh token of all its environments are deleted from this machine. The ClientSecret stays: it gets new ones. The tokens stay valid on the service until they expire.',
      ),
      button: vscode.l10n.t('Forget Token'),
    });
  }
  const { application } = await commandApplication(dependencies, { application: asked });
  await dependencies.tokens.of(application).forgetTokens();
  showStatus(vscode.l10n.t('The token of {0} was forgotten', application.name));
}

async function verifyToken(dependencies: TokenCommandDependencies, argument: CommandArgument): Promise<void> {
  const { application, environment } = await commandTarget(dependencies, argument);
  const targetLabel = targetName({ application, environment });
  const target = openApiTarget({ application, environment });
  const { value: time, renewed } = await withProgress(
    vscode.l10n.t('Verifying the token of {0}…', targetLabel),
    (signal, report) =>
      withRetryProgress(
        () =>
          callWithAccessToken(
            dependencies.tokens.of(application),
            async token => readServerTime(target, token, { fetch: await dependencies.http.fetch(), signal }),
            { signal },
          ),
        signal,
        report,
      ),
  );
  if (isScripted(argument)) return;
  const outcome = renewed
    ? vscode.l10n.t('{0}: authorized again. The token is valid.', targetLabel)
    : vscode.l10n.t('{0}: the token is valid.', targetLabel);
  const timeText = vscode.l10n.t('The service’s time is {0}.', time);
  void showMessage('information', joinSentences([outcome, timeText]));
}

/** @param expiresAt Unix milliseconds */
function showAuthorized(name: string, expiresAt: number | undefined): void {
  const left = timeLeft(expiresAt, Date.now());
  showStatus(
    left.unit === 'unknown'
      ? vscode.l10n.t('{0} is authorized', name)
      : vscode.l10n.t('{0} is authorized for {1}', name, timeLeftText(left)),
  );
}
