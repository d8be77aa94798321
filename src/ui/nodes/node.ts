import type { Content } from '../../api/webApi/contents';
import type { ContentNode } from '../../api/webApi/webApi';
import type { RecordedRequest } from '../../sandbox/sandbox';
import { applicationKey, type Application, type ContentGroup, type Environment } from '../../applications/application';

interface NodeBase {
  /** Stable over refreshes, so that expansion and selection survive. */
  id: string;
  parent: TreeNode | undefined;
  application: Application;
}

export interface ApplicationNode extends NodeBase {
  kind: 'application';
}

/** What somebody wants at hand; stands above the environments. */
export interface FavouritesNode extends NodeBase {
  kind: 'favourites';
}

/** Leads to a content group, a category or a content. */
export interface FavouriteNode extends NodeBase {
  kind: 'favourite';
  target: ContentGroupNode | ContentCategoryNode | ContentItemNode;
}

interface InEnvironment extends NodeBase {
  /** `undefined` is production. */
  environment: Environment | undefined;
}

export interface EnvironmentNode extends InEnvironment {
  kind: 'environment';
}

export interface ContentLibraryNode extends InEnvironment {
  kind: 'contentLibrary';
}

export interface ContentGroupNode extends InEnvironment {
  kind: 'contentGroup';
  group: ContentGroup;
  /** Added by its ID; the others were listed by the service. */
  remembered: boolean;
  /** As the service sent it; absent for a group that only the settings know. */
  raw?: Record<string, unknown>;
}

export interface ContentCategoryNode extends InEnvironment {
  kind: 'contentCategory';
  category: ContentNode;
  /** The category is among its own ancestors; going on would never end. */
  repeats: boolean;
}

export interface ContentItemNode extends InEnvironment {
  kind: 'content';
  content: Content;
}

export interface OrdersNode extends InEnvironment {
  kind: 'orders';
}

export interface OrderNode extends InEnvironment {
  kind: 'order';
  order: Record<string, unknown>;
}

export interface UserNode extends InEnvironment {
  kind: 'user';
}

/** What the sandbox was asked last; stands below the environments of its first application. */
export interface SandboxRequestsNode extends NodeBase {
  kind: 'sandboxRequests';
}

export interface SandboxRequestNode extends NodeBase {
  kind: 'sandboxRequest';
  request: RecordedRequest;
  /** The name of its environment; `undefined` for the authorization, which belongs to none. */
  environmentName: string | undefined;
}

/** Stands at the end of a list of which more can be read. */
export interface MoreNode extends InEnvironment {
  kind: 'more';
  parent: ListNode;
  read: number;
  total: number | undefined;
  /** The list is filtered here: what was not read was not searched. */
  searching: boolean;
}

/** Stands in place of what could not be read. */
export interface ErrorNode extends InEnvironment {
  kind: 'error';
  parent: ListNode;
  error: unknown;
}

/** A node whose children come from the service. */
export type ListNode = ContentLibraryNode | ContentGroupNode | ContentCategoryNode | OrdersNode;

/** A node that opens as a document. */
export type DocumentNode = ContentCategoryNode | ContentItemNode | OrderNode | UserNode;

export type TreeNode =
  | ApplicationNode
  | FavouritesNode
  | FavouriteNode
  | EnvironmentNode
  | ListNode
  | ContentItemNode
  | OrderNode
  | UserNode
  | SandboxRequestsNode
  | SandboxRequestNode
  | MoreNode
  | ErrorNode;

export function isList(node: TreeNode): node is ListNode {
  return ['contentLibrary', 'contentGroup', 'contentCategory', 'orders'].includes(node.kind);
}

export function applicationNode(application: Application): ApplicationNode {
  return { kind: 'application', id: applicationKey(application), parent: undefined, application };
}

export function environmentNode(parent: ApplicationNode, environment: Environment | undefined): EnvironmentNode {
  const id = `${parent.id}/${environment === undefined ? 'production' : `env:${environment.envId}`}`;
  return { kind: 'environment', id, parent, application: parent.application, environment };
}

