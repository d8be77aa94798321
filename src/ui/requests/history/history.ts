import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { ApiError } from '../../../api/errors';
import { renameOver } from '../../../files/privateFile';
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
import { jsonValue } from '../../../json/jsonValue';

/** A request after the attempt to send it; `response` is present if the service answered. */
export interface SentRequest extends ExecutedRequest {
  /** The ID of the response and of the history entry. */
  id: string;
  /** The target of the request. */
  selection: Selection;
  response: ResponseDocument | undefined;
  /** The document that explains why there is no response. */
  failure?: vscode.Uri;
  /** The results of its checks; empty without a response. */
  verdicts: readonly Verdict[];
  /** The names of the secrets that the request used as `{{$secret name}}`. */
  secretNames: readonly string[];
}

/** A request that is about to be sent. */
export interface BegunRequest {
  id: string;
  request: RequestNode;
  resolved: ResolvedRequest;
  selection: Selection;
}

const limits = { entries: 200, size: 2_000_000 };
/** The file is cut to its limits after this many new entries, or when it has more than twice the allowed size. */
const entriesBetweenCuts = 50;

/**
 * The history of sent requests on this machine: redacted before writing, bounded in number and size. Appends one line
 * per entry, so that several windows can write without a lock.
 */
export class History implements vscode.Disposable {
  readonly #folder: string;
  readonly #file: string;
  readonly #work: BackgroundWork;
  readonly #log: Log;
  readonly #changed = new vscode.EventEmitter<void>();
  #last: Promise<unknown> = Promise.resolve();
  #added = 0;
  readonly onDidChange = this.#changed.event;

  constructor(folder: string, work: BackgroundWork, log: Log) {
    this.#folder = folder;
    this.#file = path.join(folder, 'history.jsonl');
    this.#work = work;
    this.#log = log;
  }

  /**
   * Stores a request with side effects before it is sent, so that the history contains it even if the window closes
   * before the response. Never rejects.
   */
  async begin({ id, request, resolved, selection: { application } }: BegunRequest): Promise<void> {
    if (resolved.risk === 'reads') return;
    const at = Date.now();
    const title = request.title?.text;
    await this.#write(async () => historyEntry({ id, at, application, request: resolved, title, outcome: inFlight }));
  }

  /** Never rejects, so that a failed write does not affect the request. */
  add(sent: SentRequest): Promise<void> {
    const at = Date.now();
    return this.#write(() => entryOf(sent, at, this.#work));
  }

  /** Returns the newest entries first. */
  entries(): Promise<readonly HistoryEntry[]> {
    return this.#inTurn(() => this.#read());
  }

  async entry(id: string): Promise<HistoryEntry | undefined> {
    return (await this.entries()).find(entry => entry.id === id);
  }

  /**
   * Deletes the file, and drafts of it that a window left when it ended during a cut. The file is deleted once more after
   * the drafts: until then, another window may put its draft in the place of the file.
   */
  async clear(): Promise<void> {
    await this.#inTurn(async () => {
      await rm(this.#file, { force: true });
      const names = await readdir(this.#folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        return [];
      });
      const drafts = names.filter(name => /^history\..+\.jsonl$/.test(name)).map(name => path.join(this.#folder, name));
      for (const file of [...drafts, this.#file]) await rm(file, { force: true });
    });
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work, work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #read(): Promise<HistoryEntry[]> {
    const text = await readFile(this.#file, 'utf8').catch(() => '');
    const all: HistoryEntry[] = [];
    const pause = createSlices();
    for (const line of text.split('\n')) {
      all.push(...readHistory([jsonValue(line)]));
      await pause();
    }
    // Several windows append lines, so the lines may not be in chronological order.
    return latestOfEach(all)
      .sort((one, other) => one.at - other.at)
      .reverse()
      .slice(0, limits.entries);
  }

  async #write(make: () => Promise<HistoryEntry | undefined>): Promise<void> {
    if (!isEnabled()) return;
    try {
      await this.#inTurn(async () => {
        const entry = await make();
        if (entry !== undefined) await this.#append(entry);
      });
    } catch (error) {
      this.#log.warn(`the history cannot be written: ${(error as NodeJS.ErrnoException).code ?? ''}`);
    }
    this.#changed.fire();
  }

  async #append(entry: HistoryEntry): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await appendFile(this.#file, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
    this.#added += 1;
    const isLarge = async () => (await stat(this.#file)).size > 2 * limits.size;
    if (this.#added % entriesBetweenCuts === 0 || (await isLarge())) await this.#cut();
  }

  async #cut(): Promise<void> {
    const before = (await stat(this.#file)).size;
    const [newest, ...older] = await this.#read();
    if (newest === undefined) return;
    const entries = addToHistory(older, newest, limits);
    const draft = path.join(this.#folder, `history.${randomUUID()}.jsonl`);
    const lines = entries.reverse().map(entry => `${JSON.stringify(entry)}\n`);
    try {
      await writeFile(draft, lines.join(''), { mode: 0o600 });
      // If another window has appended meanwhile, the file is cut next time.
      if ((await stat(this.#file)).size === before) await renameOver(draft, this.#file);
    } finally {
      // Another window may have cleared the history. Its requests must not stay in a draft.
      await rm(draft, { force: true });
    }
  }
}

function isEnabled(): boolean {
  return vscode.workspace.getConfiguration('hydrogen').get<boolean>('history.enabled') ?? true;
}

async function entryOf(
  { id, request, resolved, result, error, milliseconds, selection: { application } }: SentRequest,
  at: number,
  work: BackgroundWork,
): Promise<HistoryEntry | undefined> {
  // Nothing was sent, for example because the file of the body is missing.
  if (resolved === undefined || milliseconds === undefined) return undefined;
  const outcome = result === undefined ? codeOf(error) : { result, body: await bodyOf(result, resolved, work) };
  if (outcome === undefined) return undefined;
  return historyEntry({
    // The URI of the response document contains this ID, so that the document can be restored after a reload.
    id,
    at,
    application,
    request: resolved,
    title: request.title?.text,
    outcome,
  });
}

async function bodyOf(
  result: RunResult,
  resolved: ResolvedRequest,
  work: BackgroundWork,
): Promise<KeptText | undefined> {
  const body = result.maskedBody();
  if (body === undefined) return undefined;
  const known = secretsOfRequest(resolved).map(secret => secret.reveal());
  return work.run('keptText', [body, known], body.length, undefined);
}

function codeOf(error: unknown): string | undefined {
  const hasCode = error instanceof ApiError || error instanceof AuthError || error instanceof RequestError;
  return hasCode ? error.code : undefined;
}
