import { parseAddress } from './address';
import { applicationKey, type Application, type Environment } from './application';

/** The default target of commands; each window has its own. */
export interface Selection {
  application: Application;
  /** `undefined` is production. */
  environment: Environment | undefined;
}

/** The stored selection of a window. */
interface StoredSelection {
  application: string;
  envId?: string;
}

/**
 * Restores a selection. If the application or the environment no longer exists, the selection is empty: commands must not
 * silently run on production. Without an earlier selection, it is the first application. The sandbox counts only if there is
 * no other application, because running a function may start it.
 */
export function resolveSelection(applications: readonly Application[], stored: unknown): Selection | undefined {
  const { application: key, envId } = (stored ?? {}) as Partial<StoredSelection>;
  const first = applications.find(({ sandbox }) => sandbox === undefined) ?? applications[0];
  const application = key === undefined ? first : applications.find(candidate => applicationKey(candidate) === key);
  if (application === undefined) return undefined;
  const environment = application.environments.find(candidate => candidate.envId === envId);
  return envId !== undefined && environment === undefined ? undefined : { application, environment };
}

export function storeSelection(selection: Selection): StoredSelection {
  return {
    application: applicationKey(selection.application),
    ...(selection.environment === undefined ? {} : { envId: selection.environment.envId }),
  };
}

/** The target in an argument of a script or key binding. */
export interface TargetArgument {
  clientId: string;
  authUrl?: string;
  envId?: string | undefined;
}

/** Finds the application (and environment) for a command's argument; `undefined` if there is none. */
export function findTarget(applications: readonly Application[], argument: TargetArgument): Selection | undefined {
  const { clientId, authUrl, envId } = argument;
  // Written by hand, as in the settings: with capitals, a path or without a scheme.
  const origin = authUrl === undefined ? undefined : parseAddress(authUrl).origin;
  if (authUrl !== undefined && origin === undefined) return undefined;
  const application = applications.find(
    candidate => candidate.clientId === clientId && (origin === undefined || candidate.authUrl === origin),
  );
  if (application === undefined) return undefined;
  const environment = application.environments.find(candidate => candidate.envId === envId);
  if (envId !== undefined && environment === undefined) return undefined;
  return { application, environment };
}