export function favouritesNode(parent: ApplicationNode): FavouritesNode {
  return { kind: 'favourites', id: `${parent.id}/favourites`, parent, application: parent.application };
}

export function favouriteNode(parent: FavouritesNode, target: FavouriteNode['target']): FavouriteNode {
  return { kind: 'favourite', id: `${parent.id}/${target.id}`, parent, application: parent.application, target };
}

export function sandboxRequestsNode(parent: ApplicationNode): SandboxRequestsNode {
  return { kind: 'sandboxRequests', id: `${parent.id}/requests`, parent, application: parent.application };
}

export function sandboxRequestNode(
  parent: SandboxRequestsNode,
  request: RecordedRequest,
  environmentName: string | undefined,
): SandboxRequestNode {
  const id = `${parent.id}/${request.at}-${request.id}`;
  return { kind: 'sandboxRequest', id, parent, application: parent.application, request, environmentName };
}

/** Production first, then the test environments. */
export function environmentNodes(parent: ApplicationNode): EnvironmentNode[] {
  return [undefined, ...parent.application.environments].map(environment => environmentNode(parent, environment));
}

/** What every environment has: its content library, the orders of the signed-in user, that user. */
export function environmentChildren(parent: EnvironmentNode): [ContentLibraryNode, OrdersNode, UserNode] {
  return [
    { kind: 'contentLibrary', ...place(parent, 'content') },
    { kind: 'orders', ...place(parent, 'orders') },
    { kind: 'user', ...place(parent, 'user') },
  ];
}

export function contentGroupNode(
  parent: ContentLibraryNode,
  group: ContentGroup,
  remembered: boolean,
  raw?: Record<string, unknown>,
): ContentGroupNode {
  const rest = raw === undefined ? {} : { raw };
  return { kind: 'contentGroup', ...place(parent, `group:${group.id}`), group, remembered, ...rest };
}

export function contentCategoryNode(parent: ListNode, category: ContentNode): ContentCategoryNode {
  const repeats = ancestors(parent).some(node => node.kind === 'contentCategory' && node.category.id === category.id);
  return { kind: 'contentCategory', ...place(parent, `category:${category.id}`), category, repeats };
}

export function contentItemNode(parent: ListNode, content: Content): ContentItemNode {
  return { kind: 'content', ...place(parent, `content:${content.id}`), content };
}

export function orderNode(parent: ListNode, order: Record<string, unknown>): OrderNode {
  return { kind: 'order', ...place(parent, `order:${orderId(order)}`), order };
}

export function moreNode(parent: ListNode, read: number, total: number | undefined, searching: boolean): MoreNode {
  return { kind: 'more', ...place(parent, 'more'), read, total, searching };
}

export function errorNode(parent: ListNode, error: unknown): ErrorNode {
  return { kind: 'error', ...place(parent, 'error'), error };
}

/** The number of an order people know, else its identifier. */
export function orderId(order: Record<string, unknown>): string {
  const found = ['transaction_no', 'trade_no', 'id'].map(name => order[name]).find(isText);
  return found === undefined ? '' : String(found);
}

/** The node and those above it, nearest first. */
export function ancestors(node: TreeNode): TreeNode[] {
  const chain: TreeNode[] = [];
  for (let current: TreeNode | undefined = node; current !== undefined; current = current.parent) chain.push(current);
  return chain;
}

/** The service may repeat an ID in a list; VS Code refuses a tree that does. */
export function withUniqueIds(nodes: readonly TreeNode[]): TreeNode[] {
  const seen = new Map<string, number>();
  return nodes.map(node => {
    const occurrence = seen.get(node.id) ?? 0;
    seen.set(node.id, occurrence + 1);
    return occurrence === 0 ? node : { ...node, id: `${node.id}#${occurrence}` };
  });
}

function place<P extends EnvironmentNode | ListNode>(parent: P, name: string) {
  const { application, environment } = parent;
  return { id: `${parent.id}/${name}`, parent, application, environment };
}

function isText(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}
