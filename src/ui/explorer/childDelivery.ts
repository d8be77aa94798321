/**
 * Knows the nodes whose children VS Code may not have received yet. VS Code asks for the children of several nodes in
 * one message, one node after the other, and receives no children before the last have loaded. If one of these nodes
 * changes meanwhile, VS Code shows the children that arrive, although it has already removed their commands.
 */
export class ChildDelivery {
  readonly #flush: () => Promise<void>;
  /** The newest request of each node, by the ID of the node. */
  readonly #requests = new Map<string, Promise<unknown>>();
  #newest: Promise<unknown> = Promise.resolve();

  /** @param flush resolves when VS Code has processed all earlier messages */
  constructor(flush: () => Promise<void>) {
    this.#flush = flush;
  }

  /** True from the request for the children of a node until VS Code has them. */
  isPending(id: string): boolean {
    return this.#requests.has(id);
  }

  /** Registers a request. Calls `delivered` when VS Code has the children, unless it has asked for them again. */
  add(id: string, request: Promise<unknown>, delivered: () => void): void {
    this.#requests.set(id, request);
    this.#newest = request;
    void this.#whenDelivered(request).then(() => {
      if (this.#requests.get(id) !== request) return;
      this.#requests.delete(id);
      delivered();
    });
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
