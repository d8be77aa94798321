import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import { timeLeft } from '../../auth/timeLeft';
import type { ApplicationStore } from '../applications/applicationStore';
import type { SelectionStore } from '../applications/selectionStore';
import type { Guard } from '../guard/guard';
import { applicationNode } from '../nodes/application';
import { fixedRows, isList, kindOf, type ListNode, type RowSource, type TreeNode } from '../nodes/node';
import type { NodeRow, RowState } from '../nodes/nodeKind';
import { nodeId, nodeLabel, nodePath } from '../nodes/nodeLabel';
import { loadingNode } from '../nodes/placeholders';
import type { SandboxRequestsNode } from '../nodes/sandboxRequests';
import { errorLabel, errorMessage } from '../messages/messages';
import { timeLeftText } from '../messages/timeText';
import { withViewProgress } from '../platform/dialogs';
import { recordedExchangeUri } from '../sandbox/sandboxDocuments';
import type { SandboxRequests } from '../sandbox/sandboxRequests';
import type { Tokens } from '../tokens/tokens';
import { userName, userText, realmOf, type Users } from '../users/userSessions';
import { watchAuthorization, type AuthorizationWatch } from './authorizationWatch';
import type { FavouriteStore } from './favouriteStore';
import { flushHostMessages } from './flushHostMessages';
import type { Lists } from './lists';
import type { RowExpansion } from './rowExpansion';
import { tooltip, treeItem } from './treeItem';
import { TreeRedraws } from './treeRedraws';

/** Milliseconds after which a list that is loading shows the rows that are there. */
const longestWait = 1000;

interface TreeDependencies {
  applications: ApplicationStore;
  selection: SelectionStore;
  tokens: Pick<Tokens, 'isAuthorized' | 'onDidChange'>;
  users: Users;
  favourites: FavouriteStore;
  guard: Guard;
  sandboxRequests: SandboxRequests;
  lists: Lists;
  expansion: RowExpansion;
}

/**
 * The tree: application → environment → content library, data tables, cloud functions, orders, user → items of the
 * service. The caller creates the view.
 */
