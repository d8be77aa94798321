import * as vscode from 'vscode';
import { differenceDiagnostics } from '../../documents/differenceDiagnostics';
import { schemes } from '../../platform/schemes';
import { sessionToken } from './signIn';
import type { BackgroundWork } from './backgroundWork';
import { foldingOf } from './folding';
import { fileEnding, isHtml, type ReceivedResponse } from './response';
import { hasCredentials, responseId, urisOf, type Responses } from './responses';

const responseLanguageId = 'hydrogen-response';

/** Registers folding and code lenses for responses, and diagnostics where they differ from the documented shape. */
export function registerResponseLanguage(
  responses: Responses,
  isInHistory: (id: string) => Promise<boolean>,
  work: BackgroundWork,
): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('hydrogen-response');
  const closed = new AbortController();
  const check = async (document: vscode.TextDocument) => {
    const { uri, languageId } = document;
    const response =
      uri.scheme === schemes.response && languageId === responseLanguageId ? responses.find(uri) : undefined;
    if (response?.resolved.operation === undefined) return;
    const { method, operation, url } = response.resolved;
    const { ok, truncated } = response.result.report;
    const body = response.result.maskedBody();
    if (!ok || truncated || body === undefined || method === 'HEAD') return;
    const differences = await work.run('differences', [body, operation, url.search], body.length, closed.signal);
    if (document.isClosed || differences.length === 0) return;
    const text = document.getText();
    collection.set(uri, differenceDiagnostics(differences, text, { from: text.indexOf('\n\n') + 2 }));
  };
  const recheck = (document: vscode.TextDocument) => void check(document).catch(() => undefined);
  return vscode.Disposable.from(
    collection,
    { dispose: () => closed.abort() },
    vscode.workspace.onDidOpenTextDocument(recheck),
    // The document of a response that arrives in parts is opened before the response is complete.
    vscode.workspace.onDidChangeTextDocument(({ document }) => recheck(document)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => collection.delete(uri)),
    trackResponses(responses),
    vscode.languages.registerFoldingRangeProvider(responseLanguageId, {
      async provideFoldingRanges(document, _, token) {
        const ranges = await foldingOf(document, () => token.isCancellationRequested);
        return ranges.map(([start, end]) => new vscode.FoldingRange(start, end));
      },
    }),
    vscode.languages.registerCodeLensProvider(responseLanguageId, {
      async provideCodeLenses(document) {
        const { uri } = document;
        const response = responses.find(uri);
        const lens = (title: string, command: string) =>
          new vscode.CodeLens(document.lineAt(0).range, { title, command, arguments: [uri] });
        if (response === undefined) {
          return (await isInHistory(responseId(uri)))
            ? [lens(vscode.l10n.t('Send Again in…'), 'hydrogen.history.sendAgain')]
            : [];
        }
        const isPdf = fileEnding(response.result) === 'pdf';
        const openTitle = isPdf ? vscode.l10n.t('Open PDF') : vscode.l10n.t('Open Image');
        const lenses = [
          isHtml(response.result) && lens(vscode.l10n.t('Open Preview'), 'hydrogen.response.preview'),
          responses.bodyFile(uri) && lens(openTitle, 'hydrogen.response.openBody'),
          responses.complete(uri) && lens(vscode.l10n.t('Open Complete Response'), 'hydrogen.response.openComplete'),
          hasCredentials(response) && lens(vscode.l10n.t('Show Credentials'), 'hydrogen.response.reveal'),
          sessionToken(response) && lens(vscode.l10n.t('Sign In as This User'), 'hydrogen.response.signIn'),
          response.result.report.size > 0 && lens(vscode.l10n.t('Save Body…'), 'hydrogen.response.save'),
          responses.previous(uri) && lens(vscode.l10n.t('Compare with Previous'), 'hydrogen.response.comparePrevious'),
        ];
        return lenses.filter(lens => lens instanceof vscode.CodeLens);
      },
    }),
  );
}

/** Sets the context keys that offer each command only for the responses it works with. */
function trackResponses(responses: Responses): vscode.Disposable {
  const keys: Record<string, (response: ReceivedResponse, uri: vscode.Uri) => boolean> = {
    'hydrogen.responsesWithBody': ({ result }) => result.report.size > 0,
    'hydrogen.responsesWithCredentials': hasCredentials,
    'hydrogen.responsesWithHtml': ({ result }) => isHtml(result),
    'hydrogen.responsesWithFile': (_, uri) => responses.bodyFile(uri) !== undefined,
  };
  const update = () => {
    const documents = vscode.workspace.textDocuments.map(({ uri }) => uri);
    // An image has a tab without a text document.
    const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs.flatMap(urisOf));
    const open = [...documents, ...tabs].filter(({ scheme }) => scheme === schemes.response);
    for (const [key, applies] of Object.entries(keys)) {
      const matchingUris = open.filter(uri => {
        const response = responses.find(uri);
        return response !== undefined && applies(response, uri);
      });
      void vscode.commands.executeCommand('setContext', key, matchingUris.map(String));
    }
  };
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(update),
    vscode.workspace.onDidCloseTextDocument(update),
    vscode.window.tabGroups.onDidChangeTabs(update),
    // The document of a response that arrives in parts is opened before the response is complete.
    vscode.workspace.onDidChangeTextDocument(({ document: { uri } }) => {
      if (uri.scheme === schemes.response) update();
    }),
  );
}
