import * as vscode from 'vscode';
import { errorMessage } from '../../platform/messages';
import { LivePick } from '../../platform/prompts';
import { plainText } from '../../platform/plainText';
import { joined } from '../../nodes/listRow';
import { kindOf, type TreeNode } from '../../nodes/node';
import { nodeContains, nodeId, nodeLabel, nodePath } from '../../nodes/nodeLabel';

/** More would only slow the list down: whoever looks for one thing types more of its name. */
const longest = 200;

interface NodePick extends vscode.QuickPickItem {
  /** Absent for a row that says what went wrong. */
  node?: TreeNode;
}

/** Whether the person walks through the rows. VS Code chooses a row by itself when it gets new ones: that is no step. */
type Following = 'settling' | 'following' | 'walking';

/**
 * A quick pick over nodes that come in while the person types. It filters by itself: VS Code's own filter would have to be
 * given every node there is.
 */
export class SearchPick implements vscode.Disposable {
  readonly #pick: LivePick<NodePick>;
  readonly #rows = new Map<string, NodePick>();
  readonly #nodes = new Map<string, TreeNode>();
  readonly #failures = new Map<string, NodePick>();
  /** VS Code sorts the rows by name, so new ones would push them about under a person who walks: they wait. */
  #following: Following = 'settling';
  readonly #waiting: NodePick = { label: '', iconPath: new vscode.ThemeIcon('ellipsis'), alwaysShow: true };
  readonly #ended = new vscode.EventEmitter<Error>();
  readonly onDidChangeValue: vscode.Event<string>;

  constructor(title: string) {
    this.#pick = new LivePick(title, { matchOnDescription: true, keepScrollPosition: true });
    this.#pick.placeholder = vscode.l10n.t('Name or ID');
    this.onDidChangeValue = this.#pick.onDidChangeValue;
    this.#pick.onDidChangeValue(() => this.#showAll());
    this.#pick.onDidChangeActive(([active]) => {
      if (active !== undefined) this.#following = this.#following === 'settling' ? 'following' : 'walking';
    });
  }

  get value(): string {
    return this.#pick.value.trim();
  }

  set busy(busy: boolean) {
    this.#pick.busy = busy;
  }

  set placeholder(text: string) {
    this.#pick.placeholder = text;
  }

  get isEmpty(): boolean {
    return this.#nodes.size === 0;
  }

  add(nodes: Iterable<TreeNode>): void {
    for (const node of nodes) {
      const key = kindOf(node).search?.of?.(node) ?? node.id;
      if (!this.#nodes.has(key)) this.#nodes.set(key, node);
    }
  }

  /** Says in the list what could not be searched; the same sentence only once. */
  fail(error: unknown): void {
    const { text } = errorMessage(error);
    const label = plainText(text);
    this.#failures.set(text, { label, iconPath: new vscode.ThemeIcon('warning'), alwaysShow: true });
  }

  /** Shows what fits the value; what is marked stays marked. */
  refresh(): void {
    const { value } = this;
    const items: NodePick[] = [];
    for (const node of this.#nodes.values()) {
      if (items.length >= longest) break;
      if (value === '' || nodeContains(node, value)) items.push(this.#row(node));
    }
    items.push(...this.#failures.values());
    const shown = this.#pick.items;
    const more = items.filter(item => !shown.includes(item)).length;
    if (more === 0 && items.length === shown.length) return;
    const active = this.#pick.activeItem;
    const walking = this.#following === 'walking';
    if (!walking) this.#following = active !== undefined && items.includes(active) ? 'following' : 'settling';
    this.#waiting.label = vscode.l10n.t('Show {0} more', more);
    const waits = walking && more > 0;
    this.#pick.items = waits ? [...shown.filter(item => item !== this.#waiting), this.#waiting] : items;
    if (active !== undefined && this.#pick.items.includes(active)) this.#pick.activeItem = active;
  }

  /** @throws vscode.CancellationError when nothing is picked; what `end` was given */
  picked(): Promise<TreeNode> {
    return new Promise((resolve, reject) => {
      this.#pick.onDidAccept(() => {
        const row = this.#pick.selectedItem;
        if (row === this.#waiting) this.#showAll();
        if (row?.node !== undefined) resolve(row.node);
      });
      this.#pick.onDidHide(() => reject(new vscode.CancellationError()));
      this.#ended.event(reject);
      this.#pick.show();
    });
  }

  /** Nothing can be picked. */
  end(error: Error): void {
    this.#ended.fire(error);
  }

  dispose(): void {
    this.#pick.dispose();
    this.#ended.dispose();
  }

  #showAll(): void {
    this.#following = 'settling';
    this.refresh();
  }

  #row(node: TreeNode): NodePick {
    const known = this.#rows.get(node.id);
    if (known !== undefined) return known;
    const above = nodePath(node).slice(0, -1).join(' › ');
    const { search } = kindOf(node);
    const row = {
      label: plainText(nodeLabel(node)),
      description: plainText(joined([search?.name(), above, nodeId(node)])),
      iconPath: new vscode.ThemeIcon(search?.icon ?? 'note'),
      alwaysShow: true,
      node,
    };
    this.#rows.set(node.id, row);
    return row;
  }
}
