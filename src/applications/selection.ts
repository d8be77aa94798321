import { parseAddress } from './address';
import { applicationKey, type Application, type Environment } from './application';

/** What commands run on when nothing else is named; belongs to the window. */
export interface Selection {
  application: Application;
  /** `undefined` is production. */
  environment: Environment | undefined;
}

/** The selection as a window remembers it. */
interface StoredSelection {
  application: string;
  envId?: string;
}

/**
 * Finds what was selected. When the application or the environment is gone nothing is: production must not be what commands
 * run on, unasked. Before anything was selected it is the first application.
 */
export function resolveSelection(applications: readonly Application[], stored: unknown): Selection | undefined {
  const { application: key, envId } = (stored ?? {}) as Partial<StoredSelection>;
  const application =
    key === undefined ? applications[0] : applications.find(candidate => applicationKey(candidate) === key);
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

/** How a script or key binding names its target. */
export interface TargetArgument {
  clientId: string;
  authUrl?: string;
  envId?: string | undefined;
}

/** Finds the application (and environment) that a command's argument names; `undefined` when there is none. */
export function findTarget(applications: readonly Application[], argument: TargetArgument): Selection | undefined {
  const { clientId, authUrl, envId } = argument;
  // Written by hand, as in the settings: capitals, a path or no scheme at all.
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
