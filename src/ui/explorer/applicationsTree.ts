import * as vscode from 'vscode';
import type { Selection } from '../../applications/selection';
import { applicationKey } from '../../applications/application';
import type { ApplicationStore } from '../applications/applicationStore';
import type { Favourites } from './favourites';
import type { Guard } from '../guard/guard';
import type { Http } from '../platform/http';
import type { SandboxRequests } from '../sandbox/sandboxRequests';
import type { SelectionStore } from '../applications/selectionStore';
import type { Users } from '../users/userSessions';
import { realmOf } from '../users/userSessions';
import { toTreeItem, type ItemState } from './item';
import { Lists } from './lists';
import type { Reading } from '../platform/progress';
import {
  applicationNode,
  environmentChildren,
  environmentNodes,
  favouriteNode,
  favouritesNode,
  isList,
  sandboxRequestNode,
  sandboxRequestsNode,
  type ApplicationNode,
  type ContentCategoryNode,
  type ContentGroupNode,
  type ContentLibraryNode,
  type ListNode,
  type SandboxRequestsNode,
  type TreeNode,
} from '../nodes/node';
import { listKey } from './section';
import { wholeItem } from './tooltip';

/** application → environment → content library, orders, user → what the service lists. */
export class ApplicationsTree implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<TreeNode | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #lists: Lists;
  readonly #applications: ApplicationStore;
  readonly #selection: SelectionStore;
  readonly #users: Users;
  readonly #favourites: Favourites;
  readonly #guard: Guard;
  readonly #sandboxRequests: SandboxRequests;
  /** As VS Code knows it, since somebody opened it. */
  #shownRequests: SandboxRequestsNode | undefined;
  readonly #subscriptions: vscode.Disposable[];

  constructor(
    applications: ApplicationStore,
    selection: SelectionStore,
    http: Pick<Http, 'fetch'>,
    users: Users,
    favourites: Favourites,
    guard: Guard,
    sandboxRequests: SandboxRequests,
  ) {
    this.#applications = applications;
    this.#selection = selection;
    this.#users = users;
    this.#favourites = favourites;
    this.#guard = guard;
    this.#sandboxRequests = sandboxRequests;
    this.#lists = new Lists(applications, http, users);
    const show = () => this.#changed.fire(undefined);
    this.#subscriptions = [
      applications.onDidChange(show),
      selection.onDidChange(show),
      favourites.onDidChange(show),
      guard.onDidChange(show),
      sandboxRequests.onDidChange(() => {
        if (this.#shownRequests !== undefined) this.#changed.fire(this.#shownRequests);
      }),
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
      case 'application':
        return [...this.#favouritesOf(node), ...environmentNodes(node), ...this.#sandboxRequestsOf(node)];
      case 'favourites':
        return this.#favourites.of(node.application).map(target => favouriteNode(node, target));
      case 'environment':
        return environmentChildren(node);
      case 'contentLibrary':
      case 'contentGroup':
      case 'contentCategory':
      case 'orders':
        if (await this.#lists.first(node)) void this.#drawAnew(node);
        return this.#lists.children(node);
      case 'sandboxRequests':
        this.#shownRequests = node;
        return this.#sandboxRequests
          .list()
          .map(request => sandboxRequestNode(node, request, this.#sandboxRequests.environmentOf(request)));
      case 'sandboxRequest':
      case 'content':
      case 'order':
      case 'user':
      case 'favourite':
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
    await this.#lists.next(node);
    this.#changed.fire(node);
  }

  /** Reads pages until the list ends, one fails or the signal fires; resolves to what there is then. */
  async loadAll(node: ListNode, reading: Reading): Promise<TreeNode[]> {
    await this.#lists.all(node, reading);
    this.#changed.fire(node);
    return this.#lists.children(node);
  }

  /** Every node that is there without asking the service. */
  *loaded(): Generator<TreeNode> {
    const waiting: TreeNode[] = this.#applications.list().applications.map(applicationNode);
    for (let next = 0; next < waiting.length; next++) {
      const node = waiting[next] as TreeNode;
      if (node.kind === 'more' || node.kind === 'error') continue;
      yield node;
      if (node.kind === 'application') waiting.push(...environmentNodes(node));
      if (node.kind === 'environment') waiting.push(...environmentChildren(node));
      if (isList(node)) waiting.push(...this.#lists.children(node));
    }
  }

  /** All categories of a library or group, level by level, as they are read; `failed` is told what could not be read. */
  async *categories(
    from: ContentLibraryNode | ContentGroupNode,
    reading: Reading,
    failed: (error: unknown) => void,
  ): AsyncGenerator<ContentCategoryNode[]> {
    const waiting: TreeNode[] = from.kind === 'contentGroup' ? [from] : await this.#lists.groups(from);
    for (let next = 0; next < waiting.length && !reading.signal.aborted; next++) {
      const node = waiting[next] as TreeNode;
      if (node.kind === 'error') failed(node.error);
      if (node.kind !== 'contentGroup' && node.kind !== 'contentCategory') continue;
      try {
        for await (const page of this.#lists.categories(node, reading)) {
          const categories = page.filter(item => item.kind === 'contentCategory');
          waiting.push(...categories);
          yield categories;
        }
      } catch (error) {
        failed(error);
      }
      if (isList(node) && this.#lists.children(node).length > 0) this.#changed.fire(node);
    }
  }

  groups(library: ContentLibraryNode): Promise<TreeNode[]> {
    return this.#lists.groups(library);
  }

  /** Makes a node that was found by a search part of the tree, so that it can be revealed. */
  place(node: TreeNode): void {
    this.#lists.place(node);
    this.#changed.fire(undefined);
  }

  /** What a list holds, page by page, without keeping it. */
  pages(node: ListNode, reading: Required<Reading>): AsyncGenerator<readonly TreeNode[]> {
    return this.#lists.pages(node, reading);
  }

  filterOf(node: ListNode): string | undefined {
    return this.#lists.filter(node);
  }

  /** Shows only what has `text` in its name or ID; `undefined` shows everything. */
  filter(node: ListNode, text: string | undefined): void {
    this.#lists.setFilter(node, text);
    this.#changed.fire(node);
  }

  /** IDs of what was read in an environment, by the name of the parameter they are for. */
  knownIds(selection: Selection): Record<string, { value: string; label: string }[]> {
    const environment = environmentNodes(applicationNode(selection.application)).find(
      node => node.environment?.envId === selection.environment?.envId,
    );
    if (environment === undefined) return {};
    const values: Record<string, { value: string; label: string }[]> = { content_group_id: [], category_id: [] };
    for (const node of this.#lists.read(listKey(environment))) {
      if (node.kind === 'contentGroup') {
        values['content_group_id']?.push({ value: node.group.id, label: node.group.name ?? node.group.id });
      } else if (node.kind === 'contentCategory') {
        values['category_id']?.push({ value: node.category.id, label: node.category.name ?? node.category.id });
      }
    }
    return values;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#changed.dispose();
  }

  /**
   * The node itself shows what was learnt of its list: a count, that it is empty, that it is old. VS Code has to have the
   * children before: for a node that changes while they are on their way it asks for all of them once more, or shows none.
   * Messages keep their order, so the answer to a later one says that the children have arrived.
   */
  async #drawAnew(node: ListNode): Promise<void> {
    await new Promise(resolve => setTimeout(resolve, 0));
    await vscode.commands.executeCommand('setContext', 'hydrogen.list.read', true);
    this.#changed.fire(node);
  }

  #favouritesOf(node: ApplicationNode): TreeNode[] {
    return this.#favourites.of(node.application).length === 0 ? [] : [favouritesNode(node)];
  }

  /** The sandbox has several applications and one record, which stands with the first. */
  #sandboxRequestsOf(node: ApplicationNode): TreeNode[] {
    const first = this.#applications.list().applications.find(({ sandbox }) => sandbox !== undefined);
    return first !== undefined && applicationKey(first) === node.id ? [sandboxRequestsNode(node)] : [];
  }

  async #stateOf(node: TreeNode): Promise<ItemState> {
    const list = isList(node)
      ? { known: this.#lists.known(node), count: this.#lists.count(node), filter: this.#lists.filter(node) }
      : { known: [], count: undefined, filter: undefined };
    const user =
      node.kind === 'user' || node.kind === 'orders'
        ? await this.#users.of(node.application).read(realmOf(node))
        : undefined;
    const selectable = node.kind === 'application' || node.kind === 'environment';
    const selection = selectable ? this.#selection.current() : undefined;
    const unlocked = node.kind === 'environment' && this.#guard.isUnlocked(node);
    return { selection, unlocked, ...list, user, favourite: this.#favourites.has(node) };
  }
}
