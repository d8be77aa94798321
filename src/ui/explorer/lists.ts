import * as vscode from 'vscode';
import { pause, retryWaits } from '../../api/http/retryAfter';
import { applicationKey, type Application } from '../../applications/application';
import { AuthError } from '../../auth/authError';
import type { ApplicationStore } from '../applications/applicationStore';
import { isList, kindOf, type ListNode, type TreeNode } from '../nodes/node';
import type { ListState, ServiceList } from '../nodes/nodeKind';
import { nodeContains } from '../nodes/nodeLabel';
import type { Reading } from '../platform/progress';
import { serviceFor, type ServiceAccess } from '../users/serviceFor';
import { ListingCache, type Listing, type ReadPage } from './listingCache';
import { listRows, listState, type CachedList } from './listRows';

const pageSize = 500;

/** One list of the service and how to read it. */
export interface List {
  section: ServiceList;
  key: string;
  read: ReadPage<TreeNode>;
}

interface ListDependencies extends ServiceAccess {
  applications: Pick<ApplicationStore, 'list' | 'onDidChange'>;
}

/** The lists below the tree's nodes: cached items, filters, and items found by searches. */
export class Lists implements vscode.Disposable {
  readonly #cache = new ListingCache<TreeNode>();
  readonly #filters = new Map<string, string>();
  readonly #insertedByList = new Map<string, Map<string, TreeNode>>();
  readonly #changed = new vscode.EventEmitter<TreeNode | undefined>();
  readonly #didRead = new vscode.EventEmitter<ListNode>();
  readonly #dependencies: ListDependencies;
  readonly #subscription: vscode.Disposable;
  /** Fires when the rows below a node changed; `undefined` means the whole tree. */
  readonly onDidChange = this.#changed.event;
  /** Fires when the tree or a search has read a list of a node. */
  readonly onDidRead = this.#didRead.event;

