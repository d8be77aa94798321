import * as v from 'valibot';
import { ApiError } from '../errors';
import { requestDetails, type ApiRequest, type CallContext } from '../http/apiRequest';
import { pathSegment } from '../http/pathSegment';
import { hasTime } from '../openApi/openApi';
import { parsePage, type Page, type PageRequest } from './page';
import type { Secret } from '../secret';
import { send } from '../http/send';

/** The target of a Web API call (specification, "Authentication", Web API). */
export interface WebApiTarget {
  /** Origin of the application's server domain: `{base_url}`. */
  serverDomain: string;
  clientId: string;
  /** Env ID of a test environment; absent for production. */
  envId?: string | undefined;
}

/** A content group or content category. Only `id` is guaranteed. */
export interface ContentNode {
  id: string;
  name: string | undefined;
  /** `undefined` if the service does not send it. */
  haveChildren: boolean | undefined;
  /** The item as received. */
  raw: Record<string, unknown>;
}

interface ContentCategory extends ContentNode {
  children: ContentNode[];
}

const nodeShape = v.looseObject({
  id: v.union([v.pipe(v.string(), v.minLength(1)), v.number()]),
  name: v.optional(v.unknown()),
  have_children: v.optional(v.unknown()),
});

/** Lists the content groups with v1, which returns a total, or with v2.2 if the service has no v1. */
export async function listContentGroups(
  target: WebApiTarget,
  page: PageRequest,
  context: CallContext,
): Promise<Page<ContentNode>> {
  try {
    return await getPage(target, '/hserve/v1/content/group/', page, {}, context);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
    const query = { return_total_count: '1' };
    return getPage(target, '/hserve/v2.2/content/group/', page, query, context);
  }
}

/** Lists the top-level categories of a content group (specification, "Endpoints", Web API). */
export function listContentCategories(
  target: WebApiTarget,
  contentGroupId: string,
  page: PageRequest,
  context: CallContext,
): Promise<Page<ContentNode>> {
  const query = { content_group_id: contentGroupId };
  return getPage(target, '/hserve/v1/content/category/', page, query, context);
}

/** Reads one category with its direct children. */
export async function getContentCategory(
  target: WebApiTarget,
  categoryId: string,
  context: CallContext,
): Promise<ContentCategory> {
  const request = get(target, `/hserve/v1/content/category/${pathSegment(categoryId)}/`, {});
  const { body, status } = await send(request, context);
  const node = contentNode(body);
  if (node === undefined) {
    throw new ApiError('unexpectedShape', { ...requestDetails(request), status, expected: 'id' });
  }
  const children = Array.isArray(node.raw['children']) ? (node.raw['children'] as unknown[]) : [];
  return { ...node, children: children.map(contentNode).filter(child => child !== undefined) };
}

/** Lists the orders of the signed-in user (specification, "Endpoints", Web API). */
export async function listOrders(
  target: WebApiTarget,
  userToken: Secret,
  page: PageRequest,
  context: CallContext,
): Promise<Page<Record<string, unknown>>> {
  const request = asUser(get(target, '/hserve/v2.0/idp/pay/order/', pageQuery(page)), userToken);
  return parsePage(await send(request, context), request, page, record);
}

/** Reads one order of the signed-in user. */
export async function getOrder(
  target: WebApiTarget,
  userToken: Secret,
  transactionNo: string,
  context: CallContext,
): Promise<Record<string, unknown>> {
  const path = `/hserve/v2.0/idp/pay/order/${pathSegment(transactionNo)}/`;
  const request = asUser(get(target, path, {}), userToken);
  const { body, status } = await send(request, context);
  const order = record(body);
  if (order !== undefined) return order;
  throw new ApiError('unexpectedShape', { ...requestDetails(request), status, expected: 'transaction_no' });
}

/** Logs the user out, which invalidates `userToken` (specification, "Endpoints", Web API). */
export async function destroySession(target: WebApiTarget, userToken: Secret, context: CallContext): Promise<void> {
  await send(asUser(post(target, '/hserve/v2.0/session/destroy/', {}), userToken), context);
}

/**
 * Checks the server domain, ClientID and Env ID with the cheapest call, which reads the service's clock.
 * @throws ApiError `unexpectedShape` for a response without a time, which comes from another service
 */
export async function getServerTime(target: WebApiTarget, context: CallContext): Promise<void> {
  const request = get(target, '/hserve/v2.2/server/time/', {});
  const { body, status } = await send(request, context);
  if (!hasTime(body)) throw new ApiError('unexpectedShape', { ...requestDetails(request), status, expected: 'time' });
}

export function post(target: WebApiTarget, path: string, body: Record<string, unknown>): ApiRequest {
  return { method: 'POST', url: new URL(path, target.serverDomain), headers: headers(target), body };
}

/** Creates a GET request with an encoded query; omits `undefined` parameters. */
export function get(target: WebApiTarget, path: string, query: Record<string, string | undefined>): ApiRequest {
  const url = new URL(path, target.serverDomain);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
  return { method: 'GET', url, headers: headers(target) };
}

/** Returns the request on behalf of a user (specification, "Authentication", Web API, rule 2). */
export function asUser(request: ApiRequest, token: Secret): ApiRequest {
  return { ...request, authorization: { scheme: 'Hydrogen-r1', token } };
}

function headers(target: WebApiTarget): Record<string, string> {
  const environment = target.envId === undefined ? {} : { 'X-Hydrogen-Env-ID': target.envId };
  return { 'X-Hydrogen-Client-ID': target.clientId, ...environment };
}

async function getPage(
  target: WebApiTarget,
  path: string,
  page: PageRequest,
  query: Record<string, string>,
  context: CallContext,
): Promise<Page<ContentNode>> {
  const request = get(target, path, { ...query, ...pageQuery(page) });
  return parsePage(await send(request, context), request, page, contentNode);
}

export function pageQuery({ limit, offset }: PageRequest): Record<string, string | undefined> {
  return { limit: limit?.toString(), offset: offset?.toString() };
}

function contentNode(value: unknown): ContentNode | undefined {
  const parsed = v.safeParse(nodeShape, value);
  if (!parsed.success) return undefined;
  const { id, name, have_children } = parsed.output;
  return {
    id: String(id),
    name: typeof name === 'string' && name.trim() !== '' ? name : undefined,
    haveChildren: typeof have_children === 'boolean' ? have_children : undefined,
    raw: parsed.output,
  };
}

function record(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}
