import type { MiddlewareHandler } from 'hono';
import { checkAccessToken } from './grants';
import { HttpError } from '../http/httpError';
import type { SandboxContext, SandboxEnv } from '../backend/routing';
import {
  type BackendApplication,
  type BackendEnvironment,
  type Backend,
  type RunOwner,
  environmentOf,
  findApplication,
  realmOf,
} from '../backend/backend';
import { checkSession } from './sessions';

/**
 * Authenticates requests of the Web API (specification, "Web API" authentication). X-Hydrogen-Client-ID names the
 * application and is required. X-Hydrogen-Env-ID names a test environment. Authorization ("Hydrogen-r1 ") contains the
 * user token, which is always checked, even on paths that need no user.
 */
export function authenticateWebApi(backend: Backend): MiddlewareHandler<SandboxEnv> {
  return async (context, next) => {
    const clientId = context.req.header('X-Hydrogen-Client-ID');
    if (!clientId) throw new HttpError(400, 'The header X-Hydrogen-Client-ID is required.');
    const application = findApplication(backend, clientId);
    if (!application) throw new HttpError(401, 'The ClientID in X-Hydrogen-Client-ID is not known.');
    const environment = chooseEnvironment(context, application);
    const authorization = context.req.header('Authorization');
    context.set('application', application);
    context.set('environment', environment);
    context.set(
      'userId',
      authorization === undefined
        ? undefined
        : checkSession(backend, realmOf(application, environment), credentialOf(authorization, 'Hydrogen-r1')),
    );
    await next();
  };
}

/**
 * Returns the ID of the acting user.
 * @throws HttpError 401 when the request has no user token
 */
export function requireUser(context: SandboxContext): number {
  const userId = context.get('userId');
  if (userId === undefined) {
    throw new HttpError(401, 'The header Authorization: Hydrogen-r1 <user access token> is required.');
  }
  return userId;
}

/**
 * Authenticates requests of the Open API (specification, "Open API" authentication, rules 1 and 2). The Bearer token
 * identifies the application. X-Hydrogen-Env-ID names a test environment.
 */
export function authenticateOpenApi(backend: Backend): MiddlewareHandler<SandboxEnv> {
  return async (context, next) => {
    const authorization = context.req.header('Authorization');
    if (authorization === undefined) {
      throw new HttpError(401, 'The header Authorization: Bearer <access token> is required.');
    }
    const clientId = checkAccessToken(backend, credentialOf(authorization, 'Bearer'));
    const application = findApplication(backend, clientId);
    if (!application) throw new HttpError(401, 'The application of this access token is not known.');
    context.set('application', application);
    context.set('environment', chooseEnvironment(context, application));
    await next();
  };
}

/** Authenticates requests of a running cloud function by the token of its run. */
export function authenticateRun(backend: Backend): MiddlewareHandler<SandboxEnv> {
  return async (context, next) => {
    const { application, environment } = runOf(backend, context);
    context.set('application', application);
    context.set('environment', environment);
    await next();
  };
}

/**
 * Returns the run that sent a request.
 * @throws HttpError 401 for an unknown token, or one whose run has ended
 */
export function runOf(backend: Backend, context: SandboxContext): RunOwner {
  const owner = backend.runTokens.ownerOf(credentialOf(context.req.header('Authorization') ?? '', 'Bearer'));
  if (owner === undefined) throw new HttpError(401, 'The run of this token has ended.');
  return owner;
}

/** True for a request of a running cloud function. */
export function isRun(context: SandboxContext): boolean {
  const authorization = context.req.header('Authorization') ?? '';
  return context.get('backend').runTokens.ownerOf(authorization.replace(/^Bearer /, '')) !== undefined;
}

function credentialOf(authorization: string, scheme: 'Bearer' | 'Hydrogen-r1'): string {
  if (!authorization.startsWith(`${scheme} `)) {
    throw new HttpError(401, `The Authorization header must begin with "${scheme} ".`);
  }
  return authorization.slice(scheme.length + 1);
}

function chooseEnvironment(context: SandboxContext, application: BackendApplication): BackendEnvironment {
  const environment = environmentOf(application, context.req.header('X-Hydrogen-Env-ID'));
  if (!environment) throw new HttpError(400, 'The Env ID in X-Hydrogen-Env-ID is not known.');
  return environment;
}
