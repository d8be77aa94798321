import { environmentWord, findEnvironment, type NamedEnvironment } from '../../api/environmentNames';
import { RequestError } from './requestError';
import { applicationWord, namedApplications, type NamedApplication } from './rules';
import { directive, type RequestNode } from './syntax';

interface RequestTarget<A, E> {
  application: A;
  /** Absent for production. */
  environment: E | undefined;
}

/**
 * Returns the target of a request: the application and environment in its directives, otherwise the selected ones. With
 * only another application, the target is production of that application. An unknown environment is ignored here,
 * because the sender refuses it.
 * @throws RequestError `unknownApplication`, `ambiguousApplication`
 */
export function targetOf<A extends NamedApplication & { authUrl: string; environments: readonly NamedEnvironment[] }>(
  request: Pick<RequestNode, 'directives'>,
  selected: RequestTarget<A, A['environments'][number]>,
  all: readonly A[],
): RequestTarget<A, A['environments'][number]> {
  const target = namedTarget(request, selected, all);
  const node = directive(request, 'environment');
  if (node === undefined) return target;
  const match = findEnvironment<A['environments'][number]>(target.application.environments, node.value.text);
  return match.kind === 'found' ? { ...target, environment: match.environment } : target;
}

function namedTarget<A extends NamedApplication & { authUrl: string }, E>(
  request: Pick<RequestNode, 'directives'>,
  selected: RequestTarget<A, E>,
  all: readonly A[],
): RequestTarget<A, E> {
  const node = directive(request, 'application');
  if (node === undefined) return selected;
  const name = node.value.text;
  const [application, ...more] = namedApplications(all, name);
  if (application === undefined) throw new RequestError('unknownApplication', name, node);
  if (more.length > 0) throw new RequestError('ambiguousApplication', name, node);
  const { clientId, authUrl } = selected.application;
  const isSelected = application.clientId === clientId && application.authUrl === authUrl;
  return { application, environment: isSelected ? selected.environment : undefined };
}

/**
 * Returns a target for requests that all name their application and environment, and so need no selection; otherwise
 * `undefined`. The application may be omitted if there is only one.
 */
export function pinnedTarget<A extends NamedApplication>(
  requests: readonly Pick<RequestNode, 'directives'>[],
  all: readonly A[],
): RequestTarget<A, never> | undefined {
  const applications = requests.map(request => {
    const name = directive(request, 'application')?.value.text;
    const [application, ...more] = name === undefined ? all : namedApplications(all, name);
    return directive(request, 'environment') === undefined || more.length > 0 ? undefined : application;
  });
  const [application] = applications;
  if (application === undefined || applications.includes(undefined)) return undefined;
  return { application, environment: undefined };
}

/**
 * Returns the directives that fix the application and environment of a new request, independent of the selection.
 * @param environment may have the Env ID of a deleted environment: then the request is refused instead of sent
 * elsewhere
 */
export function targetLines(
  application: NamedApplication & { environments?: readonly NamedEnvironment[] },
  environment: { envId?: string | undefined } | undefined,
  all: readonly (NamedApplication & { environments: readonly NamedEnvironment[] })[],
): string {
  const isOnly = all.length === 1 && all[0]?.clientId === application.clientId;
  return [
    ...(isOnly ? [] : [`# @application ${applicationWord(application, all)}\n`]),
    ...(environment === undefined ? [] : [`# @environment ${wordOf(environment.envId, application, all)}\n`]),
  ].join('');
}

function wordOf(
  envId: string | undefined,
  application: Parameters<typeof targetLines>[0],
  all: Parameters<typeof targetLines>[2],
): string {
  const known = application.environments ?? all.find(({ clientId }) => clientId === application.clientId)?.environments;
  return environmentWordFor(envId, known ?? []);
}

/** Returns the text after `# @environment`; for an unknown Env ID, a text that matches no environment. */
export function environmentWordFor(envId: string | undefined, environments: readonly NamedEnvironment[]): string {
  if (envId === undefined) return environmentWord(undefined, environments);
  return environmentWord(environments.find(one => one.envId === envId) ?? { name: '', envId }, environments);
}
