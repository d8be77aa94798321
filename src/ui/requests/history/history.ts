import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { ApiError } from '../../../api/errors';
import type { Selection } from '../../../applications/selection';
import { AuthError } from '../../../auth/authError';
import {
  addToHistory,
  historyEntry,
  inFlight,
  latestOfEach,
  readHistory,
  type HistoryEntry,
} from '../../../requests/history/history';
import type { Verdict } from '../../../requests/checks/verdict';
import type { KeptText } from '../../../requests/sending/keptText';
import { secretsOfRequest, type ResolvedRequest } from '../../../requests/sending/resolvedRequest';
import type { RunResult } from '../../../requests/sending/runResult';
import type { RequestNode } from '../../../requests/document/syntax';
import { RequestError } from '../../../requests/document/requestError';
import type { ExecutedRequest } from '../../../requests/sending/executeRequest';
import type { Log } from '../../platform/log';
import type { BackgroundWork } from '../responses/backgroundWork';
import type { ResponseDocument } from '../responses/response';
import { createSlices } from '../../../requests/document/slices';

/** A request that was sent, or failed to be; `response` is there when the service answered. */
export interface SentRequest extends ExecutedRequest {
  /** Of its response, and of its entry. */
  id: string;
  /** Where it was sent. */
  selection: Selection;
  response: ResponseDocument | undefined;
  /** The document that says why there is no response. */
  failure?: vscode.Uri;
  /** Of its checks; none without a response. */
  verdicts: readonly Verdict[];
  /** The secrets of `{{$secret name}}` that it took. */
  secretNames: readonly string[];
}

/** A request that is about to be sent. */
export interface BegunRequest {
  id: string;
  request: RequestNode;
  resolved: ResolvedRequest;
  selection: Selection;
}

/** The requests that were sent, on this machine: redacted before they are written, bounded in number and size. */
export interface History extends vscode.Disposable {
  /**
   * Notes a request that may change something before it is sent, so that it is known even when the window goes while the
   * response is on its way. Never rejects.
   */
  begin(begun: BegunRequest): Promise<void>;
  /** Never rejects: the request is sent, whether the history can be written or not. */
  add(sent: SentRequest): Promise<void>;
  /** The newest first. */
  entries(): Promise<readonly HistoryEntry[]>;
  entry(id: string): Promise<HistoryEntry | undefined>;
  clear(): Promise<void>;
  readonly onDidChange: vscode.Event<void>;
}

const limits = { entries: 200, size: 2_000_000 };
/** The file is cut down to its limits after this many entries, and when it is twice as large as allowed. */
const entriesBetweenCuts = 50;

/** One line for each entry, appended: several windows write to the file without waiting for each other. */
export function createHistory(folder: string, work: BackgroundWork, log: Log): History {
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
    const all: HistoryEntry[] = [];
    const pause = createSlices();
    for (const line of text.split('\n')) {
      all.push(...readHistory([parsedLine(line)]));
      await pause();
    }
    // The lines of several windows are not in the order of time.
    return latestOfEach(all)
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
    // When another window has appended in the meantime, the file stays as it is until the next cut.
    if ((await stat(file)).size === before) await rename(draft, file);
    else await rm(draft, { force: true });
  };
  const append = async (entry: HistoryEntry) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await appendFile(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
    added += 1;
    if (added % entriesBetweenCuts === 0 || (await stat(file)).size > 2 * limits.size) await cut();
  };
  const write = async (make: () => Promise<HistoryEntry | undefined>) => {
    if (!isEnabled()) return;
    try {
      await inTurn(async () => {
        const entry = await make();
        if (entry !== undefined) await append(entry);
      });
    } catch (error) {
      log.warn(`the history cannot be written: ${(error as NodeJS.ErrnoException).code ?? ''}`);
    }
    changed.fire();
  };
  return {
    async begin({ id, request, resolved, selection: { application } }) {
      if (resolved.risk === 'reads') return;
      const at = Date.now();
      const title = request.title?.text;
      await write(async () => historyEntry({ id, at, application, request: resolved, title, outcome: inFlight }));
    },
    add(sent) {
      const at = Date.now();
      return write(() => entryOf(sent, at, work));
    },
    entries: () => inTurn(read),
    entry: async id => (await inTurn(read)).find(entry => entry.id === id),
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

async function entryOf(
  { id, request, resolved, result, error, selection: { application } }: SentRequest,
  at: number,
  work: BackgroundWork,
): Promise<HistoryEntry | undefined> {
  const outcome = result === undefined ? codeOf(error) : { result, body: await bodyOf(result, resolved, work) };
  if (resolved === undefined || outcome === undefined) return undefined;
  return historyEntry({
    // The document of the response is found here after a reload.
    id,
    at,
    application,
    request: resolved,
    title: request.title?.text,
    outcome,
  });
}

async function bodyOf(
  { report: { text } }: RunResult,
  resolved: ResolvedRequest | undefined,
  work: BackgroundWork,
): Promise<KeptText | undefined> {
  if (text === undefined || resolved === undefined) return undefined;
  const known = secretsOfRequest(resolved).map(secret => secret.reveal());
  return work.run('keptText', [text, known], text.length, undefined);
}

function codeOf(error: unknown): string | undefined {
  const coded = error instanceof ApiError || error instanceof AuthError || error instanceof RequestError;
  return coded ? error.code : undefined;
}

/** `undefined` for a line that was cut off in the middle. */
function parsedLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
