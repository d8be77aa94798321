import * as vscode from 'vscode';
import type { CommandServices } from '../../applications/commandTarget';
import type { Application } from '../../../applications/application';
import type { Selection } from '../../../applications/selection';
import { diagnose } from '../../../requests/language/diagnose';
import type { Diagnostic } from '../../../requests/language/diagnostic';
import type { RequestNode } from '../../../requests/document/syntax';
import { Debounce } from '../../platform/debounce';
import { createDiagnostic } from '../../platform/diagnostic';
import { bodyFiles } from '../../../requests/document/multipart';
import { bodyFileProblem } from '../sending/bodyFile';
import { diagnosticMessage, fixTitle } from './diagnosticMessages';
import type { DocumentSecrets } from '../../tokens/documentSecrets';
import type { SecretUse } from '../sending/secretUse';
import { moveSecret, type SecretPosition } from './moveSecret';
import { plainText } from '../../messages/plainText';
import { editorRange, languageId, parsedDocument } from '../document/parsedDocument';
import { environmentVariables, likelySelection, onDidChangeDestinations } from '../document/requestTarget';

const typingPause = 200;

interface DiagnosticsServices extends CommandServices {
  secrets: DocumentSecrets;
  secretUse: SecretUse;
}

/** Registers diagnostics of request documents and their quick fixes. */
export function registerDiagnostics(services: DiagnosticsServices): vscode.Disposable {
  const diagnostics = new RequestDiagnostics(services);
  return vscode.Disposable.from(
    diagnostics,
    vscode.languages.registerCodeActionsProvider(languageId, {
      provideCodeActions: (document, range) =>
        diagnostics
          .of(document)
          .filter(
            diagnostic =>
              diagnostic.fix !== undefined && editorRange(document, diagnostic.range).intersection(range) !== undefined,
          )
          .map(diagnostic => fixOf(document, diagnostic)),
    }),
    services.commands.register('hydrogen.request.moveSecret', (uri, position) => moveSecret(services, uri, position)),
  );
}

/** The problems of open request documents, checked again after each change. */
class RequestDiagnostics implements vscode.Disposable {
  readonly #services: Pick<DiagnosticsServices, 'applications' | 'selection'>;
  readonly #collection = vscode.languages.createDiagnosticCollection('hydrogen');
  readonly #debounce = new Debounce(typingPause);
  readonly #subscriptions: vscode.Disposable;
  // Cached by version because quick fixes are requested at every cursor move.
  #cache = new WeakMap<vscode.TextDocument, { version: number; all: Diagnostic[]; milliseconds: number }>();

  /** The number of checks of each document. The files of a request may take longer to read than those of the next check. */
  readonly #checks = new WeakMap<vscode.TextDocument, number>();

