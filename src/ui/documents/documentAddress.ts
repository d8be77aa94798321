import * as vscode from 'vscode';
import * as v from 'valibot';
import { findTarget, type Selection } from '../../applications/selection';
import { readOrder } from '../../api/webApi/order';
import type { ApplicationStore } from '../applications/applicationStore';
import { environmentName } from '../nodes/environmentName';
import { fileName } from '../platform/fileName';
import { nodeName } from '../nodes/nodeLabel';
import type { DocumentNode } from '../nodes/node';
import { schemes } from '../platform/schemes';
import { UiError } from '../platform/uiError';

// What a document is of. It holds IDs, never a credential, and is enough to read it again after a reload.
const addressShape = v.object({
  clientId: v.string(),
  authUrl: v.string(),
  envId: v.optional(v.string()),
  kind: v.picklist(['contentCategory', 'content', 'order', 'user']),
  id: v.string(),
  /** Personal and payment data are shown, because somebody asked for it. */
  revealed: v.optional(v.boolean()),
});

export type DocumentAddress = v.InferOutput<typeof addressShape>;

/** `<name> · <environment>.json`, so that the tab tells where the content comes from. */
export function documentUri(node: DocumentNode, { revealed = false }: { revealed?: boolean } = {}): vscode.Uri {
  const { application, environment } = node;
  const address: DocumentAddress = {
    clientId: application.clientId,
    authUrl: application.authUrl,
    ...(environment === undefined ? {} : { envId: environment.envId }),
    kind: node.kind,
    id: idOf(node),
    ...(revealed ? { revealed } : {}),
  };
  const title = fileName(`${nameOf(node)} · ${environmentName(environment)}`);
  return vscode.Uri.from({
    scheme: schemes.document,
    path: `/${fileName(application.name)}/${title}.json`,
    query: JSON.stringify(address),
  });
}

/** @throws UiError when the application or environment is no longer there */
export function readAddress(uri: vscode.Uri, applications: ApplicationStore): DocumentAddress & { target: Selection } {
  const address = v.parse(addressShape, JSON.parse(uri.query));
  const target = findTarget(applications.list().applications, {
    clientId: address.clientId,
    authUrl: address.authUrl,
    ...(address.envId === undefined ? {} : { envId: address.envId }),
  });
  if (target !== undefined) return { ...address, target };
  throw new UiError(vscode.l10n.t('The application or environment of this document is no longer there.'));
}

function idOf(node: DocumentNode): string {
  switch (node.kind) {
    case 'contentCategory':
      return node.category.id;
    case 'content':
      return node.content.id;
    case 'order':
      return readOrder(node.order).number ?? '';
    case 'user':
      return '';
  }
}

function nameOf(node: DocumentNode): string {
  // The description of an order repeats over many of them.
  return node.kind === 'order' ? vscode.l10n.t('Order {0}', readOrder(node.order).number ?? '') : nodeName(node);
}
