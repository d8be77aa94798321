import { environmentProxy } from '../api/http/environmentProxy';
import { createHttpClient, type HttpClient } from '../api/http/httpClient';
import { t } from './language';
import { WrongInput } from './options';

/** @throws WrongInput for an unusable proxy; the cause may contain its password */
export function openClient(env: NodeJS.ProcessEnv): HttpClient {
  try {
    return createHttpClient({ strictSSL: true, systemCertificates: true, ...environmentProxy(env) });
  } catch {
    throw new WrongInput(t('The proxy of the environment cannot be used. Check HTTPS_PROXY and HTTP_PROXY.'));
  }
}
