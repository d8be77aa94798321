import { findEnvironment } from '../../api/environmentNames';
import type { Operation } from '../../api/operations/catalogue';
import type { Secret } from '../../api/secret';
import { abortable, throwIfCancelled } from '../../auth/abortable';
import { decodedPath, isOwnHeader, headerProblem, type Origins } from '../document/rules';
import { textsAfterChecks } from '../document/checkLine';
import { fitsFamily, isActor, timeoutOf, type Actor } from '../document/directiveValues';
import { addressOf, type Address } from './address';
import { isJson } from '../document/format';
import { checkHeader, flatten, resolveBody } from './resolveBody';
import { judgeRequest, riskOnOtherHost } from './judge';
import { type ResolvedBody, type ResolvedRequest, type ReadFile, filesOfBody, secretsOfBody } from './resolvedRequest';
import { RequestError } from '../document/requestError';
import { UsedValues } from './usedValues';
import { hasSecret, masked, reveal, type Piece } from '../document/secretText';
import {
  directive,
  header,
  httpMethods,
  methodOf,
  repeatedDirectives,
  type DirectiveNode,
  type RequestNode,
} from '../document/syntax';
import { resolver, type ResolvedPart, type Resolver, type VariableScope } from '../document/variables';

/** The selected application and environment, and the source of its tokens. */
export interface Target extends Origins {
  clientId: string;
  /** Test environments; production always exists. */
  environments: readonly { name: string; envId: string }[];
  /** Env ID of the selected environment; absent for production. */
  envId?: string | undefined;
  /** Whether the application is a sandbox. Default: it is not. */
  isSandbox?: boolean;
  /** Returns the signed-in user's token in an environment; `undefined` when nobody is signed in there. */
  userToken(envId: string | undefined): Promise<Secret | undefined>;
  /** Returns a valid access token of the Open API. Rejects when none is available. */
  accessToken(): Promise<Secret>;
  /** Returns whether a host other than the application's may receive secrets. Default: no other host may. */
  mayGetSecrets?(url: URL): boolean;
}

export interface ResolveContext extends VariableScope {
  target: Target;
  readFile: ReadFile;
  /** Ends the wait for an access token. Its renewal continues, because other requests may wait for it. */
  signal?: AbortSignal | undefined;
}

/**
 * Resolves everything that is sent for a request: host, ClientID, Env ID and authorization come from the target, the
 * catalogue and the directives (specification, "Authentication"). Tokens are fetched last, so that an invalid request costs
 * no renewal.
 * @throws RequestError, and ApiError `cancelled`
 */
export async function resolveRequest(request: RequestNode, context: ResolveContext): Promise<ResolvedRequest> {
  const { target } = context;
  const used = new UsedValues(request.line);
  const sources = used.sources(context);
  const resolve = resolver({ ...context, ...sources }, request.name);
  const method = methodOf(request);
  if (!httpMethods.some(known => known === method)) throw new RequestError('badMethod', method, request.method);
  refuseUnreadableLines(request);
  const address = addressOf(await resolveTarget(request, resolve), target, request.line);
  const isOther = address.family === 'other';
  const isForeign = isOther && target.mayGetSecrets?.(address.url) !== true;
  used.endAddress(isForeign ? address.url.host : undefined);
  const namedEnvironment = isOther ? undefined : environmentOf(request, target);
  const headers = await resolveHeaders(request, resolve);
  const body = await resolveBody(request, resolve, sources.readFile);
  if (isForeign) {
    refuseSecrets(headers, body, request, address.url.host);
    // A document alone must not decide which values of this machine another host receives.
    if (used.publicValues.length > 0) throw new RequestError('secretToOtherOrigin', address.url.host, request.line);
  }
  const judged = { method, url: address.url, headers, body };
  const { operation, risk, isForAllEnvironments } = isOther
    ? { operation: undefined, risk: riskOnOtherHost(judged), isForAllEnvironments: false }
    : judgeRequest(judged);
  // A request that affects the tokens of all environments has no Env ID and counts as a request to production.
  const environment = namedEnvironment && isForAllEnvironments ? { name: 'Production' } : namedEnvironment;
  const fixedHeaders = ownHeaders(address, target.clientId, environment?.envId);
  if (!isOther) checkOwnHeaders(request, headers, fixedHeaders);
  const requestActor = actorOf(request, address, operation);
  for (const [name, value] of fixedHeaders) if (!has(headers, name)) headers.unshift({ name, value: [value] });
  addContentType(headers, body, request, address);
  // These are copied before the checks are resolved, because values that only the checks use are not sent.
  const sentValues = { responseValues: [...used.responseValues], publicValues: [...used.publicValues] };
  const checks = await resolveChecks(request, resolve);
  return {
    name: request.name,
    method,
    url: address.url,
    family: address.family,
    operation,
    risk,
    environment,
    environments: target.environments,
    isSandbox: target.isSandbox === true,
    headers,
    body,
    files: [...used.files, ...filesOfBody(body)],
    ...sentValues,
    timeoutMs: timeoutOf(request),
    namedActor: isOther || directive(request, 'as') === undefined ? undefined : requestActor,
    authorization: has(headers, 'Authorization')
      ? undefined
      : await authorizationFor(request, requestActor, operation, context, environment),
    checks,
  };
}

