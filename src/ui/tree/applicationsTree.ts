import * as vscode from 'vscode';
import { applicationKey } from '../../applications/application';
import type { CallContext } from '../../api/exchange';
import { ApiError } from '../../api/errors';
import { getContentCategory, listContentCategories, listContentGroups, type ContentNode } from '../../api/webApi';
import type { ApplicationStore } from '../applicationStore';
import { ListingCache, type ReadPage } from '../contentCache';
import type { Http } from '../http';
import type { SelectionStore } from '../selectionStore';
import { webApiTarget } from '../target';
import { toTreeItem } from './item';
import {
  applicationNode,
  contentCategoryNode,
  contentGroupNode,
  environmentNode,
  errorNode,
  moreNode,
  type ContentCategoryNode,
  type ContentGroupNode,
  type EnvironmentNode,
  type ListNode,
  type TreeNode,
} from './node';

const pageSize = 500;

/** application → environment → content group → content category, to any depth. */
export class ApplicationsTree implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<TreeNode | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #cache = new ListingCache<ContentNode>();
  readonly #applications: ApplicationStore;
  readonly #selection: SelectionStore;
  readonly #http: Pick<Http, 'fetch'>;
  readonly #subscriptions: vscode.Disposable[];

  constructor(applications: ApplicationStore, selection: SelectionStore, http: Pick<Http, 'fetch'>) {
    this.#applications = applications;
    this.#selection = selection;
    this.#http = http;
    this.#subscriptions = [
      applications.onDidChange(() => this.#changed.fire(undefined)),
      selection.onDidChange(() => this.#changed.fire(undefined)),
    ];
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    const { listing } = this.#cache.peek(listKey(node));
    return toTreeItem(node, { selection: this.#selection.current(), listing });
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return node.parent;
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    if (node === undefined) return this.#applications.list().applications.map(applicationNode);
    switch (node.kind) {
      case 'application': {
        const { environments } = node.application;
        return [undefined, ...environments].map(environment => environmentNode(node, environment));
      }
      case 'environment':
      case 'contentGroup':
      case 'contentCategory':
        await this.#first(node);
        return this.#children(node);
      case 'more':
      case 'error':
        return [];
    }
  }

  /** Forgets what was read below `node` (everywhere when there is none) and shows it anew. */
  refresh(node?: TreeNode): void {
    const target = node?.kind === 'error' || node?.kind === 'more' ? node.parent : node;
    this.#cache.drop(target === undefined ? '' : listKey(target));
    this.#changed.fire(target);
  }

  /** Reads the next page of the list that `node` belongs to. */
  async loadMore(node: ListNode): Promise<void> {
    await this.#cache.more(listKey(node), this.#reader(node));
    this.#changed.fire(node);
  }

  /** Reads pages until the list ends, one fails or the signal fires; shows what was read either way. */
  async loadAll(node: ListNode, signal: AbortSignal, progress: (read: number, total?: number) => void): Promise<void> {
    for (;;) {
      const { listing, error } = this.#cache.peek(listKey(node));
      if (listing === undefined || listing.nextOffset === undefined || error !== undefined || signal.aborted) break;
      progress(listing.items.length, listing.totalCount);
      await this.#cache.more(listKey(node), this.#reader(node));
    }
    this.#changed.fire(node);
  }

  /** Every child of `node`, reading as many pages as it takes. */
  async readAll(node: ListNode, signal: AbortSignal): Promise<TreeNode[]> {
    let children = await this.getChildren(node);
    while (children.some(child => child.kind === 'more') && !signal.aborted) {
      const before = children.length;
      await this.#cache.more(listKey(node), this.#reader(node));
      children = this.#children(node);
      if (children.length <= before) break;
    }
    return children.filter(child => child.kind !== 'more');
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#changed.dispose();
  }

  /** Reads the first page once; then the node is shown anew, because its count is known. */
  async #first(node: ListNode): Promise<void> {
    const key = listKey(node);
    if (this.#cache.peek(key).listing !== undefined) return;
    await this.#cache.first(key, this.#reader(node));
    if (this.#cache.peek(key).listing !== undefined) this.#changed.fire(node);
  }

  #reader(node: ListNode): ReadPage<ContentNode> {
    const target = webApiTarget(node);
    return async (offset, { signal }) => {
      const context: CallContext = { fetch: await this.#http.fetch(), ...(signal === undefined ? {} : { signal }) };
      switch (node.kind) {
        case 'environment':
          return listContentGroups(target, { limit: pageSize, offset }, context);
        case 'contentGroup':
          return listContentCategories(target, node.group.id, { limit: pageSize, offset }, context);
        case 'contentCategory': {
          const { children } = await getContentCategory(target, node.category.id, context);
          return { items: children, nextOffset: undefined, totalCount: children.length };
        }
      }
    };
  }

  #children(node: ListNode): TreeNode[] {
    const { listing, error } = this.#cache.peek(listKey(node));
    const items = listing?.items ?? [];
    const children: TreeNode[] = node.kind === 'environment' ? this.#groups(node, items) : categoryNodes(node, items);
    if (listing?.nextOffset !== undefined) children.push(moreNode(node, items.length, listing.totalCount));
    const hidden = node.kind === 'environment' && children.length > 0 && cannotList(error);
    if (error !== undefined && !hidden) children.push(errorNode(node, error));
    return children;
  }

  #groups(node: EnvironmentNode, listed: readonly ContentNode[]): ContentGroupNode[] {
    const groups = new Map<string, ContentGroupNode>();
    for (const { id, name } of listed) {
      const group = name === undefined ? { id } : { id, name };
      groups.set(id, contentGroupNode(node, group, false));
    }
    const key = applicationKey(node.application);
    const application = this.#applications.list().applications.find(candidate => applicationKey(candidate) === key);
    for (const group of application?.contentGroups ?? []) {
      const found = groups.get(group.id);
      groups.set(group.id, contentGroupNode(node, { ...found?.group, ...group }, true));
    }
    return [...groups.values()];
  }
}

function categoryNodes(parent: ListNode, categories: readonly ContentNode[]): ContentCategoryNode[] {
  const seen = new Map<string, number>();
  return categories.map(category => {
    const occurrence = seen.get(category.id) ?? 0;
    seen.set(category.id, occurrence + 1);
    return contentCategoryNode(parent, category, occurrence);
  });
}

/** The service does not offer the list; the remembered groups are all there is. */
function cannotList(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'status' && [400, 401, 403, 404, 405].includes(error.status ?? 0);
}

/** Ends with a slash, so that dropping one node leaves its neighbours alone. */
function listKey(node: TreeNode): string {
  return `${node.id}/`;
}