export class ApplicationsTree implements vscode.TreeDataProvider<TreeNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<TreeNode | undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #applications: ApplicationStore;
  readonly #lists: Lists;
  readonly #expansion: RowExpansion;
  readonly #source: RowSource;
  readonly #state: RowState;
  /**
   * The nodes of lists that VS Code shows, by ID. VS Code redraws only these objects, not other objects with the same
   * ID, such as the one that a command reveals.
   */
  readonly #shownLists = new Map<string, TreeNode>();
  /** For each list that is loading, by the ID of its node: resolves when it has loaded for `longestWait`. */
  readonly #waits = new Map<string, Promise<void>>();
  /** The row “Requests” of the sandbox that VS Code shows; `undefined` until it is expanded. */
  #shownRequests: SandboxRequestsNode | undefined;
  readonly #redraws = new TreeRedraws<TreeNode>(flushHostMessages, node =>
    this.#changed.fire(this.#shownLists.get(node.id) ?? node),
  );
  readonly #subscriptions: vscode.Disposable[];

  constructor(dependencies: TreeDependencies) {
    const { applications, selection, tokens, users, favourites, guard, sandboxRequests, lists, expansion } =
      dependencies;
    this.#applications = applications;
    this.#lists = lists;
    this.#expansion = expansion;
    this.#source = rowSource(dependencies);
    const authorization = watchAuthorization(tokens, () => lists.retryUnauthorized());
    this.#state = rowState(dependencies, authorization);
    const drawAll = () => this.#changed.fire(undefined);
    this.#subscriptions = [
      applications.onDidChange(drawAll),
      selection.onDidChange(drawAll),
      favourites.onDidChange(drawAll),
      guard.onDidChange(drawAll),
      authorization,
      lists.onDidChange(node => (node === undefined ? drawAll() : this.#redraws.redraw(node))),
      sandboxRequests.onDidChange(() => {
        if (this.#shownRequests !== undefined) this.#redraws.redraw(this.#shownRequests);
      }),
      // Another user has other orders.
      users.onDidChange(() => lists.refresh()),
    ];
  }

  getTreeItem(node: TreeNode): vscode.TreeItem | Promise<vscode.TreeItem> {
    const row = kindOf(node).row(node, this.#state);
    return row instanceof Promise ? row.then(row => this.#itemOf(node, row)) : this.#itemOf(node, row);
  }

  resolveTreeItem(item: vscode.TreeItem, node: TreeNode): vscode.TreeItem {
    const text = tooltip(node);
    if (text !== undefined) item.tooltip = text;
    return item;
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return node.parent as TreeNode | undefined;
  }

  getChildren(node?: TreeNode): TreeNode[] | Promise<TreeNode[]> {
    if (node === undefined) return this.cachedChildren();
    if (node.kind === 'sandboxRequests') this.#shownRequests = node;
    const children = this.#loadChildren(node);
    this.#redraws.addRequest(node, children);
    return children;
  }

  /** Returns the cached rows below a node; without a node, the applications. */
  cachedChildren(node?: TreeNode): TreeNode[] {
    if (node === undefined) return this.#applications.list().applications.map(applicationNode);
    return isList(node) ? this.#lists.cached(node) : fixedRows(node, this.#source);
  }

  /** Rereads `node` and everything below it, or the whole tree. Old rows stay visible until the new ones arrive. */
  refresh(node?: TreeNode): void {
    this.#lists.refresh(node?.kind === 'error' || node?.kind === 'more' ? this.getParent(node) : node);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#changed.dispose();
  }

  #itemOf(node: TreeNode, row: NodeRow): vscode.TreeItem {
    const parent = this.getParent(node);
    const filter = parent && isList(parent) ? this.#lists.filter(parent) : undefined;
    const item = treeItem(node, row, { filter, isExpanded: this.#expansion.isExpanded(node.id) });
    // VS Code asks for the children of expanded rows one row after the other, so the lists start loading before that.
    if (isList(node) && item.collapsibleState === vscode.TreeItemCollapsibleState.Expanded) void this.#load(node);
    return item;
  }

  async #loadChildren(node: TreeNode): Promise<TreeNode[]> {
    const isUnread = isList(node) && !(await this.#loadSoon(node)) && this.#lists.state(node).readAt === undefined;
    const children = this.cachedChildren(node);
    for (const child of children) if (isList(child)) this.#shownLists.set(child.id, child);
    return isUnread ? [...children, loadingNode(node)] : children;
  }

  /**
   * Loads a list, and resolves to `false` if that takes long. If VS Code asks for the children of several rows at once, it
   * shows none before all have arrived. One server that does not answer would hide the rows of all others. The list is
   * drawn when it has loaded.
   */
  async #loadSoon(node: ListNode): Promise<boolean> {
    const loaded = this.#load(node);
    if ((await Promise.race([loaded, this.#waits.get(node.id)])) === true) return true;
    void withViewProgress('hydrogen.applications', async () => {
      await loaded;
      this.#redraws.redraw(node);
    });
    return false;
  }

  /** Loads a list. Its row is drawn again, because it shows the state of the list: the count, empty, or outdated. */
  async #load(node: ListNode): Promise<true> {
    if (!this.#waits.has(node.id)) this.#waits.set(node.id, pause(longestWait));
    if (await this.#lists.loadFirstPage(node)) this.#redraws.redrawLater(node);
    this.#waits.delete(node.id);
    return true;
  }
}

function rowSource({ applications, favourites, sandboxRequests }: TreeDependencies): RowSource {
  return {
    favouritesOf: application =>
      favourites.of(application).map(target => ({
        target,
        label: nodeLabel(target),
        id: nodeId(target),
        icon: kindOf(target).favourite?.icon ?? 'star-full',
        tooltip: kindOf(target).favourite?.tooltip?.(target),
        path: nodePath(target).slice(1, -1),
      })),
    // The sandbox has several applications but one request log; the first application shows it.
    sandboxApplication: () => applications.list().applications.find(({ sandbox }) => sandbox !== undefined),
    sandboxRequests: () =>
      sandboxRequests.list().map(request => ({
        request,
        environmentName: sandboxRequests.environmentOf(request),
        uri: recordedExchangeUri(request),
      })),
  };
}

function rowState(
  { selection, users, favourites, guard, lists }: TreeDependencies,
  authorization: AuthorizationWatch,
): RowState {
  return {
    selection: () => selection.current(),
    isUnlocked: target => guard.isUnlocked(target),
    canUnlock: target => guard.canUnlock(target),
    isFavourite: node => favourites.has(node),
    list: node => lists.state(node as ListNode),
    async user(target) {
      const session = await users.of(target.application).read(realmOf(target));
      if (session === undefined) return undefined;
      const { expiresAt } = session;
      const left = expiresAt === undefined ? undefined : timeLeftText(timeLeft(expiresAt, Date.now()));
      return { name: userName(session), text: userText(session), timeLeft: left };
    },
    isAuthorized: ({ application }) => authorization.isAuthorized(application),
    errorWords: error => ({ sentence: errorMessage(error).text, label: errorLabel(error) }),
  };
}