  constructor(services: Pick<DiagnosticsServices, 'applications' | 'selection'>) {
    this.#services = services;
    const checkFiles = () => this.#checkOpen();
    this.#checkOpen();
    this.#subscriptions = vscode.Disposable.from(
      vscode.workspace.onDidOpenTextDocument(document => void this.#check(document)),
      vscode.workspace.onDidSaveTextDocument(checkFiles),
      vscode.workspace.onDidCreateFiles(checkFiles),
      vscode.workspace.onDidRenameFiles(checkFiles),
      vscode.workspace.onDidDeleteFiles(checkFiles),
      vscode.window.onDidChangeActiveTextEditor(editor => {
        if (editor !== undefined) void this.#check(editor.document);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.languageId !== languageId) return;
        const took = this.#cache.get(document)?.milliseconds;
        this.#debounce.run(document.uri.toString(), () => void this.#check(document), took);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#collection.delete(uri)),
      onDidChangeDestinations(services, () => {
        this.#cache = new WeakMap();
        this.#checkOpen();
      }),
    );
  }

  of(document: vscode.TextDocument): Diagnostic[] {
    const cached = this.#cache.get(document);
    if (cached?.version === document.version) return cached.all;
    const { version } = document;
    const start = performance.now();
    const { selection, applications } = this.#services;
    const all = diagnoseAt(document, selection.current(), applications.list().applications);
    this.#cache.set(document, { version, all, milliseconds: performance.now() - start });
    return all;
  }

  dispose(): void {
    this.#debounce.dispose();
    this.#subscriptions.dispose();
    this.#collection.dispose();
  }

  #checkOpen(): void {
    vscode.workspace.textDocuments.forEach(document => void this.#check(document));
  }

  async #check(document: vscode.TextDocument): Promise<void> {
    if (document.languageId !== languageId || document.isClosed) return;
    const check = (this.#checks.get(document) ?? 0) + 1;
    this.#checks.set(document, check);
    const ofText = this.of(document).map(diagnostic => toEditor(document, diagnostic));
    const { version } = document;
    const ofFiles = await fileDiagnostics(document);
    const isLatest = this.#checks.get(document) === check && document.version === version;
    if (isLatest && !document.isClosed) this.#collection.set(document.uri, [...ofText, ...ofFiles]);
  }
}

function diagnoseAt(
  document: vscode.TextDocument,
  selection: Selection | undefined,
  applications: readonly Application[],
): Diagnostic[] {
  // A document may have thousands of requests, but few environments.
  const byEnvironment = new Map<string | undefined, ReturnType<typeof environmentVariables>>();
  const variablesIn = (target: Selection | undefined) => {
    if (target === undefined) return {};
    const name = target.environment?.name;
    const variables = byEnvironment.get(name) ?? environmentVariables(document.uri, target);
    byEnvironment.set(name, variables);
    return variables;
  };
  const targetOf = (request: RequestNode) => likelySelection(request, selection, applications) ?? selection;
  const context = {
    environmentVariables: variablesIn(selection),
    variablesOf: (request: RequestNode) => variablesIn(targetOf(request)),
    applications,
  };
  const parsed = parsedDocument(document);
  if (selection === undefined) return diagnose(parsed, context);
  const { application } = selection;
  return diagnose(parsed, { ...context, environments: application.environments, origins: application });
}

/** Files beyond this number are only checked when their request is sent. */
const maximumFiles = 100;

/** Reports body files that cannot be sent: missing ones and those outside the workspace folder. */
async function fileDiagnostics(document: vscode.TextDocument): Promise<vscode.Diagnostic[]> {
  const files = bodyFiles(parsedDocument(document)).slice(0, maximumFiles);
  const problems = await Promise.all(files.map(({ text }) => bodyFileProblem(document, text)));
  return files.flatMap((file, index) => {
    const problem = problems[index];
    return problem === undefined ? [] : [createDiagnostic(editorRange(document, file), problem)];
  });
}

const severities = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
};

function toEditor(document: vscode.TextDocument, problem: Diagnostic): vscode.Diagnostic {
  const range = editorRange(document, problem.range);
  const diagnostic = createDiagnostic(range, diagnosticMessage(problem), severities[problem.severity]);
  diagnostic.code = problem.code;
  return diagnostic;
}

function fixOf(document: vscode.TextDocument, problem: Diagnostic): vscode.CodeAction {
  const action = new vscode.CodeAction(plainText(fixTitle(problem)), vscode.CodeActionKind.QuickFix);
  action.diagnostics = [toEditor(document, problem)];
  action.isPreferred = true;
  if (problem.fix?.kind === 'replace') {
    action.edit = new vscode.WorkspaceEdit();
    action.edit.replace(document.uri, editorRange(document, problem.fix.range), problem.fix.text);
  } else if (problem.fix !== undefined) {
    // The fix reads the secret when it runs, so that the command does not contain it.
    const position: SecretPosition = { start: problem.fix.range.start, name: problem.fix.name };
    action.command = {
      command: 'hydrogen.request.moveSecret',
      title: action.title,
      arguments: [document.uri, position],
    };
  }
  return action;
}
