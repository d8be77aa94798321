import { applicationKey, type Application, type ContentGroup, type Environment } from '../../applications/application';
import type { ContentNode } from '../../api/webApi';

interface NodeBase {
  /** Stable over refreshes, so that expansion and selection survive. */
  id: string;
  parent: TreeNode | undefined;
  application: Application;
}

export interface ApplicationNode extends NodeBase {
  kind: 'application';
}

interface InEnvironment extends NodeBase {
  /** `undefined` is production. */
  environment: Environment | undefined;
}

export interface EnvironmentNode extends InEnvironment {
  kind: 'environment';
}

export interface ContentGroupNode extends InEnvironment {
  kind: 'contentGroup';
  group: ContentGroup;
  /** Added by its ID; the others were listed by the service. */
  remembered: boolean;
}

export interface ContentCategoryNode extends InEnvironment {
  kind: 'contentCategory';
  category: ContentNode;
  /** The category is among its own ancestors; going on would never end. */
  repeats: boolean;
}

/** Stands at the end of a list of which more can be read. */
export interface MoreNode extends InEnvironment {
  kind: 'more';
  parent: TreeNode;
  read: number;
  total: number | undefined;
}

/** Stands in place of what could not be read. */
export interface ErrorNode extends InEnvironment {
  kind: 'error';
  parent: TreeNode;
  error: unknown;
}

export type TreeNode =
  ApplicationNode | EnvironmentNode | ContentGroupNode | ContentCategoryNode | MoreNode | ErrorNode;

/** A node whose children come from the service. */
export type ListNode = EnvironmentNode | ContentGroupNode | ContentCategoryNode;

export function applicationNode(application: Application): ApplicationNode {
  return { kind: 'application', id: applicationKey(application), parent: undefined, application };
}

export function environmentNode(parent: ApplicationNode, environment: Environment | undefined): EnvironmentNode {
  const id = `${parent.id}/${environment === undefined ? 'production' : `env:${environment.envId}`}`;
  return { kind: 'environment', id, parent, application: parent.application, environment };
}

export function contentGroupNode(parent: EnvironmentNode, group: ContentGroup, remembered: boolean): ContentGroupNode {
  const { application, environment } = parent;
  return {
    kind: 'contentGroup',
    id: `${parent.id}/group:${group.id}`,
    parent,
    application,
    environment,
    group,
    remembered,
  };
}

/** @param occurrence 0 for the first item with this ID in its list; the service may repeat one */
export function contentCategoryNode(parent: ListNode, category: ContentNode, occurrence: number): ContentCategoryNode {
  const { application, environment } = parent;
  const id = `${parent.id}/category:${category.id}${occurrence === 0 ? '' : `#${occurrence}`}`;
  const repeats = ancestors(parent).some(node => node.kind === 'contentCategory' && node.category.id === category.id);
  return { kind: 'contentCategory', id, parent, application, environment, category, repeats };
}

export function moreNode(parent: ListNode, read: number, total: number | undefined): MoreNode {
  const { application, environment } = parent;
  return { kind: 'more', id: `${parent.id}/more`, parent, application, environment, read, total };
}

export function errorNode(parent: ListNode, error: unknown): ErrorNode {
  const { application, environment } = parent;
  return { kind: 'error', id: `${parent.id}/error`, parent, application, environment, error };
}

/** The node and those above it, nearest first. */
export function ancestors(node: TreeNode): TreeNode[] {
  const chain: TreeNode[] = [];
  for (let current: TreeNode | undefined = node; current !== undefined; current = current.parent) chain.push(current);
  return chain;
}
