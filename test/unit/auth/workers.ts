import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { root } from '../../host/launcher/root';

/** A process that runs one of the worker files of this folder, controlled by messages. */
export interface Worker<Order, Answer> {
  readonly pid: number;
  readonly isDead: boolean;
  /** Sends an order. Resolves with the answer, or `undefined` when the process dies first. */
  ask(order: Order): Promise<Answer | undefined>;
  /** Resolves when the process has ended. */
  kill(signal?: NodeJS.Signals): Promise<void>;
}

/**
 * Starts a process that runs a worker file.
 * @param name the file name without extension
 */
export function startWorker<Order extends object, Answer>(name: string, args: string[]): Worker<Order, Answer> {
  const child: ChildProcess = fork(path.join(root, 'out/test/unit/auth', `${name}.mjs`), args, { execArgv: [] });
  const ended = once(child, 'exit');
  let isDead = false;
  void ended.then(() => (isDead = true));
  return {
    pid: child.pid ?? 0,
    get isDead() {
      return isDead;
    },
    async ask(order) {
      const answered = new AbortController();
      const answer = once(child, 'message', { signal: answered.signal }).then(([message]) => message as Answer);
      answer.catch(() => undefined);
      // A dead process accepts no order; the race below detects its end.
      child.send(order, () => undefined);
      try {
        return await Promise.race([answer, ended.then(() => undefined)]);
      } finally {
        answered.abort();
      }
    },
    async kill(signal = 'SIGKILL') {
      child.kill(signal);
      await ended;
    },
  };
}

/** Answers every order; called in the worker process. */
export function answerOrders<Order, Answer>(answer: (order: Order) => Promise<Answer>): void {
  process.on('message', (order: Order) => {
    void answer(order).then(reply => process.send?.(reply));
  });
}
