import type { NamedEnvironment } from '../../api/environmentNames';
import { header, type RequestNode } from './syntax';

export interface Origins {
  /** The origin of the Web API. */
  serverDomain: string;
  /** The origin of the authorization server and the Open API. */
  authUrl: string;
}

/** Returns path and query of an address on a host of the application; `undefined` for any other address. */
export function ownPath(url: string, origins: Origins): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { origin, pathname, search } = new URL(url);
  const isOwn = [origins.serverDomain, origins.authUrl].some(host => new URL(host).origin === origin);
  return isOwn ? pathname + search : undefined;
}

/** Returns whether a path begins with a single slash and has no `.` or `..` segment, in any encoding. */
export function isPlainPath(path: string): boolean {
  if (!path.startsWith('/') || path.startsWith('//') || path.includes('\\')) return false;
  const decoded = decodedPath(path);
  return !/[\0-\x1f\x7f\\]/.test(decoded) && !decoded.split('/').some(segment => segment === '.' || segment === '..');
}

/** Returns the API that a decoded path belongs to. */
export function familyOf(path: string): 'webApi' | 'openApi' {
  return /^\/(oserve|api|userve|dserve)\//.test(path) ? 'openApi' : 'webApi';
}

/** Returns a path as the service reads it. Decodes twice, like chained servers. */
export function decodedPath(path: string): string {
  return lenientDecode(lenientDecode(path));
}

function lenientDecode(text: string): string {
  return text.replace(/(%[0-9a-f]{2})+/gi, encoded => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
    }
  });
}

/** The headers that the extension sets itself (specification, "Authentication"). */
const ownHeaderNames = new Set(['x-hydrogen-client-id', 'x-hydrogen-env-id', 'authorization']);

/** Headers of the connection and not of the request. */
const connectionHeaders = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

type HeaderProblem = 'own' | 'connection' | 'name';

/**
 * Returns why a header is not allowed. Of the headers that the extension sets, only Authorization is allowed, and only
 * with a variable.
 */
export function headerProblem(name: string, value: string): HeaderProblem | undefined {
  if (!isHeaderName(name)) return 'name';
  if (connectionHeaders.has(name.toLowerCase())) return 'connection';
  if (name.toLowerCase() === 'authorization' && value.includes('{{')) return undefined;
  return isOwnHeader(name) ? 'own' : undefined;
}

/** Returns whether a name is a token as HTTP defines it (RFC 9110, 5.6.2). */
export function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~\w-]+$/.test(name);
}

export function isOwnHeader(name: string): boolean {
  return ownHeaderNames.has(normalizedName(name));
}

/** Returns a header name as servers read it: in any case, and often with underscores treated as hyphens. */
export function normalizedName(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}

/** Returns the value of the first header with this name; empty without one. */
export function firstHeader(headers: readonly (readonly [name: string, value: string])[], headerName: string): string {
  return headers.find(([name]) => name.toLowerCase() === headerName)?.[1] ?? '';
}

export function isForm(request: RequestNode): boolean {
  return isFormType(header(request, 'Content-Type')?.value.text ?? '');
}

export function isFormType(contentType: string): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(contentType);
}

/** The properties that identify an application. */
export interface NamedApplication {
  name: string;
  clientId: string;
}

/** A configured application with its hosts and environments. */
export interface ConfiguredApplication extends NamedApplication, Origins {
  environments: readonly NamedEnvironment[];
}

/** Returns the applications that match `# @application`: those with this ClientID, otherwise those with this name. */
export function namedApplications<A extends NamedApplication>(all: readonly A[], nameOrClientId: string): A[] {
  const withClientId = all.filter(({ clientId }) => clientId === nameOrClientId);
  if (withClientId.length > 0) return withClientId;
  return all.filter(({ name }) => name.toLowerCase() === nameOrClientId.toLowerCase());
}

/**
 * Returns the text after `# @application`: the name if it is unambiguous, otherwise the ClientID. For an application
 * outside of the list, the text matches no application, so that its request is refused.
 */
export function applicationWord({ name, clientId }: NamedApplication, all: readonly NamedApplication[]): string {
  const [first, ...more] = namedApplications(all, name);
  const isClear = first?.clientId === clientId && more.length === 0 && !/[\r\n]/.test(name);
  if (isClear) return name;
  const isName = namedApplications(all, clientId).some(other => other.clientId !== clientId);
  return isName ? `ClientID ${clientId}` : clientId;
}
