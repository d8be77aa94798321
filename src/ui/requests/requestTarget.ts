import * as vscode from 'vscode';
import type { Selection } from '../../applications/selection';
import type { Target } from '../../requests/resolve';
import { environmentName } from '../environmentName';
import type { Parts } from '../parts';
import { realmOf } from '../userSessions';

/** Where requests go: the selected application and environment with their tokens. */
export function requestTarget(parts: Pick<Parts, 'tokens' | 'users'>, selection: Selection): Target {
  const { application, environment } = selection;
  const { serverDomain, authUrl, clientId, environments } = application;
  return {
    serverDomain,
    authUrl,
    clientId,
    environments,
    ...(environment === undefined ? {} : { envId: environment.envId }),
    accessToken: () => parts.tokens.of(application).accessToken(),
    async userToken(envId) {
      const wanted = environments.find(candidate => candidate.envId === envId);
      return (await parts.users.of(application).read(realmOf({ application, environment: wanted })))?.token;
    },
  };
}

/** Values of `{{name}}` for an environment: those of every environment, then its own (`hydrogen.variables`). */
export function environmentVariables({ environment }: Selection): Record<string, string> {
  const setting = vscode.workspace.getConfiguration('hydrogen').get<Record<string, unknown>>('variables') ?? {};
  const names = ['*', environment === undefined ? 'Production' : environment.name];
  const values = names.flatMap(name => Object.entries((setting[name] ?? {}) as Record<string, unknown>));
  return Object.fromEntries(values.map(([name, value]) => [name, String(value)]));
}

/** `My Shop · Production`. */
export function targetName({ application, environment }: Selection): string {
  return `${application.name} · ${environmentName(environment)}`;
}
