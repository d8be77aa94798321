import * as vscode from 'vscode';
import type { Selection } from '../../../applications/selection';
import type { Target } from '../../../requests/sending/resolve';
import { directive, type RequestDocument, type RequestNode } from '../../../requests/document/syntax';
import { matchOf, writtenTarget } from '../../../requests/language/targetAt';
import { environmentName } from '../../nodes/environmentName';
import { plainText } from '../../platform/plainText';
import type { Tokens } from '../../tokens/tokens';
import { realmOf, type Users } from '../../users/userSessions';

/** Where requests go: the selected application and environment with their tokens. */
export function requestTarget(tokens: Tokens, users: Users, selection: Selection): Target {
  const { application, environment } = selection;
  const { serverDomain, authUrl, clientId, environments } = application;
  return {
    serverDomain,
    authUrl,
    clientId,
    environments,
    envId: environment?.envId,
    accessToken: () => tokens.of(application).accessToken(),
    async userToken(envId) {
      const wanted = environments.find(candidate => candidate.envId === envId);
      return (await users.of(application).read(realmOf({ application, environment: wanted })))?.token;
    },
  };
}

/**
 * Values of `{{name}}` from `hydrogen.variables`: those of the environment override those of all (`*`). A value may decide
 * where a request goes, so a workspace that nobody trusts has none.
 */
export function environmentVariables({ environment }: Selection): Record<string, string> {
  const configuration = vscode.workspace.getConfiguration('hydrogen');
  const setting =
    (vscode.workspace.isTrusted
      ? configuration.get<Record<string, unknown>>('variables')
      : configuration.inspect<Record<string, unknown>>('variables')?.globalValue) ?? {};
  const names = ['*', environment === undefined ? 'Production' : environment.name];
  const values = names.flatMap(name => Object.entries((setting[name] ?? {}) as Record<string, unknown>));
  return Object.fromEntries(values.map(([name, value]) => [name, String(value)]));
}

export interface Destination {
  /** Name of the environment, or the other host. */
  place: string;
  /** Not a host of the application: nothing of its credentials goes there. */
  isOther: boolean;
}

/** Where a request goes, as far as it can be told before variables have values. */
export function destinationOf(request: RequestNode, document: RequestDocument, selection: Selection): Destination {
  const { application, environment } = selection;
  const { kind, path } = writtenTarget(request, document);
  if (kind === 'other' && URL.canParse(path)) {
    const { origin, host } = new URL(path);
    const own = [application.serverDomain, application.authUrl].map(address => new URL(address).origin);
    if (!own.includes(origin)) return { place: plainText(host, 60), isOther: true };
  }
  const match = matchOf(request, document);
  // Sent without an Env ID, so it counts for all environments, and is judged as production.
  if (match?.kind === 'found' && match.operation.authorization === 'none')
    return { place: environmentName(undefined), isOther: false };
  const named = directive(request, 'environment')?.value.text;
  const found = application.environments.find(
    ({ name, envId }) => name.toLowerCase() === named?.toLowerCase() || envId === named,
  );
  if (named === undefined) return { place: plainText(environmentName(environment), 60), isOther: false };
  const isProduction = found === undefined && named.toLowerCase() === 'production';
  return { place: isProduction ? environmentName(undefined) : plainText(found?.name ?? named, 60), isOther: false };
}
