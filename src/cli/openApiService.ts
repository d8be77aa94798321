import type { HttpClient } from '../api/http/httpClient';
import type { DataService } from '../api/openApi/dataService';
import { isTokenRejected } from '../api/openApi/openApi';
import { repeatAfterRejection } from '../auth/callWithAccessToken';
import { runTokens } from './authorization';
import type { CommandTarget } from './target';

/**
 * Returns access to the Open API of a target. Repeats a call once with a new access token if the token was rejected.
 */
export function openApiService(target: CommandTarget, { fetch }: HttpClient, signal: AbortSignal): DataService {
  const { application, environment } = target;
  const tokens = runTokens(target, fetch, signal);
  return {
    target: { authUrl: application.authUrl, envId: environment?.envId },
    context: { fetch, signal },
    withToken: async call =>
      repeatAfterRejection(await tokens.get(), call, async token =>
        (await isTokenRejected(application, token, { fetch, signal })) ? tokens.renew(token) : undefined,
      ),
  };
}
