import * as vscode from 'vscode';
import { ApiError } from '../../api/errors';
import { applicationKey } from '../../applications/application';
import type { ApplicationStore } from '../applicationStore';
import type { Http } from '../http';
import { ListingCache, type Known } from '../listingCache';
import type { SelectionStore } from '../selectionStore';
import type { Users } from '../userSessions';
import { realmOf } from '../userSessions';
import { toTreeItem, type ItemState } from './item';
import {
  applicationNode,
  contentGroupNode,
  environmentChildren,
  environmentNode,
  errorNode,
  moreNode,
  withUniqueIds,
  type ContentLibraryNode,
  type ListNode,
  type TreeNode,
} from './node';
import { listKey, sectionsOf, type Section } from './section';
import { wholeItem } from './wholeItem';

/** application → environment → content library, orders, user → what the service lists. */
export class ApplicationsTree implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<TreeNode | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #lists = new ListingCache<TreeNode>();
  readonly #applications: ApplicationStore;
  readonly #selection: SelectionStore;
  readonly #http: Pick<Http, 'fetch'>;
  readonly #users: Users;
  readonly #subscriptions: vscode.Disposable[];

  constructor(applications: ApplicationStore, selection: SelectionStore, http: Pick<Http, 'fetch'>, users: Users) {
    this.#applications = applications;
    this.#selection = selection;
    this.#http = http;
    this.#users = users;
    const show = () => this.#changed.fire(undefined);
    this.#subscriptions = [
      applications.onDidChange(show),
      selection.onDidChange(show),
      // Another user has other orders.
      users.onDidChange(() => this.refresh()),
    ];
  }

  async getTreeItem(node: TreeNode): Promise<vscode.TreeItem> {
    return toTreeItem(node, await this.#stateOf(node));
  }

  resolveTreeItem(item: vscode.TreeItem, node: TreeNode): vscode.TreeItem {
    const whole = wholeItem(node);
    if (whole !== undefined) item.tooltip = whole;
    return item;
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
        return environmentChildren(node);
      case 'contentLibrary':
      case 'contentGroup':
      case 'contentCategory':
      case 'orders': {
        const sections = this.#sections(node);
        const read = await Promise.all(sections.map(({ key, read }) => this.#lists.first(key, read)));
        // The node itself shows what was learnt of its list: a count, that it is empty, that it is old.
        if (read.includes(true)) this.#changed.fire(node);
        return this.#children(node, sections);
      }
      case 'content':
      case 'order':
      case 'user':
      case 'more':
      case 'error':
        return [];
    }
  }

  /** Reads `node` and all below it anew (everything when there is none); what was read stays until then. */
  refresh(node?: TreeNode): void {
    const target = node?.kind === 'error' || node?.kind === 'more' ? node.parent : node;
    this.#lists.invalidate(target === undefined ? '' : listKey(target));
    this.#changed.fire(target);
  }

  /** Reads the next page. */
  async loadMore(node: ListNode): Promise<void> {
    await this.#nextPage(node);
    this.#changed.fire(node);
  }

  /** Reads pages until the list ends, one fails or the signal fires; resolves to what there is then. */
  async loadAll(
    node: ListNode,
    signal: AbortSignal,
    progress: (read: number, total?: number) => void = () => undefined,
  ): Promise<TreeNode[]> {
    let children = await this.getChildren(node);
    for (let more = children.find(isMore); more !== undefined && !signal.aborted; more = children.find(isMore)) {
      progress(more.read, more.total);
      await this.#nextPage(node);
      const before = children.length;
      children = this.#children(node, this.#sections(node));
      if (children.length <= before || children.some(({ kind }) => kind === 'error')) break;
    }
    this.#changed.fire(node);
    return children;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#changed.dispose();
  }

  #sections(node: ListNode): Section[] {
    return sectionsOf(node, this.#http, this.#users);
  }

  async #nextPage(node: ListNode): Promise<void> {
    const section = this.#sections(node).find(({ key }) => this.#lists.peek(key).listing?.nextOffset !== undefined);
    if (section !== undefined) await this.#lists.more(section.key, section.read);
  }

  #children(node: ListNode, sections: readonly Section[]): TreeNode[] {
    const known = sections.map(({ key }) => this.#lists.peek(key));
    const listed = known.flatMap(({ listing }) => listing?.items ?? []);
    const children = node.kind === 'contentLibrary' ? this.#withRemembered(node, listed) : listed;
    const shown = withUniqueIds(children);
    const unfinished = known.find(({ listing }) => listing?.nextOffset !== undefined)?.listing;
    if (unfinished !== undefined) shown.push(moreNode(node, unfinished.items.length, unfinished.totalCount));
    const { error } = known.find(({ error }) => error !== undefined) ?? {};
    const hidden = node.kind === 'contentLibrary' && children.length > 0 && cannotList(error);
    if (error !== undefined && !hidden) shown.push(errorNode(node, error));
    return shown;
  }

  /** The service's groups, and those that were added by their ID. */
  #withRemembered(node: ContentLibraryNode, listed: readonly TreeNode[]): TreeNode[] {
    const groups = new Map(listed.map(group => [group.id, group]));
    const key = applicationKey(node.application);
    const application = this.#applications.list().applications.find(candidate => applicationKey(candidate) === key);
    for (const group of application?.contentGroups ?? []) {
      const remembered = contentGroupNode(node, group, true);
      const found = groups.get(remembered.id);
      if (found?.kind !== 'contentGroup') groups.set(remembered.id, remembered);
      else groups.set(found.id, { ...found, group: { ...found.group, ...group }, remembered: true });
    }
    return [...groups.values()];
  }

  async #stateOf(node: TreeNode): Promise<ItemState> {
    const known = isList(node) ? this.#sections(node).map(({ key }) => this.#lists.peek(key)) : [];
    const user =
      node.kind === 'user' || node.kind === 'orders'
        ? await this.#users.of(node.application).read(realmOf(node))
        : undefined;
    return { selection: this.#selection.current(), known, user };
  }
}

export type { Known };

export function isList(node: TreeNode): node is ListNode {
  return ['contentLibrary', 'contentGroup', 'contentCategory', 'orders'].includes(node.kind);
}

function isMore(node: TreeNode) {
  return node.kind === 'more';
}

/** The service does not offer the list; what was added by its ID is all there is. */
function cannotList(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'status' && [400, 401, 403, 404, 405].includes(error.status ?? 0);
}
