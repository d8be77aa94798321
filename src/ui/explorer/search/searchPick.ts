import * as vscode from 'vscode';
import { applicationKey } from '../../../applications/application';
import { errorMessage } from '../../platform/messages';
import { LivePick } from '../../platform/prompts';
import { plainText } from '../../platform/plainText';
import { isNamed, nodeId, nodeName, nodePath } from '../../nodes/nodeLabel';
import type { TreeNode } from '../../nodes/node';

/** More would only slow the list down: whoever looks for one thing types more of its name. */
const longest = 200;

interface NodePick extends vscode.QuickPickItem {
  /** Absent for a row that says what went wrong. */
  node?: TreeNode;
}

/**
 * A quick pick over nodes that come in while somebody types. It filters by itself: VS Code's own filter would have to be
 * given every node there is.
 */
export class SearchPick implements vscode.Disposable {
  readonly #pick: LivePick<NodePick>;
  readonly #rows = new Map<string, NodePick>();
  readonly #nodes = new Map<string, TreeNode>();
  readonly #failures = new Map<string, NodePick>();
  /** Somebody walks through the rows. VS Code sorts them by name, so what comes in now would push them about: it waits. */
  #walking = false;
  /** New rows make VS Code choose one by itself. */
  #settling = true;
  readonly #waiting: NodePick = { label: '', iconPath: new vscode.ThemeIcon('ellipsis'), alwaysShow: true };
  readonly onDidChangeValue: vscode.Event<string>;

  constructor(title: string) {
    this.#pick = new LivePick(title, { matchOnDescription: true, keepScrollPosition: true });
    this.#pick.placeholder = vscode.l10n.t('Name or ID');
    this.onDidChangeValue = this.#pick.onDidChangeValue;
    this.#pick.onDidChangeValue(() => this.#showAll());
    this.#pick.onDidChangeActive(([active]) => {
      if (active === undefined) return;
      if (!this.#settling) this.#walking = true;
      this.#settling = false;
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
    for (const node of nodes) if (!this.#nodes.has(identity(node))) this.#nodes.set(identity(node), node);
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
      if (value === '' || isNamed(node, value)) items.push(this.#row(node));
    }
    items.push(...this.#failures.values());
    const shown = this.#pick.items;
    const more = items.filter(item => !shown.includes(item)).length;
    if (more === 0 && items.length === shown.length) return;
    const active = this.#pick.activeItem;
    this.#settling = active === undefined || !items.includes(active);
    this.#waiting.label = vscode.l10n.t('Show {0} more', more);
    const waits = this.#walking && more > 0;
    this.#pick.items = waits ? [...shown.filter(item => item !== this.#waiting), this.#waiting] : items;
    if (active !== undefined && this.#pick.items.includes(active)) this.#pick.activeItem = active;
  }

  /** @throws vscode.CancellationError when nothing is picked */
  pick(): Promise<TreeNode> {
    return new Promise((resolve, reject) => {
      this.#pick.onDidAccept(() => {
        const row = this.#pick.selectedItem;
        if (row === this.#waiting) this.#showAll();
        if (row?.node !== undefined) resolve(row.node);
      });
      this.#pick.onDidHide(() => reject(new vscode.CancellationError()));
      this.#pick.show();
    });
  }

  dispose(): void {
    this.#pick.dispose();
  }

  #showAll(): void {
    this.#walking = false;
    this.#settling = true;
    this.refresh();
  }

  #row(node: TreeNode): NodePick {
    const known = this.#rows.get(node.id);
    if (known !== undefined) return known;
    const above = nodePath(node).slice(0, -1).join(' › ');
    const id = nodeId(node);
    const kind = kindOf(node);
    const description = [kind.name, above, id].filter(part => part !== undefined && part !== '').join(' · ');
    const row = {
      label: plainText(nodeName(node)),
      description: plainText(description),
      iconPath: new vscode.ThemeIcon(kind.icon),
      alwaysShow: true,
      node,
    };
    this.#rows.set(node.id, row);
    return row;
  }
}

/** A content is one thing, in however many categories it stands. */
function identity(node: TreeNode): string {
  if (node.kind !== 'content') return node.id;
  return [applicationKey(node.application), node.environment?.envId ?? '', node.content.id].join('|');
}

function kindOf({ kind }: TreeNode): { name?: string; icon: string } {
  switch (kind) {
    case 'application':
      return { name: vscode.l10n.t('Application'), icon: 'package' };
    case 'environment':
      return { name: vscode.l10n.t('Environment'), icon: 'globe' };
    case 'contentGroup':
      return { name: vscode.l10n.t('Content group'), icon: 'library' };
    case 'contentCategory':
      return { name: vscode.l10n.t('Category'), icon: 'folder' };
    case 'content':
      return { name: vscode.l10n.t('Content'), icon: 'file-text' };
    case 'contentLibrary':
    case 'orders':
    case 'order':
    case 'user':
    case 'favourites':
    case 'favourite':
    case 'sandboxRequests':
    case 'sandboxRequest':
    case 'more':
    case 'error':
      return { icon: 'note' };
  }
}
