import { ApiError } from '../../api/errors';
import type { Page } from '../../api/webApi/page';
import { pause, retryWaits, withRetryAfter } from '../../api/http/retryAfter';
import { applicationKey } from '../../applications/application';
import type { ApplicationStore } from '../applications/applicationStore';
import type { Http } from '../platform/http';
import type { Reading } from '../platform/progress';
import { ListingCache, repeats, type Known, type Listing } from './listingCache';
import type { Users } from '../users/userSessions';
import { isNamed } from '../nodes/nodeLabel';
import {
  contentGroupNode,
  errorNode,
  isList,
  moreNode,
  withUniqueIds,
  type ContentLibraryNode,
  type ListNode,
  type TreeNode,
} from '../nodes/node';
import { listKey, sectionsOf, type Section } from './section';

/** The lists below the tree's nodes: what was read of them, what their filters leave, what was found outside of them. */
export class Lists {
  readonly #cache = new ListingCache<TreeNode>();
  readonly #filters = new Map<string, string>();
  readonly #found = new Map<string, Map<string, TreeNode>>();
  readonly #applications: Pick<ApplicationStore, 'list'>;
  readonly #http: Pick<Http, 'fetch'>;
  readonly #users: Users;

  constructor(applications: Pick<ApplicationStore, 'list'>, http: Pick<Http, 'fetch'>, users: Users) {
    this.#applications = applications;
    this.#http = http;
    this.#users = users;
  }

