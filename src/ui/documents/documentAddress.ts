import * as vscode from 'vscode';
import * as v from 'valibot';
import { fromUriQuery, toUriQuery } from '../../api/http/uriQuery';
import { isProduction } from '../../api/environmentNames';
import { findTarget, type Selection } from '../../applications/selection';
import type { ApplicationStore } from '../applications/applicationStore';
import type { Guard } from '../guard/guard';
import { environmentName, targetName } from '../nodes/environmentName';
import { plainText } from '../messages/plainText';
import { fileName } from '../messages/fileName';
import { documentKinds, documentOf, type DocumentNode } from '../nodes/node';
import { nodeLabel } from '../nodes/nodeLabel';
import { UiError } from '../messages/uiError';
import { schemes } from '../platform/schemes';

// Contains only IDs, never credentials. They are enough to reread the document after a reload.
const addressShape = v.object({
  clientId: v.string(),
  authUrl: v.string(),
  envId: v.optional(v.string()),
  kind: v.picklist(documentKinds),
  id: v.string(),
  /** True if the user asked to see personal and payment data. */
  revealed: v.optional(v.boolean()),
});

type DocumentAddress = v.InferOutput<typeof addressShape>;

/** Returns a URI with the file name `<name> · <environment>.json`, so the tab shows the environment. */
export function documentUri(node: DocumentNode, { revealed = false }: { revealed?: boolean } = {}): vscode.Uri {
  const { application, environment } = node;
  const { id, title } = documentOf(node.kind);
  const address: DocumentAddress = {
    clientId: application.clientId,
    authUrl: application.authUrl,
    envId: environment?.envId,
    kind: node.kind,
    id: id(node),
    revealed: revealed || undefined,
  };
  // Shortens a long name, which would push the environment out of the tab.
  const name = fileName(`${plainText(title?.(node) ?? nodeLabel(node), 40)} · ${environmentName(environment)}`);
  return vscode.Uri.from({
    scheme: schemes.document,
    path: `/${fileName(application.name)}/${name}.json`,
    query: toUriQuery(JSON.stringify(address), { kind: node.kind }),
  });
}

/**
 * Parses the URI of a document.
 * @throws UiError if the application or environment no longer exists, or if the path shows another one
 */
export function readAddress(
  uri: vscode.Uri,
  applications: Pick<ApplicationStore, 'list'>,
): DocumentAddress & { target: Selection } {
  const address = v.parse(addressShape, fromUriQuery(uri.query));
  const target = addressedTarget(address, applications);
  checkShownTarget(uri, target, applications);
  return { ...address, target };
}

/**
 * Checks the path, which the tab shows, against the query, which selects the document. The path may contain an older
 * name, but not that of another application or environment.
 * @throws UiError
 */
export function checkShownTarget(
  { path }: vscode.Uri,
  { application, environment }: Selection,
  applications: Pick<ApplicationStore, 'list'>,
  ending = '.json',
): void {
  const [, folder = '', ...rest] = path.slice(0, -ending.length).split('/');
  const shown = /^.* · (.*)$/su.exec(rest.at(-1) ?? '')?.[1] ?? '';
  const asShown = (name: string) => fileName(`· ${name}`).slice(2);
  const others = application.environments.filter(({ envId }) => envId !== environment?.envId);
  const isOther =
    others.some(({ name }) => asShown(name) === shown) || (environment !== undefined && isProduction(shown));
  const isOtherFolder = applications.list().applications.some(({ name }) => fileName(name) === folder);
  const isRightEnvironment = asShown(environmentName(environment)) === shown || !isOther;
  const isRightFolder = fileName(application.name) === folder || !isOtherFolder;
  if (isRightEnvironment && isRightFolder) return;
  throw new UiError(
    vscode.l10n.t(
      'This document is called “{0}”, but its address leads to {1}. Nothing was read or sent. Open it again from Applications.',
      plainText(path.slice(1), 120),
      plainText(targetName({ application, environment }), 120),
    ),
  );
}

/** The part of an address that selects the environment. */
interface EnvironmentAddress {
  clientId: string;
  authUrl: string;
  envId?: string | undefined;
}

/**
 * Returns the application and environment of an address.
 * @throws UiError if one of them no longer exists
 */
export function addressedTarget(address: EnvironmentAddress, applications: Pick<ApplicationStore, 'list'>): Selection {
  const target = findTarget(applications.list().applications, address);
  if (target !== undefined) return target;
  throw new UiError(vscode.l10n.t('The application or environment of this document no longer exists.'));
}

/** Returns whether the guard allows writes to the target of an address. */
export function isWritable(
  address: EnvironmentAddress,
  { applications, guard }: { applications: Pick<ApplicationStore, 'list'>; guard: Pick<Guard, 'refuses'> },
): boolean {
  try {
    return !guard.refuses(addressedTarget(address, applications));
  } catch {
    return false;
  }
}
