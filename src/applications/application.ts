import * as v from 'valibot';
import { isLoopback } from '../api/http/sendOnce';
import { parseAddress } from './address';

/** The rules that protect an environment against calls that change something, from the weakest to the strictest. */
export const guardRules = ['confirm', 'type the name', 'readOnly'] as const;

export type GuardRule = (typeof guardRules)[number];

/** A test environment. Production always exists and has no Env ID (specification, "Authentication"). */
export interface Environment {
  name: string;
  envId: string;
  /** The rule for this environment; absent: no confirmation. */
  guard?: GuardRule;
}

/** A content group that was added by its ID. */
export interface ContentGroup {
  id: string;
  name?: string;
}

/** One application in the setting `hydrogen.applications`; it contains no credentials. */
export interface Application {
  name: string;
  clientId: string;
  /** Origin of the Web API: `{base_url}`. */
  serverDomain: string;
  /** Origin of the authorization server and the Open API: `{auth_url}`. */
  authUrl: string;
  environments: readonly Environment[];
  contentGroups: readonly ContentGroup[];
  /** True if the ClientSecret and tokens are only kept in memory, until the window closes. */
  sessionOnly?: boolean;
  /** The rule for production; absent: the setting `hydrogen.guard`. */
  guard?: GuardRule;
  /**
   * Set for the local sandbox, which is not in the settings. Credentials are bound to this name, because the port
   * changes.
   */
  sandbox?: string;
  /** Set for an application that was copied into the sandbox: the name of the copied environment. */
  world?: string | undefined;
}

/** The service's public authorization server. */
export const publicAuthUrl = 'https://cloud.minapp.com';

/** Returns the default server domain of the vendor's SDKs. */
export function publicServerDomain(clientId: string): string {
  return `https://${clientId.toLowerCase()}.myminapp.com`;
}

/**
 * True if an address, with any protocol and port, belongs to the hosts that all applications share, or to those of an
 * application.
 */
function isServiceHost(url: URL, application: Pick<Application, 'serverDomain' | 'authUrl'>): boolean {
  return /^cloud\.minapp\.com$|\.myminapp\.com$/.test(hostOf(url)) || isOwnHost(url, application);
}

/** True for a host of an application, with any protocol and port. On this machine, another port is another server. */
function isOwnHost(url: URL, { serverDomain, authUrl }: Pick<Application, 'serverDomain' | 'authUrl'>): boolean {
  const ownHosts = [serverDomain, authUrl].map(origin => hostOf(new URL(origin)));
  return !isLoopback(url.hostname) && ownHosts.includes(hostOf(url));
}

function hostOf({ hostname }: URL): string {
  return hostname.replace(/\.$/, '');
}

/**
 * Returns the application whose production a complete address leads to: the first that has its host, else the first, if
 * all applications share the host. `undefined` for a host of no application.
 */
export function ownerOf(url: URL, applications: readonly Application[]): Application | undefined {
  const real = applications.filter(({ sandbox }) => sandbox === undefined);
  return real.find(one => isOwnHost(url, one)) ?? real.find(one => isServiceHost(url, one));
}

/**
 * True if a request goes to production: to the application without an Env ID and not to a sandbox, or to a host of the
 * service by another address.
 */
export function isForProduction(
  { family, environment, url }: { family: string; environment: { envId?: string } | undefined; url: URL },
  application: Application,
  isSandbox = application.sandbox !== undefined,
): boolean {
  return family === 'other' ? isServiceHost(url, application) : environment?.envId === undefined && !isSandbox;
}

/** Returns the key of an application. The same ClientID on two authorization servers means two applications. */
export function applicationKey(application: Pick<Application, 'authUrl' | 'clientId'>): string {
  return `${application.authUrl}|${application.clientId}`;
}

/** Returns a key that includes the server domain, so that stored requests and consents do not apply to another one. */
export function applicationIdentity({
  sandbox,
  authUrl,
  serverDomain,
  clientId,
}: Pick<Application, 'authUrl' | 'serverDomain' | 'clientId'> & { sandbox?: string | undefined }): string {
  return JSON.stringify(sandbox === undefined ? [authUrl, serverDomain, clientId] : [sandbox, clientId]);
}

/** Returns the scope that the credentials of an application are bound to. */
export function credentialScope(application: Application): string {
  return application.sandbox ?? application.authUrl;
}

export type FieldProblem = 'empty' | 'header' | 'spaces';

/**
 * Returns the problem of a ClientID or Env ID, if any. Headers contain both, so they must be visible ASCII characters.
 */
export function idProblem(text: string): FieldProblem | undefined {
  if (text === '') return 'empty';
  if (/\s/.test(text)) return 'spaces';
  return /^[\x21-\x7e]+$/.test(text) ? undefined : 'header';
}

const text = v.pipe(v.string(), v.trim(), v.minLength(1));
const id = v.pipe(
  text,
  v.check(value => idProblem(value) === undefined),
);
const address = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const { origin } = parseAddress(dataset.value);
    if (origin !== undefined) return origin;
    addIssue();
    return NEVER;
  }),
);
const guard = v.exactOptional(v.picklist(guardRules));
const groupId = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.trim(), v.minLength(1));

export const applicationShape = v.pipe(
  v.object({
    name: text,
    clientId: id,
    serverDomain: address,
    authUrl: v.optional(address, publicAuthUrl),
    environments: v.optional(v.array(v.object({ name: text, envId: id, guard })), []),
    contentGroups: v.optional(v.array(v.object({ id: groupId, name: v.optional(text) })), []),
    sessionOnly: v.optional(v.boolean()),
    guard,
  }),
  v.transform(({ sessionOnly, contentGroups, ...rest }): Application => ({
    ...rest,
    contentGroups: contentGroups.map(({ id: groupId, name }) =>
      name === undefined ? { id: groupId } : { id: groupId, name },
    ),
    ...(sessionOnly === true ? { sessionOnly } : {}),
  })),
);
