import * as vscode from 'vscode';
import type { Application } from '../../../applications/application';
import type { ResolvedRequest } from '../../../requests/sending/resolvedRequest';
import { plainText } from '../../platform/plainText';
import { askWithText, type ShownTexts } from '../../platform/shownTexts';
import type { Consents } from './consents';

/**
 * Asks before a request goes to a host that is not the application's: once for each document, host, and part that leaves
 * with it; in Restricted Mode whenever something is sent.
 * @param asked what was allowed while several requests are sent together
 * @throws vscode.CancellationError
 */
export async function permitOtherHost(
  document: vscode.TextDocument,
  request: ResolvedRequest,
  application: Application,
  { consents, texts, asked }: { consents: Consents; texts: ShownTexts; asked: Set<string> },
): Promise<void> {
  const matters = mattersOf(request);
  if (matters.every(matter => asked.has(matter))) return;
  if (vscode.workspace.isTrusted && consents.has(document, matters)) return;
  await ask(request, application, texts);
  for (const matter of matters) asked.add(matter);
  if (vscode.workspace.isTrusted) await consents.give(document, matters);
}

function mattersOf({ url: { origin }, files, responseValues }: ResolvedRequest): string[] {
  const matter = (...parts: string[]) => JSON.stringify(['host', origin, ...parts]);
  return [
    matter(),
    ...files.map(file => matter('file', file)),
    ...responseValues.map(value => matter('response', value)),
  ];
}

async function ask(request: ResolvedRequest, { name }: Application, texts: ShownTexts): Promise<void> {
  const { method, url, files, responseValues } = request;
  const button = vscode.l10n.t('Send');
  const question = vscode.l10n.t('Send this to {0}?', plainText(url.origin, 200));
  const lines = [
    ...files.map(file => vscode.l10n.t('File: {0}', file.replaceAll('\n', ' '))),
    ...responseValues.map(value => vscode.l10n.t('From an earlier response: {0}', value)),
  ];
  const chosen = await askWithText(
    texts,
    { severity: 'warning', question, buttons: [button] },
    {
      before: [vscode.l10n.t('This is not a host of {0}. It gets no credentials.', plainText(name, 60)), ''],
      lines: [`${method} ${url.href}`, ...lines],
    },
  );
  if (chosen !== button) throw new vscode.CancellationError();
}