  constructor(dependencies: ListDependencies) {
    this.#dependencies = dependencies;
    const { applications } = dependencies;
    let sources = sourcesOf(applications.list().applications);
    // The cached rows know the earlier server, or the earlier store of secrets, and would go on using it.
    this.#subscription = applications.onDidChange(() => {
      const before = sources;
      sources = sourcesOf(applications.list().applications);
      // A removed application can be added again with another server.
      for (const [id, source] of before) if (sources.get(id) !== source) this.#invalidate(`${source}${id}/`);
    });
  }

  /**
   * Reads the first page of each list that is not cached, and all pages of a list with a local filter. Resolves to
   * whether it read anything.
   */
  async loadFirstPage(node: ListNode): Promise<boolean> {
    const filtered = this.filter(node) !== undefined;
    const read = await Promise.all(
      this.lists(node).map(async list => {
        const changed = await this.#cache.first(list.key, list.read);
        if (filtered && list.section.searched !== true) await this.#loadRest(list);
        return changed;
      }),
    );
    const isRead = read.includes(true);
    if (isRead) this.#didRead.fire(node);
    return isRead;
  }

  /** Reads the next page of the first list that has one. */
  async loadNextPage(node: ListNode): Promise<void> {
    await this.#loadNext(node);
    this.#changed.fire(node);
  }

  /** Reads pages until all lists are complete, a page fails or the signal aborts. Waits as long as the service asks. */
  async loadAll(node: ListNode, reading: Reading): Promise<void> {
    await this.#loadAll(node, reading);
    this.#changed.fire(node);
  }

  /** Reads all pages below a node and returns the rows without a local filter. Failed lists yield an error row. */
  async loadUnfiltered(node: ListNode, reading: Reading): Promise<TreeNode[]> {
    await this.#loadAll(node, reading);
    return this.#rows(node, undefined);
  }

  /**
   * Returns a list below a node with at least its first page. Throws the error of the request, and a CancellationError if
   * the application was removed or got another server meanwhile.
   */
  async firstListing(node: ListNode, list: List): Promise<Listing<TreeNode>> {
    const { key, read } = list;
    const { listing: before, error: failure } = this.#cache.peek(key);
    if (before === undefined && failure !== undefined) await this.#cache.more(key, read);
    else await this.#cache.first(key, read);
    const { listing, error } = this.#cache.peek(key);
    if (listing !== before || error !== failure) {
      this.#didRead.fire(node);
      this.#changed.fire(node);
    }
    if (listing === undefined && error === undefined) {
      // A refresh has ended the request. Rows that know an earlier server must not be cached.
      if (!this.#isCurrent(node)) throw new vscode.CancellationError();
      return this.firstListing(node, list);
    }
    if (listing === undefined) throw error;
    return listing;
  }

  /** Returns the cached rows below a node. */
  cached(node: ListNode): TreeNode[] {
    return this.#rows(node, this.filter(node));
  }

  /** Returns the items of a node if its lists were read completely; otherwise `undefined`. */
  completeItems(node: ListNode): TreeNode[] | undefined {
    const all = this.lists(node).map(({ key }) => this.#cache.peek(key));
    const isComplete = all.every(
      ({ listing, error }) => listing?.nextOffset === undefined && listing && error === undefined,
    );
    return isComplete ? all.flatMap(({ listing }) => listing?.items ?? []) : undefined;
  }

  /** Yields the cached items at or below a node. */
  cachedItems(node: Pick<TreeNode, 'id' | 'application'>): Iterable<TreeNode> {
    return this.#cache.items(keyOf(node));
  }

  /** Returns the lists of the service below a node. */
  lists(node: ListNode): List[] {
    return (kindOf(node).sections?.(node, this.filter(node)) ?? []).map(section => ({
      section,
      key: `${keyOf(node)}${section.name}`,
      read: async (offset, signal) => {
        const service = await serviceFor(node, this.#dependencies, signal);
        const { items, ...page } = await section.read({ limit: section.pageSize ?? pageSize, offset }, service);
        return { ...page, items: items as TreeNode[] };
      },
    }));
  }

  /** Returns the application from the current settings; the node may be older. */
  current({ application }: ListNode): Application {
    const { applications } = this.#dependencies.applications.list();
    const key = applicationKey(application);
    return applications.find(candidate => applicationKey(candidate) === key) ?? application;
  }

  state(node: ListNode): ListState {
    return listState(this.#cachedLists(node), this.filter(node), this.current(node));
  }

  filter(node: ListNode): string | undefined {
    return this.#filters.get(node.id);
  }

  /** Sets the filter of a list; `undefined` removes it. */
  setFilter(node: ListNode, text: string | undefined): void {
    this.#filter(node, text);
    this.#changed.fire(node);
  }

  /** Adds a node found by a search, and its ancestors, to the tree. Removes filters that would hide one of them. */
  insert(node: TreeNode): void {
    for (let child = node; child.parent !== undefined; child = child.parent as TreeNode) {
      const { parent } = child;
      if (!isList(parent)) continue;
      const filter = this.filter(parent);
      if (filter !== undefined && !nodeContains(child, filter)) this.#filter(parent, undefined);
      const inserted = this.#insertedByList.get(keyOf(parent)) ?? new Map<string, TreeNode>();
      this.#insertedByList.set(keyOf(parent), inserted.set(child.id, child));
    }
    this.#changed.fire(undefined);
  }

  /** Invalidates every list at or below the node, or all lists. */
  refresh(node?: TreeNode): void {
    this.#invalidate(node === undefined ? '' : keyOf(node));
    this.#changed.fire(node);
  }

  /** Invalidates the lists that failed with an AuthError, for example because credentials were missing. */
  retryUnauthorized(): void {
    this.#cache.invalidateFailed(error => error instanceof AuthError);
    this.#changed.fire(undefined);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
    this.#didRead.dispose();
  }

  /** True if the rows of the node come from where the settings say now. */
  #isCurrent({ application }: ListNode): boolean {
    const key = applicationKey(application);
    return sourcesOf(this.#dependencies.applications.list().applications).get(key) === sourceOf(application);
  }

  #invalidate(key: string): void {
    this.#cache.invalidate(key);
    for (const list of this.#insertedByList.keys()) if (list.startsWith(key)) this.#insertedByList.delete(list);
  }

  async #loadAll(node: ListNode, { signal, read, waiting }: Reading): Promise<void> {
    if (signal.aborted) return;
    const waitFor = retryWaits();
    // If a page failed before this call, it is tried once more.
    for (let tried = await this.loadFirstPage(node); !signal.aborted; tried = true) {
      const listings = this.#cachedLists(node).map(({ cached }) => cached);
      const wait = tried ? waitFor(listings.map(({ error }) => error)) : undefined;
      if (wait !== undefined) {
        waiting?.(wait);
        await pause(wait, signal);
        if (signal.aborted) return;
      } else if (tried && listings.some(({ error }) => error !== undefined)) return;
      const unread = listings.some(({ listing }) => listing === undefined);
      const unfinished = listings.find(({ listing }) => listing?.nextOffset !== undefined)?.listing;
      if (unread) await this.#loadUnread(node);
      else if (unfinished === undefined) return;
      else {
        read?.(unfinished.items.length, unfinished.totalCount);
        await this.#loadNext(node);
      }
    }
  }

  async #loadNext(node: ListNode): Promise<void> {
    const list = this.lists(node).find(list => this.#hasMore(list));
    if (list === undefined) return;
    await this.#cache.more(list.key, list.read);
    this.#didRead.fire(node);
  }

  async #loadUnread(node: ListNode): Promise<void> {
    const unread = this.lists(node).filter(({ key }) => this.#cache.peek(key).listing === undefined);
    await Promise.all(unread.map(({ key, read }) => this.#cache.more(key, read)));
    this.#didRead.fire(node);
  }

  async #loadRest(list: List): Promise<void> {
    while (this.#hasMore(list) && this.#cache.peek(list.key).error === undefined) {
      await this.#cache.more(list.key, list.read);
    }
  }

  #filter(node: ListNode, text: string | undefined): void {
    if (text === undefined) this.#filters.delete(node.id);
    else this.#filters.set(node.id, text);
  }

  #cachedLists(node: ListNode): CachedList[] {
    return this.lists(node).map(({ key, section }) => ({ section, cached: this.#cache.peek(key) }));
  }

  #rows(node: ListNode, filter: string | undefined): TreeNode[] {
    const inserted = [...(this.#insertedByList.get(keyOf(node))?.values() ?? [])];
    return listRows(node, this.#cachedLists(node), { filter, inserted, application: this.current(node) });
  }

  #hasMore({ key }: List): boolean {
    return this.#cache.peek(key).listing?.nextOffset !== undefined;
  }
}

/**
 * Returns a prefix for cache keys. Because it ends with a slash, it is not a prefix of a neighbour's key. It contains the
 * source of the rows, because a search may still read from the earlier server of an application.
 */
function keyOf({ id, application }: Pick<TreeNode, 'id' | 'application'>): string {
  return `${sourceOf(application)}${id}/`;
}

/** Returns where the rows of each application come from, by the ID of its node. */
function sourcesOf(applications: readonly Application[]): Map<string, string> {
  return new Map(applications.map(one => [applicationKey(one), sourceOf(one)]));
}

function sourceOf({ serverDomain, sessionOnly }: Application): string {
  return JSON.stringify([serverDomain, sessionOnly === true]);
}
