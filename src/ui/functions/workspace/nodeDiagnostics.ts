import * as vscode from 'vscode';
import { plainText } from '../../messages/plainText';
import { Debounce } from '../../platform/debounce';
import { loadPart } from '../../loading/loadPart';
import { functionMessages, localFunctionOf } from './localFunction';

const pause = 400;

/**
 * Registers diagnostics for code that does not run in Node 12, the runtime of the service. The parser is loaded on
 * first use.
 */
export function registerNodeDiagnostics(): vscode.Disposable {
  const problems = vscode.languages.createDiagnosticCollection('hydrogen-node12');
  const debounce = new Debounce(pause);
  const check = async (document: vscode.TextDocument): Promise<void> => {
    // The commands report an invalid hydrogen.json.
    const local = await localFunctionOf(document.uri).catch(() => undefined);
    if (local === undefined) problems.delete(document.uri);
    if (local === undefined || document.isClosed) return;
    const { version } = document;
    const { checkNode12, preventsLoading } = await loadPart(
      'functions',
      () => import('../../../functions/node12/check'),
    );
    const node12Problems = checkNode12(document.getText());
    if (document.version !== version || document.isClosed) return;
    problems.set(
      document.uri,
      node12Problems.map(problem => {
        const range = new vscode.Range(document.positionAt(problem.start), document.positionAt(problem.end));
        const severity = preventsLoading(problem) ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning;
        const diagnostic = new vscode.Diagnostic(range, plainText(functionMessages.problem(problem)), severity);
        diagnostic.source = 'Node 12';
        return diagnostic;
      }),
    );
  };
  const plan = (document: vscode.TextDocument) => {
    if (document.languageId !== 'javascript' || document.uri.scheme !== 'file') return;
    debounce.run(document.uri.toString(), () => void check(document));
  };
  const planAll = () => vscode.workspace.textDocuments.forEach(plan);
  planAll();
  // It names the folder of the functions.
  const settings = vscode.workspace.createFileSystemWatcher('**/hydrogen.json');
  return vscode.Disposable.from(
    problems,
    debounce,
    settings,
    settings.onDidChange(planAll),
    settings.onDidCreate(planAll),
    settings.onDidDelete(planAll),
    vscode.workspace.onDidOpenTextDocument(plan),
    vscode.workspace.onDidChangeTextDocument(({ document }) => plan(document)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      debounce.cancel(uri.toString());
      problems.delete(uri);
    }),
  );
}
