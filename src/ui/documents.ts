import * as vscode from 'vscode';
import { getContent } from '../api/contents';
import type { CallContext } from '../api/exchange';
import { maskedOrder, readOrder, unpackedOrder } from '../api/order';
import { getContentCategory, getOrder } from '../api/webApi';
import { AuthError } from '../auth/authError';
import type { ApplicationStore } from './applicationStore';
import { documentUri, readAddress, scheme } from './documentAddress';
import type { Http } from './http';
import { describe } from './messages';
import { webApiTarget } from './target';
import type { DocumentNode } from './tree/node';
import { realmOf, type Users } from './userSessions';

/** Read-only JSON documents of what the service answered. */
export interface JsonDocuments extends vscode.Disposable {
  open(node: DocumentNode, options?: { revealed?: boolean }): Promise<void>;
  /** Reads a document of ours anew, in place. */
  refresh(uri: vscode.Uri): Promise<void>;
}

export function createJsonDocuments(applications: ApplicationStore, http: Http, users: Users): JsonDocuments {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  // What was read by a command that shows its own errors, until VS Code asks for it.
  const prepared = new Map<string, string>();
  const read = async (uri: vscode.Uri, signal?: AbortSignal): Promise<string> => {
    const context = { fetch: await http.fetch(), ...(signal === undefined ? {} : { signal }) };
    return `${JSON.stringify(await contentOf(uri, applications, users, context), undefined, 2)}\n`;
  };
  const prepare = async (uri: vscode.Uri) => {
    const location = { location: { viewId: 'hydrogen.applications' } };
    prepared.set(uri.toString(), await vscode.window.withProgress(location, () => read(uri)));
  };
  const registration = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    onDidChange: changed.event,
    async provideTextDocumentContent(uri, token) {
      const ready = prepared.get(uri.toString());
      prepared.delete(uri.toString());
      if (ready !== undefined) return ready;
      const abort = new AbortController();
      const subscription = token.onCancellationRequested(() => abort.abort());
      try {
        return await read(uri, abort.signal);
      } catch (error) {
        throw new Error(describe(error).text);
      } finally {
        subscription.dispose();
      }
    },
  });
  return {
    async open(node, options) {
      const uri = documentUri(node, options);
      await prepare(uri);
      const isOpen = vscode.workspace.textDocuments.some(document => document.uri.toString() === uri.toString());
      if (isOpen) changed.fire(uri);
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
    },
    async refresh(uri) {
      await prepare(uri);
      changed.fire(uri);
    },
    dispose() {
      registration.dispose();
      changed.dispose();
    },
  };
}

async function contentOf(
  uri: vscode.Uri,
  applications: ApplicationStore,
  users: Users,
  context: CallContext,
): Promise<unknown> {
  const { kind, id, revealed, target } = readAddress(uri, applications);
  const sessions = users.of(target.application);
  const webApi = webApiTarget(target);
  switch (kind) {
    case 'contentCategory':
      return (await getContentCategory(webApi, id, context)).raw;
    case 'content':
      return (await getContent(webApi, id, context)).raw;
    case 'order': {
      const order = await sessions.call(realmOf(target), token => getOrder(webApi, token, id, context));
      return { summary: summaryOf(order), order: revealed === true ? unpackedOrder(order) : maskedOrder(order) };
    }
    case 'user': {
      const session = await sessions.read(realmOf(target));
      if (session === undefined) throw new AuthError('userSessionEnded');
      const { expiresAt, obtainedAt, user } = session;
      return { session: { obtained_at: isoTime(obtainedAt), expires_at: isoTime(expiresAt) }, user };
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
