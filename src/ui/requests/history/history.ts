import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { ApiError } from '../../../api/errors';
import type { Selection } from '../../../applications/selection';
import { AuthError } from '../../../auth/authError';
import { addToHistory, historyEntry, readHistory, type HistoryEntry } from '../../../requests/history/history';
import { RequestError } from '../../../requests/document/requestError';
import type { Log } from '../../platform/log';
import type { SentStep } from '../sending/runner';

/** What was sent, redacted when it was written down; bounded in number and size, on this machine. */
export interface History extends vscode.Disposable {
  /** Never rejects: what was sent is sent, whether it can be noted or not. */
  add(step: SentStep, selection: Selection): Promise<void>;
  /** The newest first. */
  entries(): Promise<readonly HistoryEntry[]>;
  clear(): Promise<void>;
  readonly onDidChange: vscode.Event<void>;
}

const limits = { entries: 200, size: 2_000_000 };
/** How often the file is cut down to its limits: every so many entries, and when it is twice as large. */
const entriesBetweenCuts = 50;

/** One line an entry, added at the end: several windows write to the file, and none has to wait for another. */
export function createHistory(folder: string, log: Log): History {
  const file = path.join(folder, 'history.jsonl');
  const changed = new vscode.EventEmitter<void>();
  let last: Promise<unknown> = Promise.resolve();
  let added = 0;
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };
  const read = async (): Promise<HistoryEntry[]> => {
    const text = await readFile(file, 'utf8').catch(() => '');
    const all = readHistory(text.split('\n').map(parsedLine));
    // As they were added; an entry of another window may stand between.
    return all
      .sort((one, other) => one.at - other.at)
      .reduce<HistoryEntry[]>((kept, entry) => [entry, ...kept], [])
      .slice(0, limits.entries);
  };
  const cut = async () => {
    const before = (await stat(file)).size;
    const [newest, ...older] = await read();
    if (newest === undefined) return;
    const kept = addToHistory(older, newest, limits);
    const draft = path.join(folder, `history.${randomUUID()}.jsonl`);
    const lines = kept.reverse().map(entry => `${JSON.stringify(entry)}\n`);
    await writeFile(draft, lines.join(''), { mode: 0o600 });
    // What another window added in the meantime stays: the next cut comes.
    if ((await stat(file)).size === before) await rename(draft, file);
    else await rm(draft, { force: true });
  };
  const append = async (entry: HistoryEntry) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await appendFile(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
    added += 1;
    if (added % entriesBetweenCuts === 0 || (await stat(file)).size > 2 * limits.size) await cut();
  };
  return {
    async add(step, selection) {
      const entry = isEnabled() ? entryOf(step, selection) : undefined;
      if (entry === undefined) return;
      try {
        await inTurn(() => append(entry));
      } catch (error) {
        log.warn(`the history cannot be written: ${(error as NodeJS.ErrnoException).code ?? ''}`);
      }
      changed.fire();
    },
    entries: () => inTurn(read),
    async clear() {
      await inTurn(() => rm(file, { force: true }));
      changed.fire();
    },
    onDidChange: changed.event,
    dispose: () => changed.dispose(),
  };
}

function isEnabled(): boolean {
  return vscode.workspace.getConfiguration('hydrogen').get<boolean>('history.enabled') ?? true;
}

function entryOf(
  { request, resolved: outgoing, result, error }: SentStep,
  { application }: Selection,
): HistoryEntry | undefined {
  const outcome = result ?? codeOf(error);
  if (outgoing === undefined || outcome === undefined) return undefined;
  const { name, clientId, serverDomain, authUrl } = application;
  return historyEntry({
    id: randomUUID(),
    at: Date.now(),
    application: { name, clientId, serverDomain, authUrl },
    request: outgoing,
    title: request.title?.text,
    outcome,
  });
}

function codeOf(error: unknown): string | undefined {
  const coded = error instanceof ApiError || error instanceof AuthError || error instanceof RequestError;
  return coded ? error.code : undefined;
}

/** A line that was cut off in the middle is no entry. */
function parsedLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
