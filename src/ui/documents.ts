import * as vscode from 'vscode';
import * as v from 'valibot';
import { getContentCategory } from '../api/webApi';
import { findTarget } from '../applications/selection';
import type { ApplicationStore } from './applicationStore';
import { environmentName } from './environmentName';
import type { Http } from './http';
import { describe } from './messages';
import { plainText } from './plainText';
import { webApiTarget } from './target';
import type { ContentCategoryNode } from './tree/node';
import { UiError } from './uiError';

/** Read-only JSON documents of what the service answered, in an editor of their own. */
export interface JsonDocuments extends vscode.Disposable {
  open(node: ContentCategoryNode): Promise<void>;
}

const scheme = 'hydrogen';

// The address of a document says what to read again after a reload. It holds IDs, never a credential.
const addressShape = v.object({
  clientId: v.string(),
  authUrl: v.string(),
  envId: v.optional(v.string()),
  categoryId: v.string(),
});

export function createJsonDocuments(applications: ApplicationStore, http: Http): JsonDocuments {
  const prepared = new Map<string, string>();
  const read = async (uri: vscode.Uri, signal?: AbortSignal): Promise<string> => {
    const { categoryId, envId, ...application } = v.parse(addressShape, JSON.parse(uri.query));
    const argument = { ...application, ...(envId === undefined ? {} : { envId }) };
    const target = findTarget(applications.list().applications, argument);
    if (target === undefined) throw new UiError(vscode.l10n.t('The application of this document is no longer there.'));
    const context = { fetch: await http.fetch(), ...(signal === undefined ? {} : { signal }) };
    const { raw } = await getContentCategory(webApiTarget(target), categoryId, context);
    return `${JSON.stringify(raw, undefined, 2)}\n`;
  };
  const registration = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    async provideTextDocumentContent(uri, token) {
      const ready = prepared.get(uri.toString());
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
    async open(node) {
      const uri = addressOf(node);
      const location = { location: { viewId: 'hydrogen.applications' } };
      const text = await vscode.window.withProgress(location, () => read(uri));
      prepared.set(uri.toString(), text);
      try {
        const document = await vscode.workspace.openTextDocument(uri);
        await vscode.window.showTextDocument(document, { preview: true });
      } finally {
        prepared.delete(uri.toString());
      }
    },
    dispose: () => void registration.dispose(),
  };
}

/** `<category> · <environment>.json`, so that the tab tells where the content comes from. */
function addressOf({ application, environment, category }: ContentCategoryNode): vscode.Uri {
  const { clientId, authUrl } = application;
  const name = category.name ?? vscode.l10n.t('Content category {0}', category.id);
  const title = `${name} · ${environmentName(environment)}`;
  const folder = fileName(application.name);
  const query = {
    clientId,
    authUrl,
    ...(environment === undefined ? {} : { envId: environment.envId }),
    categoryId: category.id,
  };
  return vscode.Uri.from({ scheme, path: `/${folder}/${fileName(title)}.json`, query: JSON.stringify(query) });
}

function fileName(text: string): string {
  return plainText(text, 80).replace(/[\\/:*?"<>|\n]/g, '_');
}
