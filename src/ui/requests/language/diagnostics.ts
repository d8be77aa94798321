import * as vscode from 'vscode';
import type { Application } from '../../../applications/application';
import type { Selection } from '../../../applications/selection';
import { diagnose } from '../../../requests/language/diagnose';
import type { Diagnostic } from '../../../requests/language/diagnostic';
import type { ApplicationStore } from '../../applications/applicationStore';
import type { SelectionStore } from '../../applications/selectionStore';
import type { CommandRunner } from '../../platform/command';
import { diagnosticMessage, fixTitle } from './diagnosticMessages';
import { fileDiagnostics } from './fileDiagnostics';
import type { DocumentSecrets } from '../../tokens/documentSecrets';
import type { SecretUse } from '../sending/secretUse';
import { moveSecret, type SecretPosition } from './moveSecret';
import { plainText } from '../../messages/plainText';
import { editorRange, languageId, parsedDocument } from '../document/parsedDocument';
import { environmentVariables, onDidChangeDestinations } from '../document/requestTarget';

const typingPause = 200;

/** Registers diagnostics of request documents and their quick fixes. */
export function registerDiagnostics({
  commands,
  applications,
  selection,
  secrets,
  secretUse,
}: {
  commands: CommandRunner;
  applications: ApplicationStore;
  selection: SelectionStore;
  secrets: DocumentSecrets;
  secretUse: SecretUse;
}): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('hydrogen');
  const timers = new Map<string, NodeJS.Timeout>();
  // Cached by version because quick fixes are requested at every cursor move.
  let known = new WeakMap<vscode.TextDocument, { version: number; all: Diagnostic[]; milliseconds: number }>();
  const found = (document: vscode.TextDocument): Diagnostic[] => {
    const before = known.get(document);
    if (before?.version === document.version) return before.all;
    const { version } = document;
    const start = performance.now();
    const all = diagnoseAt(document, selection.current(), applications.list().applications);
    known.set(document, { version, all, milliseconds: performance.now() - start });
    return all;
  };
  const check = async (document: vscode.TextDocument) => {
    if (document.languageId !== languageId || document.isClosed) return;
    const own = found(document).map(one => toEditor(document, one));
    const { version } = document;
    const ofFiles = await fileDiagnostics(document);
    if (document.version === version && !document.isClosed) collection.set(document.uri, [...own, ...ofFiles]);
  };
  const checkLater = (document: vscode.TextDocument) => {
    const key = document.uri.toString();
    clearTimeout(timers.get(key));
    // A document that is slow to check is checked less often.
    const pause = Math.max(typingPause, 3 * (known.get(document)?.milliseconds ?? 0));
    timers.set(
      key,
      setTimeout(() => {
        timers.delete(key);
        void check(document);
      }, pause),
    );
  };
  const checkFiles = () => vscode.workspace.textDocuments.forEach(document => void check(document));
  const checkAll = () => {
    known = new WeakMap();
    checkFiles();
  };
  checkAll();
  return vscode.Disposable.from(
    collection,
    vscode.workspace.onDidOpenTextDocument(document => void check(document)),
    vscode.workspace.onDidSaveTextDocument(checkFiles),
    vscode.workspace.onDidCreateFiles(checkFiles),
    vscode.workspace.onDidRenameFiles(checkFiles),
    vscode.workspace.onDidDeleteFiles(checkFiles),
    vscode.window.onDidChangeActiveTextEditor(editor => {
      if (editor !== undefined) void check(editor.document);
    }),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.languageId === languageId) checkLater(document);
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => collection.delete(uri)),
    onDidChangeDestinations({ selection, applications }, checkAll),
    vscode.languages.registerCodeActionsProvider(languageId, {
      provideCodeActions: (document, range) =>
        found(document)
          .filter(one => one.fix !== undefined && editorRange(document, one.range).intersection(range) !== undefined)
          .map(one => fixOf(document, one)),
    }),
    commands.register('hydrogen.request.moveSecret', (uri, position) =>
      moveSecret({ applications, selection, secrets, secretUse }, uri, position),
    ),
    { dispose: () => timers.forEach(timer => clearTimeout(timer)) },
  );
}

function diagnoseAt(
  document: vscode.TextDocument,
  selection: Selection | undefined,
  applications: readonly Application[],
): Diagnostic[] {
  const parsed = parsedDocument(document);
  if (selection === undefined) return diagnose(parsed, { environmentVariables: {}, applications });
  return diagnose(parsed, {
    environmentVariables: environmentVariables(selection),
    environments: selection.application.environments,
    own: selection.application,
    applications,
  });
}

const severities = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
};

function toEditor(document: vscode.TextDocument, one: Diagnostic): vscode.Diagnostic {
  const range = editorRange(document, one.range);
  const diagnostic = new vscode.Diagnostic(range, plainText(diagnosticMessage(one), 1000), severities[one.severity]);
  diagnostic.source = 'Hydrogen';
  diagnostic.code = one.code;
  return diagnostic;
}

function fixOf(document: vscode.TextDocument, one: Diagnostic): vscode.CodeAction {
  const action = new vscode.CodeAction(plainText(fixTitle(one)), vscode.CodeActionKind.QuickFix);
  action.diagnostics = [toEditor(document, one)];
  action.isPreferred = true;
  if (one.fix?.kind === 'replace') {
    action.edit = new vscode.WorkspaceEdit();
    action.edit.replace(document.uri, editorRange(document, one.fix.range), one.fix.text);
  } else if (one.fix !== undefined) {
    // The fix reads the secret when it runs, so that the command does not contain it.
    const position: SecretPosition = { start: one.fix.range.start, name: one.fix.name };
    action.command = {
      command: 'hydrogen.request.moveSecret',
      title: action.title,
      arguments: [document.uri, position],
    };
  }
  return action;
}
