import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import type { ConnectionRoute, HttpClientSettings } from '../../api/http/connections';
import { editorProxy } from '../../api/http/environmentProxy';
import { urlWithoutCredentials, type Fetch } from '../../api/http/sendOnce';
import type * as httpClient from '../../api/http/httpClient';
import type { ClientCertificates } from './clientCertificates';
import type { Log } from '../platform/log';
import { loadPart } from '../loading/loadPart';
import type { NetworkSettings } from './networkSettings';
import { UiError } from '../messages/uiError';

export interface Http extends vscode.Disposable {
  /**
   * Loads and builds the client at the first request. The returned function always uses the current settings, so it can
   * be kept.
   */
  fetch(): Promise<Fetch>;
  /**
   * Returns the client's route to an address; `undefined` if VS Code chooses it.
   * @throws TypeError for an unusable proxy
   */
  resolveRoute(url: URL): Promise<ConnectionRoute | undefined>;
}

export function createHttp(settings: NetworkSettings, certificates: ClientCertificates, log: Log): Http {
  let client: httpClient.HttpClient | undefined;
  const drop = () => {
    const old = client;
    client = undefined;
    // Closing waits for requests that are still running.
    void old?.close();
  };
  const subscription = vscode.workspace.onDidChangeConfiguration(event => {
    if (settings.affectedBy(event)) drop();
  });
  const loadClient = () => loadPart('http', () => import('../../api/http/httpClient'));
  const allSettings = () => ({ ...clientSettings(settings), clientCertificates: certificates.loadable() });
  return {
    async fetch() {
      // Both clients need this chunk, because authorization uses its cookie jar.
      const part = await loadClient();
      const current = () =>
        settings.client() === 'vscode' ? globalThis.fetch : (client ??= build(part, allSettings())).fetch;
      // Reports unusable settings before the request begins.
      current();
      return logged((url, init) => current()(url, init), log);
    },
    resolveRoute: async url =>
      settings.client() === 'vscode' ? undefined : (await loadClient()).resolveRoute(url, allSettings()),
    dispose() {
      subscription.dispose();
      drop();
    },
  };
}

function build({ createHttpClient }: typeof httpClient, settings: HttpClientSettings): httpClient.HttpClient {
  try {
    return createHttpClient(settings);
  } catch {
    // Drops the cause, which may contain the proxy address with its password.
    throw new UiError(
      vscode.l10n.t(
        'The proxy in VS Code’s settings cannot be used. Check http.proxy or the proxy environment variables.',
      ),
    );
  }
}

/** Logs method, safe address, status and duration of every request; never query, headers or body. */
function logged(fetch: Fetch, log: Log): Fetch {
  return async (url, init) => {
    const start = performance.now();
    const request = `${init.method} ${urlWithoutCredentials(new URL(url))}`;
    const elapsed = () => `${Math.round(performance.now() - start)} ms`;
    try {
      const response = await fetch(url, init);
      log.debug(`${request} ${response.status} ${elapsed()}`);
      return response;
    } catch (error) {
      log.debug(`${request} failed ${elapsed()}`);
      throw error;
    }
  };
}

/** Reads settings in VS Code's order: `http.proxy`, then the environment; `http.noProxy` before `NO_PROXY`. */
function clientSettings(network: NetworkSettings): HttpClientSettings {
  const http = <T>(name: string) => network.http<T>(name);
  const proxySettings = {
    support: http<string>('proxySupport'),
    proxy: http<string>('proxy'),
    noProxy: http<string[]>('noProxy'),
  };
  return {
    ...editorProxy(proxySettings, process.env),
    proxyAuthorization: http<string | null>('proxyAuthorization') ?? undefined,
    strictSSL: network.checksCertificates(),
    systemCertificates: http<boolean>('systemCertificates') ?? true,
    extraAuthorities: extraAuthorities(),
  };
}

/**
 * Returns the certificates in the file that `NODE_EXTRA_CA_CERTS` names. Node reads that file only at startup, and not
 * every extension host starts with the variable.
 */
function extraAuthorities(): string | undefined {
  const file = process.env['NODE_EXTRA_CA_CERTS'];
  if (file === undefined || file === '') return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // Node itself warns about an unreadable file and continues.
    return undefined;
  }
}
