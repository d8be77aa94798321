import * as vscode from 'vscode';
import type { RequestNode } from '../../../requests/document/syntax';
import type { Verdict } from '../../../requests/checks/verdict';
import { plainText } from '../../platform/plainText';
import { editorRange } from '../document/parsedDocument';
import { verdictText } from '../document/verdictText';

/** What came of a request. */
interface CheckResult {
  verdicts: readonly Verdict[];
  /** Its document, as long as it is kept. */
  response: vscode.Uri | undefined;
}

/** What came of the requests of each document and of their checks, until it is edited or closed. */
export interface CheckResults extends vscode.Disposable {
  /** Forgets what is known of a request that is sent now. */
  begin(document: vscode.TextDocument, request: RequestNode): void;
  /** Marks the checks that failed. @param version of the document that was sent */
  add(document: vscode.TextDocument, version: number, request: RequestNode, result: CheckResult): void;
  of(document: vscode.TextDocument, request: RequestNode): CheckResult | undefined;
  readonly onDidChange: vscode.Event<void>;
}

export function createCheckResults(): CheckResults {
  const collection = vscode.languages.createDiagnosticCollection('hydrogen-checks');
  const changed = new vscode.EventEmitter<void>();
  const all = new Map<string, Map<number, CheckResult>>();
  const show = (document: vscode.TextDocument) => {
    const known = [...(all.get(document.uri.toString())?.values() ?? [])];
    const failed = known.flatMap(({ verdicts }) => verdicts.filter(({ passed }) => !passed));
    collection.set(
      document.uri,
      failed.map(verdict => toEditor(document, verdict)),
    );
    changed.fire();
  };
  const forget = ({ uri }: vscode.TextDocument) => {
    if (!all.delete(uri.toString())) return;
    collection.delete(uri);
    changed.fire();
  };
  const subscriptions = vscode.Disposable.from(
    collection,
    changed,
    vscode.workspace.onDidCloseTextDocument(forget),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) forget(document);
    }),
  );
  return {
    onDidChange: changed.event,
    of: (document, request) => all.get(document.uri.toString())?.get(request.index),
    begin(document, request) {
      if (all.get(document.uri.toString())?.delete(request.index) === true) show(document);
    },
    add(document, version, request, result) {
      // The lines may stand elsewhere by now.
      if (result.response === undefined || document.version !== version || document.isClosed) return;
      const key = document.uri.toString();
      const known = all.get(key) ?? new Map<number, CheckResult>();
      all.set(key, known.set(request.index, result));
      show(document);
    },
    dispose: () => void subscriptions.dispose(),
  };
}

function toEditor(document: vscode.TextDocument, verdict: Verdict): vscode.Diagnostic {
  const text = plainText(verdictText(verdict), 1000);
  const diagnostic = new vscode.Diagnostic(editorRange(document, verdict.range), text, vscode.DiagnosticSeverity.Error);
  diagnostic.source = 'Hydrogen';
  diagnostic.code = 'check';
  return diagnostic;
}
