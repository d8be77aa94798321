import { environmentProxy } from '../api/http/environmentProxy';
import { createHttpClient, type HttpClient } from '../api/http/httpClient';
import { t } from './language';
import { WrongInput } from './options';

/**
 * Creates an HTTP client with the proxy of the environment.
 * @throws WrongInput for an unusable proxy, without the cause, which may contain the proxy's password
 */
export function openClient(env: NodeJS.ProcessEnv): HttpClient {
  try {
    return createHttpClient({ strictSSL: true, systemCertificates: true, ...environmentProxy(env) });
  } catch {
    throw new WrongInput(t('The proxy of the environment cannot be used. Check HTTPS_PROXY and HTTP_PROXY.'));
  }
}
