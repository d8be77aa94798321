import { mayCarryCredentials } from '../api/http/sendOnce';
import { WrongInput } from './options';
import { t } from './language';

/**
 * The hosts that may receive secrets: the service's hosts of the application or the sandbox of this run, and those that
 * the owner of the machine names. Every other application of the service is as foreign as any other host.
 */
export class TrustedHosts {
  readonly #named: ReadonlySet<string>;
  readonly #serviceOrigins: readonly string[];

  /**
   * @param named `host` for any port, or `host:port`
   * @param serviceOrigins origins of the service or the sandbox for the application
   * @throws WrongInput
   */
  constructor(named: readonly string[], serviceOrigins: readonly string[]) {
    this.#named = new Set(named.map(normalized));
    this.#serviceOrigins = serviceOrigins;
  }

  /** @param isOwn whether a request is for the application of the run: all applications share the authorization server */
  include(url: URL, isOwn = true): boolean {
    if (isOwn && this.#serviceOrigins.includes(url.origin)) return true;
    if (!mayCarryCredentials(url)) return false;
    const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
    return this.#named.has(url.hostname) || this.#named.has(`${url.hostname}:${port}`);
  }
}

/** Returns the hosts in an option and in the environment variable, separated by commas or spaces. */
export function hostsIn(texts: readonly (string | undefined)[]): string[] {
  return texts.flatMap(text => (text ?? '').split(/[\s,]+/)).filter(host => host !== '');
}

function normalized(host: string): string {
  const address = `http://${host}/`;
  if (!/^(?:[^\s/?#@:*]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host) || !URL.canParse(address)) {
    throw new WrongInput(t('{0} is not a host. Write for example api.example.com or localhost:8080.', host));
  }
  const port = /:(\d+)$/.exec(host.replace(/^\[.*\]/, ''))?.[1];
  return port === undefined ? new URL(address).hostname : `${new URL(address).hostname}:${Number(port)}`;
}
