import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { ApiError } from '../../api/errors';
import type { Selection } from '../../applications/selection';
import { AuthError } from '../../auth/authError';
import { addToHistory, historyEntry, readHistory, type HistoryEntry } from '../../requests/history';
import { RequestError } from '../../requests/requestError';
import type { SentStep } from './runner';

/** What was sent, redacted when it was written down; bounded in number and size, on this machine. */
export interface History extends vscode.Disposable {
  add(step: SentStep, selection: Selection): Promise<void>;
  entries(): Promise<readonly HistoryEntry[]>;
  clear(): Promise<void>;
  readonly onDidChange: vscode.Event<void>;
}

const limits = { entries: 200, size: 2_000_000 };

export function createHistory(folder: vscode.Uri): History {
  const file = vscode.Uri.joinPath(folder, 'history.json');
  const changed = new vscode.EventEmitter<void>();
  let last: Promise<unknown> = Promise.resolve();
  const read = async (): Promise<HistoryEntry[]> => {
    try {
      return readHistory(JSON.parse(Buffer.from(await vscode.workspace.fs.readFile(file)).toString('utf8')));
    } catch {
      // None yet, or not readable: no reason to fail what is being sent.
      return [];
    }
  };
  const write = async (entries: readonly HistoryEntry[]) => {
    await vscode.workspace.fs.createDirectory(folder);
    const draft = vscode.Uri.joinPath(folder, `history.${randomUUID()}.json`);
    await vscode.workspace.fs.writeFile(draft, Buffer.from(JSON.stringify(entries)));
    await vscode.workspace.fs.rename(draft, file, { overwrite: true });
    changed.fire();
  };
  // Read, add and replace belong together: one after the other.
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };
  return {
    async add({ outgoing, result, error }, { application }) {
      const enabled = vscode.workspace.getConfiguration('hydrogen').get<boolean>('history.enabled') ?? true;
      if (!enabled || outgoing === undefined) return;
      const outcome = result ?? codeOf(error);
      if (outcome === undefined) return;
      const { name, clientId, serverDomain, authUrl } = application;
      const entry = historyEntry({
        id: randomUUID(),
        at: Date.now(),
        application: { name, clientId, serverDomain, authUrl },
        request: outgoing,
        outcome,
      });
      await inTurn(async () => write(addToHistory(await read(), entry, limits)));
    },
    entries: read,
    clear: () => inTurn(() => write([])),
    onDidChange: changed.event,
    dispose: () => changed.dispose(),
  };
}

function codeOf(error: unknown): string | undefined {
  const coded = error instanceof ApiError || error instanceof AuthError || error instanceof RequestError;
  return coded ? error.code : undefined;
}
