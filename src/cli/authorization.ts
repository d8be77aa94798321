import type { HttpClient } from '../api/http/httpClient';
import { authorize, type TokenResponse } from '../api/openApi/authorize';
import type { Secret } from '../api/secret';
import type { AccessTokens } from '../auth/callWithAccessToken';
import { createAccessTokens } from './accessTokens';
import { RunError } from './messages';
import type { CommandTarget } from './target';
import { t } from './language';

/**
 * Authorizes for the Open API with the ClientSecret of the run.
 * @throws RunError without a ClientSecret, or if its host is not trusted; ApiError
 */
export function authorizeRun(
  { application, secrets, trusted }: Pick<CommandTarget, 'application' | 'secrets' | 'trusted'>,
  fetch: HttpClient['fetch'],
  signal: AbortSignal | undefined,
): Promise<TokenResponse> {
  const { authUrl, clientId } = application;
  const clientSecret = requireSecret(secrets.clientSecret, t('There is no ClientSecret: set HYDROGEN_CLIENT_SECRET.'));
  const url = new URL(authUrl);
  if (!trusted.include(url)) throw untrustedHostError(url, [t('the ClientSecret')]);
  return authorize({ authUrl, clientId, clientSecret }, { fetch, signal });
}

/** Returns the access token of a run. */
export function runTokens(target: CommandTarget, fetch: HttpClient['fetch'], signal: AbortSignal): AccessTokens {
  return createAccessTokens(async () => (await authorizeRun(target, fetch, signal)).accessToken);
}

/**
 * Returns the error for a host that must not receive the credentials or files in a request.
 * @param isService whether it is a host of the service, which must not receive them for another application
 */
export function untrustedHostError({ host }: URL, carried: readonly string[], isService = false): RunError {
  const names = [...new Set(carried)].join(', ');
  return new RunError(
    'untrustedHost',
    isService
      ? t(
          'It was not sent, because {0} would go to the application whose token, cookie or ClientID the document contains. If you trust it, add --allow-host {1}.',
          names,
          host,
        )
      : t('It was not sent, because {0} would go to {1}. If you trust that host, add --allow-host {1}.', names, host),
  );
}

/** Returns the secret. @throws RunError with `message` if it is undefined */
export function requireSecret(secret: Secret | undefined, message: string): Secret {
  if (secret === undefined) throw new RunError('noSecret', message);
  return secret;
}