/**
 * Refuses a line that cannot be read or would not count. Without a header or a directive, the request could go to another
 * environment or user. A text below a check may be a part of the body.
 */
function refuseUnreadableLines({ directives, headerComments, checkComments }: RequestNode): void {
  const malformed = headerComments.find(({ kind }) => kind === 'malformed');
  if (malformed !== undefined) throw new RequestError('malformedHeader', undefined, malformed);
  const [text] = textsAfterChecks(checkComments);
  if (text !== undefined) throw new RequestError('textAfterCheck', undefined, text);
  const [repeated] = repeatedDirectives(directives);
  if (repeated !== undefined) throw new RequestError('repeatedDirective', repeated.name.text, repeated);
}

export async function resolveTarget(request: RequestNode, resolve: Resolver): Promise<ResolvedPart[]> {
  const parts: ResolvedPart[] = [];
  for (const token of request.target) parts.push(...(await resolve(token, 'target')));
  return parts;
}

async function resolveHeaders(request: RequestNode, resolve: Resolver): Promise<ResolvedRequest['headers']> {
  const headers: ResolvedRequest['headers'] = [];
  for (const { name, value } of request.headers) {
    if (headerProblem(name.text, value.text) === 'connection') throw new RequestError('badHeader', name.text, name);
    const pieces = flatten(await resolve(value, 'header'));
    checkHeader(name, pieces, value);
    headers.push({ name: name.text, value: pieces });
  }
  return headers;
}

async function resolveChecks({ checks }: RequestNode, resolve: Resolver): Promise<ResolvedRequest['checks']> {
  const resolved = [];
  for (const check of checks) {
    resolved.push({ check, expected: check.expected ? flatten(await resolve(check.expected, 'check')) : [] });
  }
  return resolved;
}

function refuseSecrets(
  headers: ResolvedRequest['headers'],
  body: ResolvedBody,
  request: RequestNode,
  host: string,
): void {
  if (headers.some(({ value }) => hasSecret(value)) || secretsOfBody(body).length > 0) {
    throw new RequestError('secretToOtherOrigin', host, request.line);
  }
}

/** Returns the environment that a request names, otherwise the selected one. Production has no Env ID. */
function environmentOf(
  request: RequestNode,
  target: Pick<Target, 'environments' | 'envId'>,
): NonNullable<ResolvedRequest['environment']> {
  const node = directive(request, 'environment');
  if (node === undefined) {
    const selected = target.environments.find(({ envId }) => envId === target.envId);
    if (target.envId === undefined) return { name: 'Production' };
    return { name: selected?.name ?? target.envId, envId: target.envId };
  }
  const match = findEnvironment(target.environments, node.value.text);
  if (match.kind === 'unknown') throw new RequestError('unknownEnvironment', node.value.text, node);
  if (match.kind === 'ambiguous') throw new RequestError('ambiguousEnvironment', node.value.text, node);
  const { environment } = match;
  return environment === undefined ? { name: 'Production' } : { name: environment.name, envId: environment.envId };
}

