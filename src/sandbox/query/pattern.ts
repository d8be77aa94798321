import { Worker } from 'node:worker_threads';
import { HttpError } from '../http/httpError';

/** A regular expression from a request. A match may never end, so it runs in a separate thread. */
export interface SearchPattern {
  /** True if the expression matches a text; false while the result is unknown. */
  test(text: string): boolean;
  /** Whether some results are still unknown. */
  readonly isPending: boolean;
  /**
   * Computes the unknown results.
   * @throws HttpError 400 when it takes too long
   */
  settle(): Promise<void>;
}

/** Maximum milliseconds for matching all unknown texts of one `settle` call. */
const timeLimit = 2000;

const program = `
  const { parentPort, workerData: { source, flags, texts } } = require('node:worker_threads');
  const pattern = new RegExp(source, flags);
  parentPort.postMessage(texts.map(text => pattern.test(text)));
`;

/** @throws HttpError 400 when `source` is not a valid regular expression */
export function createPattern(source: string, flags: string): SearchPattern {
  try {
    RegExp(source, flags);
  } catch {
    throw new HttpError(400, '$regex is not a regular expression.');
  }
  const knownResults = new Map<string, boolean>();
  let unresolved = new Set<string>();
  return {
    test(text) {
      const matches = knownResults.get(text);
      if (matches === undefined) unresolved.add(text);
      return matches ?? false;
    },
    get isPending() {
      return unresolved.size > 0;
    },
    async settle() {
      const texts = [...unresolved];
      unresolved = new Set();
      const results = await inTurn(async () => matchAll(source, flags, texts));
      texts.forEach((text, index) => knownResults.set(text, results[index] ?? false));
    },
  };
}

let lastRun: Promise<unknown> = Promise.resolve();

/** Runs one thread at a time: many patterns at once would use all cores. */
async function inTurn<T>(run: () => Promise<T>): Promise<T> {
  const turn = lastRun.then(run);
  lastRun = turn.catch(() => undefined);
  return turn;
}

async function matchAll(source: string, flags: string, texts: string[]): Promise<boolean[]> {
  const worker = new Worker(program, { eval: true, workerData: { source, flags, texts }, env: {} });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<boolean[]>((resolve, reject) => {
      // The time limit begins when the thread runs, because threads start slowly on a busy machine.
      worker.on('online', () => {
        const timeout = new HttpError(400, `$regex took longer than ${timeLimit / 1000} seconds.`);
        timer = setTimeout(() => reject(timeout), timeLimit);
      });
      worker.on('message', resolve);
      worker.on('error', reject);
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
