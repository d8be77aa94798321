import * as vscode from 'vscode';
import { refreshRequest } from '../../api/openApi/authorize';
import { readServerTime } from '../../api/openApi/openApi';
import { Secret } from '../../api/secret';
import { redactedRequest } from '../../api/http/redactedRequest';
import type { Application } from '../../applications/application';
import { callWithAccessToken } from '../../auth/callWithAccessToken';
import { AuthError } from '../../auth/authError';
import { applicationSteps } from '../applications/applicationSteps';
import { selectedOr } from '../applications/commandTarget';
import { environmentName } from '../nodes/environmentName';
import type { Parts } from '../parts';
import { askSteps } from '../platform/multiStepInput';
import { isScripted, type CommandArgument } from '../platform/commandArgument';
import { tryCredentials } from '../applications/tryCredentials';
import { showMessage, showStatus, withProgress } from '../platform/dialogs';

export function registerTokenCommands(parts: Parts): vscode.Disposable[] {
  const { commands } = parts;
  return [
    commands.register('hydrogen.application.authorize', argument => authorize(parts, argument)),
    commands.register('hydrogen.application.refreshToken', argument => refresh(parts, argument)),
    commands.register('hydrogen.application.forgetToken', argument => forget(parts, argument)),
    commands.register('hydrogen.application.verifyToken', argument => verify(parts, argument)),
  ];
}

async function authorize(parts: Parts, argument: CommandArgument): Promise<void> {
  const { application } = await selectedOr(parts, argument);
  const tokens = parts.tokens.of(application);
  if (!(await tokens.hasClientSecret())) {
    if (isScripted(argument)) throw new AuthError('noClientSecret');
    await enterClientSecret(parts, application);
    return;
  }
  const title = vscode.l10n.t('Authorizing {0}…', application.name);
  await withProgress(title, signal => tokens.authorize({ signal }));
  done(vscode.l10n.t('{0} is authorized', application.name));
}

/** Asks for the ClientSecret again, tries it, and only then keeps it. */
async function enterClientSecret(parts: Parts, application: Application): Promise<void> {
  const { clientSecret } = applicationSteps([]);
  const { name, clientId, authUrl } = application;
  for (;;) {
    const title = vscode.l10n.t('Authorize {0}', name);
    const answers = await askSteps(title, [clientSecret], { clientId });
    const secret = answers.clientSecret ?? new Secret('');
    const trial = await tryCredentials(name, { authUrl, clientId, clientSecret: secret }, parts.http);
    if (trial.outcome === 'edit') continue;
    await parts.tokens.of(application).keep(secret, trial.outcome === 'authorized' ? trial.tokens : undefined);
    if (trial.outcome === 'authorized') done(vscode.l10n.t('{0} is authorized', name));
    return;
  }
}

async function refresh(parts: Parts, argument: CommandArgument): Promise<void> {
  const { application } = await selectedOr(parts, argument);
  await permitRefresh(parts, application, !isScripted(argument));
  const title = vscode.l10n.t('Refreshing the token of {0}…', application.name);
  await withProgress(title, signal => parts.tokens.of(application).refresh({ signal }));
  done(vscode.l10n.t('The token of {0} was refreshed', application.name));
}

/** The token set is that of all environments, so production's guard decides. */
function permitRefresh({ guard }: Parts, application: Application, asks: boolean): Promise<void> {
  const { authUrl, clientId, name } = application;
  const masked = new Secret('');
  const request = refreshRequest({ authUrl, clientId, clientSecret: masked }, masked);
  const words = {
    question: vscode.l10n.t('Refresh the token of {0}?', name),
    consequence: vscode.l10n.t(
      'Every earlier access token and refresh token of this application ends at once, also those in use on servers and other machines.',
    ),
    button: vscode.l10n.t('Refresh Token'),
  };
  const target = { application, environment: undefined };
  return guard.permit(target, { risk: 'endsTokens', ...redactedRequest(request) }, { words, asks });
}

async function forget(parts: Parts, argument: CommandArgument): Promise<void> {
  const { application } = await selectedOr(parts, argument);
  await parts.tokens.of(application).forgetTokens();
  done(vscode.l10n.t('The token of {0} was forgotten', application.name));
}

async function verify(parts: Parts, argument: CommandArgument): Promise<void> {
  const { application, environment } = await selectedOr(parts, argument);
  const where = `${application.name} · ${environmentName(environment)}`;
  const target = {
    authUrl: application.authUrl,
    ...(environment === undefined ? {} : { envId: environment.envId }),
  };
  const { value: time, renewed } = await withProgress(vscode.l10n.t('Verifying the token of {0}…', where), signal =>
    callWithAccessToken(
      parts.tokens.of(application),
      async token => readServerTime(target, token, { fetch: await parts.http.fetch(), signal }),
      { signal },
    ),
  );
  if (isScripted(argument)) return;
  const answer = renewed
    ? vscode.l10n.t('{0}: the token was renewed on the way and is valid.', where)
    : vscode.l10n.t('{0}: the token is valid.', where);
  const said = vscode.l10n.t('The service’s time is {0}.', time);
  void showMessage('information', `${answer} ${said}`);
}

function done(text: string): void {
  showStatus(text, 5000, 'check');
}
