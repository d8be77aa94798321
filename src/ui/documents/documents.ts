import * as vscode from 'vscode';
import { getContent } from '../../api/webApi/contents';
import type { CallContext } from '../../api/http/apiRequest';
import { maskedOrder, readOrder, unpackedOrder } from '../../api/webApi/order';
import { getContentCategory, getOrder } from '../../api/webApi/webApi';
import { AuthError } from '../../auth/authError';
import type { ApplicationStore } from '../applications/applicationStore';
import { createDocumentDiagnostics } from './differenceDiagnostics';
import { documentUri, readAddress } from './documentAddress';
import type { ReadonlyFiles } from '../platform/deferred';
import type { Http } from '../platform/http';
import type { LocalSandbox } from '../sandbox/localSandbox';
import { errorMessage } from '../platform/messages';
import { webApiTarget } from '../applications/environmentTarget';
import type { DocumentNode } from '../nodes/node';
import { realmOf, type Users } from '../users/userSessions';
import { withViewProgress } from '../platform/dialogs';

/** Read-only JSON documents of what the service answered. */
export interface JsonDocuments extends vscode.Disposable {
  open(node: DocumentNode, options?: { revealed?: boolean }): Promise<void>;
  /** Reads a document of ours anew, in place. */
  refresh(uri: vscode.Uri): Promise<void>;
  files: ReadonlyFiles;
}

/**
 * Files of a read-only file system, because VS Code opens those again after a reload. Nothing of them is kept on a disk: a tab
 * that comes back asks the service once it is looked at.
 */
export function createJsonDocuments(
  applications: ApplicationStore,
  http: Http,
  users: Users,
  sandbox: Pick<LocalSandbox, 'restored'>,
): JsonDocuments {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  const diagnostics = createDocumentDiagnostics();
  // What was read by a command that shows its own errors, until VS Code asks for it.
  const prepared = new Map<string, Uint8Array>();
  // Unix milliseconds. VS Code reads a file once more only when it says that it is newer.
  const readAt = new Map<string, number>();
  const read = async (uri: vscode.Uri): Promise<Uint8Array> => {
    await sandbox.restored();
    const { shown, received, path } = await answerOf(uri, applications, users, { fetch: await http.fetch() });
    if (path !== undefined) await diagnostics.show(uri, received, path);
    return json(shown);
  };
  const prepare = async (uri: vscode.Uri) => {
    prepared.set(uri.toString(), await withViewProgress('hydrogen.applications', () => read(uri)));
    readAt.set(uri.toString(), Date.now());
    changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  };
  const files: ReadonlyFiles = {
    onDidChangeFile: changed.event,
    stat(uri) {
      const size = prepared.get(uri.toString())?.length ?? 0;
      return { type: vscode.FileType.File, ctime: 0, mtime: readAt.get(uri.toString()) ?? 0, size };
    },
    async readFile(uri) {
      const ready = prepared.get(uri.toString());
      prepared.delete(uri.toString());
      if (ready !== undefined) return ready;
      try {
        return await read(uri);
      } catch (error) {
        // Of an error VS Code would only say that it is an unexpected one.
        const next = vscode.l10n.t('“Refresh Document” in the title of this editor tries again.');
        return json({ error: errorMessage(error).text, next });
      }
    },
  };
  const subscription = vscode.Disposable.from(
    vscode.workspace.onDidCloseTextDocument(({ uri }) => readAt.delete(uri.toString())),
    diagnostics,
    changed,
  );
  return {
    async open(node, options) {
      const uri = documentUri(node, options);
      await prepare(uri);
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
    },
    refresh: prepare,
    files,
    dispose: () => void subscription.dispose(),
  };
}

function json(value: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(value, undefined, 2)}\n`);
}

interface ShownAnswer {
  shown: unknown;
  /** As the service sent it, for the comparison with what is documented at `path`. */
  received?: unknown;
  path?: string;
}

async function answerOf(
  uri: vscode.Uri,
  applications: ApplicationStore,
  users: Users,
  context: CallContext,
): Promise<ShownAnswer> {
  const { kind, id, revealed, target } = readAddress(uri, applications);
  const sessions = users.of(target.application);
  const webApi = webApiTarget(target);
  switch (kind) {
    case 'contentCategory': {
      const { raw } = await getContentCategory(webApi, id, context);
      return { shown: raw, received: raw, path: '/hserve/v1/content/category/1/' };
    }
    case 'content': {
      const { raw } = await getContent(webApi, id, context);
      return { shown: raw, received: raw, path: '/hserve/v2.2/content/detail/1/' };
    }
    case 'order': {
      const received = await sessions.call(realmOf(target), token => getOrder(webApi, token, id, context));
      const order = revealed === true ? unpackedOrder(received) : maskedOrder(received);
      return { shown: { summary: summaryOf(received), order }, received, path: '/hserve/v2.0/idp/pay/order/1/' };
    }
    case 'user': {
      const session = await sessions.read(realmOf(target));
      if (session === undefined) throw new AuthError('userSessionEnded');
      const { expiresAt, obtainedAt, user } = session;
      return { shown: { session: { obtained_at: isoTime(obtainedAt), expires_at: isoTime(expiresAt) }, user } };
    }
  }
}

/** Field names are the service's, so that they can be looked up; times are ISO 8601. */
function summaryOf(order: Record<string, unknown>): Record<string, unknown> {
  const { number, description, status, refundStatus, totalCost, currency, paidAt, createdAt } = readOrder(order);
  return {
    number,
    description,
    status,
    refund_status: refundStatus,
    total_cost: [totalCost, currency].filter(part => part !== undefined).join(' '),
    paid_at: isoTime(paidAt),
    created_at: isoTime(createdAt),
  };
}

function isoTime(moment: number | undefined): string | undefined {
  return moment === undefined ? undefined : new Date(moment).toISOString();
}
