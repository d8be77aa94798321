import type { HttpClientSettings } from './connections';

/**
 * Reads the proxy settings of the environment, for the editor and the command line. Variable names may be in upper or
 * lower case; an empty variable counts as unset. HTTPS_PROXY has priority, because the service is reached by https
 * only.
 */
export function environmentProxy(
  env: Readonly<Record<string, string | undefined>>,
): Required<Pick<HttpClientSettings, 'noProxy'>> & Pick<HttpClientSettings, 'proxy'> {
  const value = (name: string) => env[name]?.trim() || env[name.toLowerCase()]?.trim() || undefined;
  const hosts = (value('NO_PROXY') ?? '').split(/[,\s]+/);
  return { proxy: value('HTTPS_PROXY') ?? value('HTTP_PROXY'), noProxy: hosts.filter(host => host !== '') };
}

/** The proxy settings of VS Code; see its documentation of `http.*`. */
interface ProxySettings {
  support: string | undefined;
  proxy: string | undefined;
  noProxy: readonly string[] | undefined;
}

/** Reads the settings of VS Code first, then the environment, in the same order as VS Code. */
export function editorProxy(
  { support, proxy, noProxy = [] }: ProxySettings,
  env: Readonly<Record<string, string | undefined>>,
): ReturnType<typeof environmentProxy> {
  const environment = environmentProxy(env);
  return {
    proxy: support === 'off' ? undefined : proxy || environment.proxy,
    noProxy: noProxy.length > 0 ? noProxy : environment.noProxy,
  };
}
