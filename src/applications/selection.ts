import { parseAddress } from './address';
import { applicationKey, type Application, type Environment } from './application';

/** The default target of commands; each window has its own. */
export interface Selection {
  application: Application;
  /** `undefined` means production. */
  environment: Environment | undefined;
}

/** True if both are the same environment of the same application. */
export function isSameTarget(one: Selection | undefined, other: Selection): boolean {
  return (
    one !== undefined &&
    applicationKey(one.application) === applicationKey(other.application) &&
    one.environment?.envId === other.environment?.envId
  );
}

/** The stored selection of a window. */
interface StoredSelection {
  application: string;
  envId?: string;
}

/**
 * Restores a selection. If the application or the environment no longer exists, the selection is empty: commands must
 * not silently run on production. Without a stored selection, selects the first application. Selects the sandbox only
 * if there is no other application, because running a function may start the sandbox.
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

/** The target that a script or key binding passes to a command. */
export interface TargetArgument {
  clientId: string;
  authUrl?: string;
  envId?: string | undefined;
}

/** Returns the application and environment of a command's argument; `undefined` if one of them does not exist. */
export function findTarget(applications: readonly Application[], argument: TargetArgument): Selection | undefined {
  const { clientId, authUrl, envId } = argument;
  // Users write the address by hand, as in the settings: with capitals, with a path, or without a scheme.
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
