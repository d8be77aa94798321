interface Node {
  id: string;
  parent?: Node | undefined;
}

/**
 * Redraws a node only after VS Code has received the children that it asked for. VS Code asks for the children of several
 * nodes in one message, and gets them together when the slowest have loaded. If one of these nodes is redrawn before that,
 * VS Code shows the arriving children although it has already removed their commands.
 */
export class TreeRedraws<T extends Node> {
  readonly #flush: () => Promise<void>;
  readonly #redrawNow: (node: T) => void;
  /** The newest request for the children of each node that VS Code may not have received, by the ID of the node. */
  readonly #requests = new Map<string, Promise<unknown>>();
  #newest: Promise<unknown> = Promise.resolve();
  /** The nodes to redraw, by ID. */
  readonly #outdated = new Map<string, T>();

  /** @param flush resolves when VS Code has processed all earlier messages */
  constructor(flush: () => Promise<void>, redrawNow: (node: T) => void) {
    this.#flush = flush;
    this.#redrawNow = redrawNow;
  }

  /** Registers that VS Code asked for the children of a node. */
  addRequest({ id }: T, children: Promise<unknown>): void {
    this.#requests.set(id, children);
    this.#newest = children;
    void this.#whenDelivered(children).then(() => {
      if (this.#requests.get(id) === children) this.#requests.delete(id);
      this.#redrawOutdated();
    });
  }

  /** Redraws a node and everything below it after the next request. */
  redrawLater(node: T): void {
    this.#outdated.set(node.id, node);
  }

  /** Redraws a node and everything below it, at once if possible. */
  redraw(node: T): void {
    this.redrawLater(node);
    this.#redrawOutdated();
  }

  #redrawOutdated(): void {
    for (const [id, node] of this.#outdated) {
      if (this.#requests.has(id) || (node.parent !== undefined && this.#requests.has(node.parent.id))) continue;
      this.#outdated.delete(id);
      this.#redrawNow(node);
    }
  }

  async #whenDelivered(request: Promise<unknown>): Promise<void> {
    let newest = request;
    const ended = () => void (newest = this.#newest);
    await request.then(ended, ended);
    await this.#flush();
    // A request that followed at once may be part of the same message.
    while (newest !== this.#newest) {
      newest = this.#newest;
      await Promise.allSettled([newest]);
      await this.#flush();
    }
  }
}