function actorOf(request: RequestNode, { family, url }: Address, operation: Operation | undefined): Actor {
  const node: DirectiveNode | undefined = directive(request, 'as');
  if (family === 'other') return 'anonymous';
  if (node === undefined) {
    if (operation === undefined) return actorAt(decodedPath(url.pathname));
    if (operation.authorization === 'user') return 'user';
    return operation.authorization === 'accessToken' ? 'openapi' : 'anonymous';
  }
  const actor = node.value.text;
  if (!isActor(actor)) throw new RequestError('badDirective', 'as', node);
  if (!fitsFamily(actor, family)) throw new RequestError('wrongFamily', actor, node);
  return actor;
}

/** Returns the actor for a path without a documented operation. Only `/hserve/` and `/oserve/` get a credential. */
function actorAt(path: string): Actor {
  if (path.startsWith('/hserve/')) return 'user';
  return path.startsWith('/oserve/') ? 'openapi' : 'anonymous';
}

/** The headers for the application and environment of a request. */
function ownHeaders({ family }: Address, clientId: string, envId: string | undefined): Map<string, string> {
  const headers = new Map<string, string>();
  if (family !== 'other' && envId !== undefined) headers.set('X-Hydrogen-Env-ID', envId);
  if (family === 'webApi') headers.set('X-Hydrogen-Client-ID', clientId);
  return headers;
}

/**
 * Refuses headers that the extension sets, unless they repeat the value that is sent anyway. They must have the same
 * spelling and occur only once, because servers join repeated headers.
 */
function checkOwnHeaders(
  request: RequestNode,
  headers: ResolvedRequest['headers'],
  fixedHeaders: ReadonlyMap<string, string>,
): void {
  const values = new Map([...fixedHeaders].map(([name, value]) => [name.toLowerCase(), value]));
  for (const [index, { name, value }] of request.headers.entries()) {
    if (headerProblem(name.text, value.text) === undefined) continue;
    const key = name.text.toLowerCase();
    const isSame = values.get(key) === reveal(headers[index]?.value ?? []).trim();
    if (isOwnHeader(name.text) && !isSame) throw new RequestError('ownHeader', name.text, name);
    values.delete(key);
  }
}

function addContentType(
  headers: ResolvedRequest['headers'],
  body: ResolvedBody,
  request: RequestNode,
  { family }: Address,
): void {
  if (body.kind === 'none') return;
  if (body.kind === 'multipart') {
    const type = headers.find(({ name }) => name.toLowerCase() === 'content-type');
    const written = type === undefined ? '' : masked(type.value);
    if (type && !/boundary=/i.test(written)) type.value = [`${written}; boundary=${body.boundary}`];
  } else if (header(request, 'Content-Type') === undefined) {
    const isJsonBody = family !== 'other' || (request.body !== undefined && isJson(request, request.body));
    headers.push({ name: 'Content-Type', value: [isJsonBody ? 'application/json' : 'text/plain;charset=UTF-8'] });
  }
}

function has(headers: readonly { name: string; value: Piece[] }[], name: string): boolean {
  return headers.some(header => header.name.toLowerCase() === name.toLowerCase());
}

async function authorizationFor(
  request: RequestNode,
  requestActor: Actor,
  operation: Operation | undefined,
  { target, signal }: Pick<ResolveContext, 'target' | 'signal'>,
  environment: ResolvedRequest['environment'],
): Promise<ResolvedRequest['authorization']> {
  if (requestActor === 'openapi') {
    throwIfCancelled(signal, target.authUrl);
    return { scheme: 'Bearer', token: await abortable(target.accessToken(), signal, target.authUrl) };
  }
  if (requestActor === 'anonymous') return undefined;
  const token = await target.userToken(environment?.envId);
  if (token !== undefined) return { scheme: 'Hydrogen-r1', token };
  const mustBeUser = directive(request, 'as') !== undefined || (operation !== undefined && !operation.anonymous);
  if (mustBeUser) throw new RequestError('notSignedIn', undefined, request.line);
  return undefined;
}
