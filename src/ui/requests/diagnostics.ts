import * as vscode from 'vscode';
import { Secret } from '../../api/secret';
import { credentialScope } from '../../applications/application';
import { requestSecrets } from '../../auth/requestSecrets';
import type { SecretStore } from '../../auth/secretStore';
import { diagnose, type Diagnostic } from '../../requests/diagnose';
import type { Parts } from '../parts';
import { UiError } from '../uiError';
import { diagnosticMessage, fixTitle } from './diagnosticMessages';
import { editorRange, languageId, parsedDocument } from './parsedDocument';
import { environmentVariables } from './requestTarget';

const typingPause = 200;

/** Says what is wrong with a request document while it is written, and offers to put it right. */
export function registerDiagnostics(
  parts: Pick<Parts, 'selection' | 'applications' | 'commands'>,
  store: SecretStore,
): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('hydrogen');
  const timers = new Map<string, NodeJS.Timeout>();
  const found = (document: vscode.TextDocument) => {
    const selection = parts.selection.current();
    return diagnose(parsedDocument(document), {
      environmentVariables: selection === undefined ? {} : environmentVariables(selection),
      ...(selection === undefined ? {} : { environments: selection.application.environments.map(({ name }) => name) }),
    });
  };
  const show = (document: vscode.TextDocument) => {
    if (document.languageId !== languageId || document.isClosed) return;
    collection.set(
      document.uri,
      found(document).map(one => toEditor(document, one)),
    );
  };
  const later = (document: vscode.TextDocument) => {
    const key = document.uri.toString();
    clearTimeout(timers.get(key));
    timers.set(
      key,
      setTimeout(() => {
        timers.delete(key);
        show(document);
      }, typingPause),
    );
  };
  const showAll = () => vscode.workspace.textDocuments.forEach(show);
  showAll();
  return vscode.Disposable.from(
    collection,
    vscode.workspace.onDidOpenTextDocument(show),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.languageId === languageId) later(document);
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => collection.delete(uri)),
    parts.selection.onDidChange(showAll),
    parts.applications.onDidChange(showAll),
    vscode.languages.registerCodeActionsProvider(languageId, {
      provideCodeActions: (document, range) =>
        found(document)
          .filter(one => one.fix !== undefined && editorRange(document, one.range).intersection(range) !== undefined)
          .map(one => fixOf(document, one)),
    }),
    parts.commands.register('hydrogen.request.moveSecret', (uri, place) => moveSecret(parts, store, uri, place)),
    { dispose: () => timers.forEach(timer => clearTimeout(timer)) },
  );
}

const severities = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
};

function toEditor(document: vscode.TextDocument, one: Diagnostic): vscode.Diagnostic {
  const range = editorRange(document, one.range);
  const diagnostic = new vscode.Diagnostic(range, diagnosticMessage(one), severities[one.severity]);
  diagnostic.source = 'Hydrogen';
  diagnostic.code = one.code;
  return diagnostic;
}

function fixOf(document: vscode.TextDocument, one: Diagnostic): vscode.CodeAction {
  const action = new vscode.CodeAction(fixTitle(one), vscode.CodeActionKind.QuickFix);
  action.diagnostics = [toEditor(document, one)];
  action.isPreferred = true;
  if (one.fix?.kind === 'replace') {
    action.edit = new vscode.WorkspaceEdit();
    action.edit.replace(document.uri, editorRange(document, one.fix.range), one.fix.text);
  } else if (one.fix !== undefined) {
    // The text of the secret is read when the fix is chosen, and is no part of the command.
    const place = { range: one.fix.range, name: one.fix.name };
    action.command = { command: 'hydrogen.request.moveSecret', title: action.title, arguments: [document.uri, place] };
  }
  return action;
}

/** Keeps the text in the secret storage and puts its name into the document. */
async function moveSecret(
  { selection }: Pick<Parts, 'selection'>,
  store: SecretStore,
  uri: unknown,
  place: unknown,
): Promise<void> {
  const application = selection.current()?.application;
  if (!(uri instanceof vscode.Uri) || place === undefined) return;
  if (application === undefined) throw new UiError(vscode.l10n.t('There is no application yet. Add one first.'));
  const { range, name } = place as { range: { start: number; end: number }; name: string };
  const document = await vscode.workspace.openTextDocument(uri);
  const written = editorRange(document, range);
  const secrets = requestSecrets(store, { scope: credentialScope(application), clientId: application.clientId });
  const taken = await secrets.names();
  const free = [name, ...Array.from({ length: 100 }, (_, index) => `${name}${index + 2}`)].find(
    candidate => !taken.includes(candidate),
  );
  if (free === undefined) return;
  await secrets.keep(free, new Secret(document.getText(written)));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, written, `{{$secret ${free}}}`);
  await vscode.workspace.applyEdit(edit);
}
