import { isSafe } from '../api/http/sendOnce';
import { isServiceHost } from '../applications/application';
import { WrongInput } from './options';
import { t } from './language';

/**
 * The hosts that may receive secrets: those of the service, those that the owner of the machine names, and the sandbox of
 * this run. A repository cannot add any.
 */
export class TrustedHosts {
  readonly #named: ReadonlySet<string>;
  readonly #sandbox: string | undefined;

  /**
   * @param named `host` for any port, or `host:port`
   * @param sandbox origin of the sandbox that this run started
   * @throws WrongInput
   */
  constructor(named: readonly string[], sandbox: string | undefined) {
    this.#named = new Set(named.map(normalized));
    this.#sandbox = sandbox;
  }

  include(url: URL): boolean {
    if (url.origin === this.#sandbox) return true;
    if (!isSafe(url)) return false;
    const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
    return isServiceHost(url) || this.#named.has(url.hostname) || this.#named.has(`${url.hostname}:${port}`);
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