  sections(node: ListNode): Section[] {
    return sectionsOf(node, this.#http, this.#users, this.filter(node));
  }

  known(node: ListNode): Known<TreeNode>[] {
    return this.sections(node).map(({ key }) => this.#cache.peek(key));
  }

  /** The first page of each list, unless it is known; all of a list that is filtered here. Resolves to whether something was read. */
  async first(node: ListNode): Promise<boolean> {
    const filtered = this.filter(node) !== undefined;
    const read = await Promise.all(
      this.sections(node).map(async section => {
        const changed = await this.#cache.first(section.key, section.read);
        if (filtered && section.searched !== true) await this.#rest(section);
        return changed;
      }),
    );
    return read.includes(true);
  }

  /** All groups of a content library, whatever it is filtered by, or the error that stands in their place. */
  async groups(library: ContentLibraryNode): Promise<TreeNode[]> {
    await this.all(library, { signal: new AbortController().signal });
    return this.#childrenBy(library, undefined);
  }

  /** Reads the next page. */
  async next(node: ListNode): Promise<void> {
    const section = this.sections(node).find(section => this.#hasMore(section));
    if (section !== undefined) await this.#cache.more(section.key, section.read);
  }

  /** Reads pages until the lists end, one fails or the signal fires. Waits where the service asks to. */
  async all(node: ListNode, { signal, read, waiting }: Reading): Promise<void> {
    const waitFor = retryWaits();
    // What failed before is tried once more.
    for (let tried = await this.first(node); !signal.aborted; tried = true) {
      const known = this.known(node);
      const wait = waitFor(known.map(({ error }) => error));
      if (wait !== undefined) {
        waiting?.(wait);
        await pause(wait, signal);
        if (signal.aborted) return;
      } else if (tried && known.some(({ error }) => error !== undefined)) return;
      const unread = known.some(({ listing }) => listing === undefined);
      const unfinished = known.find(({ listing }) => listing?.nextOffset !== undefined)?.listing;
      if (unread) await this.#again(node);
      else if (unfinished === undefined) return;
      else {
        read?.(unfinished.items.length, unfinished.totalCount);
        await this.next(node);
      }
    }
  }

  /**
   * The categories right below a node, a page at a time; what was read before comes at once. Of the others only the first page
   * is kept: a search through long lists would fill the tree and the memory. Throws what goes wrong.
   */
  async *categories(node: ListNode, { signal, waiting }: Reading): AsyncGenerator<readonly TreeNode[]> {
    const section = this.sections(node).find(({ key }) => key.endsWith('/categories'));
    if (section === undefined) return;
    const { items: known, nextOffset } = await withRetryAfter(() => this.#firstPage(section), signal, waiting);
    if (known.length > 0) yield known;
    for await (const { items } of readOn(section, nextOffset, known, { signal, waiting })) yield items;
  }

  /** Everything that was read in lists whose key begins with `prefix`. */
  read(prefix: string): Iterable<TreeNode> {
    return this.#cache.items(prefix);
  }

  /**
   * What a list holds, read anew page by page and not kept; of a category its contents, or its subcategories when it has none.
   * A filter counts. Throws what goes wrong.
   */
  async *pages(node: ListNode, reading: Required<Reading>): AsyncGenerator<readonly TreeNode[]> {
    const filter = this.filter(node);
    for (const section of this.sections(node).reverse()) {
      let count = 0;
      for await (const { items, totalCount } of readOn(section, 0, [], reading)) {
        count += items.length;
        reading.read(count, totalCount);
        yield filter === undefined || section.searched === true ? items : items.filter(item => isNamed(item, filter));
      }
      if (count > 0) return;
    }
  }

  /** What there is to show below a node without asking the service. */
  children(node: ListNode): TreeNode[] {
    return this.#childrenBy(node, this.filter(node));
  }

  /** How many items the lists have (with a filter: how many it leaves); `undefined` where that is not known. */
  count(node: ListNode): number | undefined {
    const filter = this.filter(node);
    let count = 0;
    for (const section of this.sections(node)) {
      const { listing } = this.#cache.peek(section.key);
      if (listing === undefined) return undefined;
      const local = filter !== undefined && section.searched !== true;
      const complete = listing.nextOffset === undefined;
      if (!complete && (local || listing.totalCount === undefined)) return undefined;
      count += local ? this.#shown(section, filter).length : (listing.totalCount ?? listing.items.length);
    }
    return count;
  }

  filter(node: ListNode): string | undefined {
    return this.#filters.get(node.id);
  }

  setFilter(node: ListNode, text: string | undefined): void {
    if (text === undefined) this.#filters.delete(node.id);
    else this.#filters.set(node.id, text);
  }

  /** Makes a node that was found otherwise, and those above it, part of the lists. A filter that hides one of them ends. */
  place(node: TreeNode): void {
    const { parent } = node;
    if (parent === undefined) return;
    if (isList(parent)) {
      const filter = this.filter(parent);
      if (filter !== undefined && !isNamed(node, filter)) this.setFilter(parent, undefined);
      const found = this.#found.get(listKey(parent)) ?? new Map<string, TreeNode>();
      this.#found.set(listKey(parent), found.set(node.id, node));
    }
    this.place(parent);
  }

  /** Every list at or below the key is read anew when it is asked for. */
  invalidate(key: string): void {
    this.#cache.invalidate(key);
    for (const list of this.#found.keys()) if (list.startsWith(key)) this.#found.delete(list);
  }

  #childrenBy(node: ListNode, filter: string | undefined): TreeNode[] {
    const sections = this.sections(node);
    const known = sections.map(({ key }) => this.#cache.peek(key));
    const listed = sections.flatMap(section => this.#shown(section, filter));
    const all = node.kind === 'contentLibrary' ? this.#withRemembered(node, listed, filter) : listed;
    const children = this.#withFound(node, all, filter);
    const shown = withUniqueIds(children);
    const unfinished = sections.find(section => this.#hasMore(section));
    const { listing } = unfinished === undefined ? {} : this.#cache.peek(unfinished.key);
    if (listing !== undefined) {
      const searching = filter !== undefined && unfinished?.searched !== true;
      shown.push(moreNode(node, listing.items.length, listing.totalCount, searching));
    }
    const { error } = known.find(({ error }) => error !== undefined) ?? {};
    const hidden = node.kind === 'contentLibrary' && children.length > 0 && cannotList(error);
    if (error !== undefined && !hidden) shown.push(errorNode(node, error));
    return shown;
  }

  #hasMore({ key }: Section): boolean {
    return this.#cache.peek(key).listing?.nextOffset !== undefined;
  }

  async #again(node: ListNode): Promise<void> {
    const unread = this.sections(node).filter(({ key }) => this.#cache.peek(key).listing === undefined);
    await Promise.all(unread.map(({ key, read }) => this.#cache.more(key, read)));
  }

  /** What is known of a list, at least its first page. Throws what goes wrong. */
  async #firstPage({ key, read }: Section): Promise<Listing<TreeNode>> {
    const failed = this.#cache.peek(key).error !== undefined && this.#cache.peek(key).listing === undefined;
    await (failed ? this.#cache.more(key, read) : this.#cache.first(key, read));
    const { listing, error } = this.#cache.peek(key);
    if (listing === undefined) throw error;
    return listing;
  }

  async #rest(section: Section): Promise<void> {
    while (this.#hasMore(section) && this.#cache.peek(section.key).error === undefined) {
      await this.#cache.more(section.key, section.read);
    }
  }

  #shown({ key, searched }: Section, filter: string | undefined): TreeNode[] {
    const items = this.#cache.peek(key).listing?.items ?? [];
    return filter === undefined || searched === true ? items : items.filter(item => isNamed(item, filter));
  }

  #withFound(node: ListNode, listed: readonly TreeNode[], filter: string | undefined): readonly TreeNode[] {
    const found = this.#found.get(listKey(node));
    if (found === undefined) return listed;
    const ids = new Set(listed.map(({ id }) => id));
    const others = [...found.values()].filter(({ id }) => !ids.has(id));
    return [...listed, ...others.filter(other => filter === undefined || isNamed(other, filter))];
  }

  /** The service's groups, and those that were added by their ID. */
  #withRemembered(node: ContentLibraryNode, listed: readonly TreeNode[], filter: string | undefined): TreeNode[] {
    const groups = new Map(listed.map(group => [group.id, group]));
    const key = applicationKey(node.application);
    const application = this.#applications.list().applications.find(candidate => applicationKey(candidate) === key);
    for (const group of application?.contentGroups ?? []) {
      const remembered = contentGroupNode(node, group, true);
      const found = groups.get(remembered.id);
      if (found?.kind === 'contentGroup')
        groups.set(found.id, { ...found, group: { ...found.group, ...group }, remembered: true });
      else if (filter === undefined || isNamed(remembered, filter)) groups.set(remembered.id, remembered);
    }
    return [...groups.values()];
  }
}

/** The pages of a list from an offset on, not kept. Waits where the service asks to; throws whatever else goes wrong. */
async function* readOn(
  { read }: Section,
  from: number | undefined,
  known: readonly TreeNode[],
  { signal, waiting }: Pick<Reading, 'signal'> & { waiting?: Reading['waiting'] },
): AsyncGenerator<Page<TreeNode>> {
  let before = known;
  for (let next = from; next !== undefined && !signal.aborted;) {
    const offset: number = next;
    const page = await withRetryAfter(() => read(offset, signal), signal, waiting);
    if (page.items.length > 0 && repeats(before, page.items)) return;
    yield page;
    before = page.items;
    next = page.nextOffset;
  }
}

/** The service does not offer the list; what was added by its ID is all there is. */
function cannotList(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'status' && [400, 401, 403, 404, 405].includes(error.status ?? 0);
}
