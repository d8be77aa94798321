import * as vscode from 'vscode';
import { errorMessage } from '../../messages/messages';
import { LivePick } from '../../platform/prompts';
import { plainText } from '../../messages/plainText';
import { joinNonEmpty } from '../../nodes/listRow';
import { kindOf, type TreeNode } from '../../nodes/node';
import { nodeContains, nodeId, nodeLabel, nodePath } from '../../nodes/nodeLabel';
import { flushHostMessages } from '../flushHostMessages';

/** The maximum number of rows shown; more would slow the list down. */
const maximumRows = 200;

interface NodePick extends vscode.QuickPickItem {
  /** Absent for errors, “Show what has been found so far” and “No results”. */
  node?: TreeNode;
}

/**
 * A quick pick over nodes that arrive while the user types. It has its own filter, because VS Code's filter would need
 * every node in the list.
 */
export class SearchPick implements vscode.Disposable {
  readonly #pick: LivePick<NodePick>;
  readonly #rankOf: (node: TreeNode) => number;
  readonly #rows = new Map<string, NodePick>();
  readonly #nodes = new Map<string, { node: TreeNode; rank: number }>();
  readonly #failures = new Map<string, NodePick>();
  /**
   * True after the user moved to another row. VS Code sorts rows by name, so new rows would shift the list under the
   * cursor; they wait until the user asks for them.
   */
  #userMoved = false;
  /** Above 0 while VS Code may still report a row that it activated itself. Such a report is not a move of the user. */
  #settling = 0;
  /** The active row, until the user moves. */
  #chosen: NodePick | undefined;
  /** The rows that were shown before the last refresh. */
  #earlier: ReadonlySet<NodePick> = new Set();
  /** Earlier lists of rows that VS Code may still show. */
  #replaced: (readonly NodePick[])[] = [];
  readonly #waiting: NodePick = {
    label: vscode.l10n.t('Show what has been found so far'),
    iconPath: new vscode.ThemeIcon('ellipsis'),
    alwaysShow: true,
  };
  /** An empty list would not show whether the search has ended. */
  readonly #nothing: NodePick = { label: vscode.l10n.t('No results'), alwaysShow: true };
  #busy = false;
  readonly #ended = new vscode.EventEmitter<Error>();
  readonly onDidChangeValue: vscode.Event<string>;

  /** @param rankOf returns the rank of a row, the lowest first; rows of the same rank stay in the order of their addition */
  constructor(title: string, rankOf: (node: TreeNode) => number = () => 0) {
    this.#rankOf = rankOf;
    const options = { matchOnDescription: true, keepScrollPosition: true };
    this.#pick = new LivePick(title, vscode.l10n.t('Name or ID'), options);
    this.onDidChangeValue = this.#pick.onDidChangeValue;
    this.#pick.onDidChangeValue(() => this.#showAll());
    this.#pick.onDidChangeActive(() => {
      this.#userMoved ||= this.#settling === 0 || this.#isStep();
    });
  }

  get value(): string {
    return this.#pick.value.trim();
  }

  set busy(busy: boolean) {
    this.#busy = busy;
    this.#pick.busy = busy;
    this.refresh();
  }

  set placeholder(text: string) {
    this.#pick.placeholder = text;
  }

  get isEmpty(): boolean {
    return this.#nodes.size === 0;
  }

  add(nodes: Iterable<TreeNode>, rankOf = this.#rankOf): void {
    for (const node of nodes) {
      const key = kindOf(node).search?.of?.(node) ?? node.id;
      if (!this.#nodes.has(key)) this.#nodes.set(key, { node, rank: rankOf(node) });
    }
  }

  /** Adds a row for an error. A repeated message is shown once. */
  fail(error: unknown): void {
    const { text } = errorMessage(error);
    const label = plainText(text);
    this.#failures.set(text, { label, iconPath: new vscode.ThemeIcon('warning'), alwaysShow: true });
  }

  /** Shows the matching rows, unless the user is moving through the list. */
  refresh(): void {
    if (this.#userMoved) return;
    const found = [...this.#fitting(), ...this.#failures.values(), ...(this.#busy ? [this.#waiting] : [])];
    const items = found.length === 0 && this.value !== '' ? [this.#nothing] : found;
    const shown = this.#pick.items;
    if (items.length === shown.length && items.every((item, index) => item === shown[index])) return;
    this.#earlier = new Set(shown);
    this.#replaced.push(shown);
    this.#pick.items = items;
    // Without this, VS Code would activate the first row, and Enter would open another node than before.
    this.#chosen = items.find(item => item === this.#chosen && item.node !== undefined);
    if (this.#chosen !== undefined) this.#pick.activeItem = this.#chosen;
    void this.#settle();
  }

  /**
   * Shows the pick and resolves to the picked node.
   * @throws vscode.CancellationError if nothing is picked, or the error passed to `end`
   */
  picked(): Promise<TreeNode> {
    return new Promise((resolve, reject) => {
      this.#pick.onDidAccept(() => {
        const row = this.#pick.selectedItem;
        if (row === undefined || !this.#wasSeen(row)) return;
        if (row === this.#waiting) this.#showAll();
        if (row.node !== undefined) resolve(row.node);
      });
      this.#pick.onDidHide(() => reject(new vscode.CancellationError()));
      this.#ended.event(reject);
      this.#pick.show();
      void this.#settle();
    });
  }

  /** Closes the pick with an error. */
  end(error: Error): void {
    this.#ended.fire(error);
  }

  dispose(): void {
    this.#pick.dispose();
    this.#ended.dispose();
  }

  #showAll(): void {
    this.#userMoved = false;
    this.#chosen = undefined;
    void this.#settle();
    this.refresh();
  }

  /**
   * True if the user saw this row when accepting it. VS Code only reports the position in the list, and it may still show
   * an earlier list with another row at this position.
   */
  #wasSeen(row: NodePick): boolean {
    const at = this.#pick.items.indexOf(row);
    return this.#replaced.every(rows => (rows[at] ?? row) === row);
  }

  /**
   * True if the user moved to another row. After a refresh, VS Code only reports the first row or a new row. If an older
   * row is active instead, the user chose it.
   */
  #isStep(): boolean {
    const { activeItem, items } = this.#pick;
    if (activeItem === undefined || activeItem === items[0] || this.#chosen === undefined) return false;
    return activeItem !== this.#chosen && this.#earlier.has(activeItem);
  }

  async #settle(): Promise<void> {
    this.#settling += 1;
    const replaced = new Set(this.#replaced);
    await flushHostMessages();
    this.#settling -= 1;
    // Forgets these rows before other calls have settled, because rows can arrive without a pause.
    this.#replaced = this.#replaced.filter(rows => !replaced.has(rows));
    if (this.#settling > 0) return;
    if (!this.#userMoved) this.#chosen ??= this.#pick.activeItem;
  }

  /** Exact matches of a name or ID come first, so that the limit never hides them. */
  #fitting(): NodePick[] {
    const { value } = this;
    const matches = [...this.#nodes.values()]
      .filter(({ node }) => (value === '' ? kindOf(node).search?.onlyTyped !== true : nodeContains(node, value)))
      .sort((one, other) => one.rank - other.rank)
      .map(({ node }) => node);
    const typed = value.toLowerCase();
    const isExact = (node: TreeNode) => nodeLabel(node).toLowerCase() === typed || nodeId(node) === value;
    const exact = matches.filter(isExact);
    const others = exact.length === 0 ? matches : matches.filter(node => !exact.includes(node));
    return [...exact, ...others].slice(0, maximumRows).map(node => this.#row(node));
  }

  #row(node: TreeNode): NodePick {
    const cached = this.#rows.get(node.id);
    if (cached !== undefined) return cached;
    const above = nodePath(node).slice(0, -1).join(' › ');
    const { search } = kindOf(node);
    const row = {
      label: plainText(nodeLabel(node)),
      description: plainText(joinNonEmpty([search?.name(), above, nodeId(node)])),
      iconPath: new vscode.ThemeIcon(search?.icon ?? 'note'),
      alwaysShow: true,
      node,
    };
    this.#rows.set(node.id, row);
    return row;
  }
}
