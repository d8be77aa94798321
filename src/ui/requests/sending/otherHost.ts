import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import type { Selection } from '../../../applications/selection';
import { reveal } from '../../../requests/document/secretText';
import type { ResolvedRequest } from '../../../requests/sending/resolvedRequest';
import { plainHost, plainText } from '../../messages/plainText';
import { askWithText, type ReadonlyTexts } from '../../platform/readonlyTexts';
import { targetKey } from '../document/requestTarget';
import type { Consents } from './consents';

/** A request to a host outside the application, and what that host would get. */
interface OutgoingRequest {
  request: ResolvedRequest;
  /** The names of the secrets in the request. */
  carried: readonly string[];
  /** The headers that choose another application on a host of this one. */
  foreign: ResolvedRequest['headers'];
}

/**
 * Asks before a request goes to a host outside the application: once per document, host and transmitted file, and once
 * per target for each secret or response value; in Restricted Mode each time.
 * @param granted the keys of permissions for requests that are sent together; new ones are added
 * @throws vscode.CancellationError if the user declines
 */
export async function permitOtherHost(
  document: vscode.TextDocument,
  outgoing: OutgoingRequest,
  selection: Selection,
  { consents, texts }: { consents: Consents; texts: ReadonlyTexts },
  granted: Set<string>,
): Promise<void> {
  const keys = consentKeys(outgoing, targetKey(selection));
  if (keys.every(key => granted.has(key))) return;
  if (vscode.workspace.isTrusted && consents.has(document, keys)) return;
  await ask(outgoing, selection.application, texts);
  for (const key of keys) granted.add(key);
  if (vscode.workspace.isTrusted) await consents.give(document, keys);
}

function consentKeys({ request, carried, foreign }: OutgoingRequest, target: string): string[] {
  const { url, files, responseValues } = request;
  const tokens = foreign.map(({ value }) => reveal(value)).join();
  // Another token may belong to another application, so it needs its own permission. Only its hash is stored.
  const to = tokens === '' ? url.origin : `${url.origin} ${createHash('sha256').update(tokens).digest('hex')}`;
  const key = (...parts: string[]) => JSON.stringify(['host', to, ...parts]);
  return [
    key(),
    ...files.map(file => key('file', file)),
    ...responseValues.map(value => key('response', value, target)),
    ...carried.map(secret => key('secret', secret, target)),
  ];
}

async function ask(
  { request, carried, foreign }: OutgoingRequest,
  { name }: Selection['application'],
  texts: ReadonlyTexts,
): Promise<void> {
  const { method, url, files, responseValues } = request;
  const isForeign = foreign.length > 0;
  const button = vscode.l10n.t('Send');
  const question = isForeign
    ? vscode.l10n.t('Send this to another application?')
    : vscode.l10n.t('Send this to {0}?', plainHost(url.origin));
  const head = isForeign
    ? vscode.l10n.t(
        'Its token, cookie or ClientID is not known for {0}. The application that it belongs to would get: {1}',
        plainText(name, 60),
        plainText([...carried, ...files].join(', '), 300),
      )
    : secretsText(plainText(name, 60), carried);
  const lines = [
    ...files.map(file => vscode.l10n.t('File: {0}', file.replaceAll('\n', ' '))),
    ...responseValues.map(value => vscode.l10n.t('From an earlier response: {0}', value)),
  ];
  await askWithText(
    texts,
    { severity: 'warning', question, buttons: [button] },
    {
      before: [head, ''],
      lines: [`${method} ${url.href}`, ...lines],
    },
  );
}

/**
 * Returns a sentence with the secrets that the host would get. Text that equals a secret counts as one, even if it
 * comes from a response or a file.
 */
function secretsText(application: string, carried: readonly string[]): string {
  if (carried.length === 0) return vscode.l10n.t('This is not a host of {0}. It gets no credentials.', application);
  const secrets = plainText(carried.join(', '), 300);
  return vscode.l10n.t('This is not a host of {0}. It would get these secrets: {1}', application, secrets);
}
