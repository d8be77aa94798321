import type { ApiError, ApiErrorCode } from '../api/errors';
import { t } from './language';

const sentences: Record<ApiErrorCode, (host: string, error: ApiError) => string> = {
  cancelled: () => t('Cancelled.'),
  timeout: host => t('{0} did not respond in time. # @timeout gives a request more time.', host),
  unknownHost: host => t('The host {0} was not found. Check the address, the network and the proxy.', host),
  refused: host => t('Nothing listens at {0}.', host),
  tls: host => t('There is no secure connection to {0}: its certificate or protocol is not accepted.', host),
  network: host => t('The connection to {0} broke, or could not be made.', host),
  tooLarge: host => t('The response of {0} is too large.', host),
  endless: host => t('The list of {0} does not end.', host),
  notJson: host => t('The response of {0} is not JSON.', host),
  unexpectedShape: (host, { expected }) =>
    expected === undefined
      ? t('The response of {0} is not what the service documents.', host)
      : t('The response of {0} is not what the service documents: {1} is missing.', host, expected),
  insecure: host => t('Plain http would show credentials on the way to {0}. Use https.', host),
  tooManyRedirects: host => t('{0} redirects too often.', host),
  unsafeRedirect: host => t('{0} redirects to an address that may not get the credentials.', host),
  status: (host, { status, serverMessage }) => {
    const shown = status ?? t('an error');
    return serverMessage === undefined
      ? t('{0} responded with {1}.', host, shown)
      : t('{0} responded with {1}: {2}', host, shown, serverMessage);
  },
};

/** The message for a failed call, with its system error code, such as ENOTFOUND. */
export function apiMessage(error: ApiError): string {
  const host = URL.canParse(error.url) ? new URL(error.url).host : error.url;
  const reason = error.reason === undefined ? '' : ` (${error.reason})`;
  return `${sentences[error.code](host, error)}${reason}`;
}
