import type { Application, Environment } from '../../applications/application';
import {
  findTarget,
  resolveSelection,
  storeSelection,
  type Selection,
  type TargetArgument,
} from '../../applications/selection';
import type { OpenApiTarget } from '../../api/openApi/openApi';
import type { WebApiTarget } from '../../api/webApi/webApi';
import { isScripted, type CommandArgument } from '../platform/commandArgument';

/** A tree item or other object with an application and an environment. */
export interface Located {
  application: Application;
  environment?: Environment | undefined;
}

export function isLocated(argument: unknown): argument is Located {
  return typeof argument === 'object' && argument !== null && 'application' in argument;
}

function isTargetArgument(argument: unknown): argument is TargetArgument {
  return isScripted(argument) && typeof argument['clientId'] === 'string';
}

/**
 * Returns the current application and environment of a command's argument: a tree item or a script's object. Returns
 * `undefined` if one of them does not exist: a tree item may be older than the settings, and a removed environment must
 * not become production.
 */
export function locate(applications: readonly Application[], argument: CommandArgument): Selection | undefined {
  if (isTargetArgument(argument)) return findTarget(applications, argument);
  if (!isLocated(argument)) return undefined;
  const { application, environment } = argument;
  return resolveSelection(applications, storeSelection({ application, environment }));
}

export function webApiTarget({ application, environment }: Selection): WebApiTarget {
  const { serverDomain, clientId } = application;
  return { serverDomain, clientId, envId: environment?.envId };
}

export function openApiTarget({ application, environment }: Selection): OpenApiTarget {
  return { authUrl: application.authUrl, envId: environment?.envId };
}
