import * as vscode from 'vscode';
import type { RequestNode } from '../../../requests/document/syntax';
import type { Verdict } from '../../../requests/checks/verdict';
import { createDiagnostic } from '../../platform/diagnostic';
import { editorRange, parsedDocument } from '../document/parsedDocument';
import { messages } from '../document/requestMessage';

/** The check results of a request that was sent. */
interface CheckResult {
  verdicts: readonly Verdict[];
  /** The key of the target, from `targetKey`. */
  target: string;
  /** The document of the response, while it is stored. */
  response: vscode.Uri | undefined;
}

/** Stores the check results of each request, one per target, until its document is edited or closed. */
export interface CheckResults extends vscode.Disposable {
  /** Deletes the result for a target, because the request is now being sent there. */
  begin(document: vscode.TextDocument, request: RequestNode, target: string): void;
  /**
   * Stores a result and marks its failed checks. Ignored if the document has been edited or closed.
   * @param version the version of the document that was sent
   */
  add(document: vscode.TextDocument, version: number, request: RequestNode, result: CheckResult): void;
  /** Returns the result for the target that the code lens shows, else the newest result. */
  of(document: vscode.TextDocument, request: RequestNode): CheckResult | undefined;
  /** Returns the check results for the target that the code lens shows; empty if there are none for this target. */
  currentVerdicts(document: vscode.TextDocument, request: RequestNode): readonly Verdict[];
  readonly onDidChange: vscode.Event<void>;
}

/** @param targetNow returns the key of the target to which a request would be sent now */
export function createCheckResults(
  targetNow: (request: RequestNode) => string | undefined,
  onDidChangeTargets: (listener: () => void) => vscode.Disposable,
): CheckResults {
  const collection = vscode.languages.createDiagnosticCollection('hydrogen-checks');
  const changed = new vscode.EventEmitter<void>();
  /** The results by document URI, request index and target key. The newest result of a request is the last. */
  const all = new Map<string, Map<number, Map<string, CheckResult>>>();
  const resultsOf = (document: vscode.TextDocument, { index }: RequestNode) =>
    all.get(document.uri.toString())?.get(index) ?? new Map<string, CheckResult>();
  const currentResult = (document: vscode.TextDocument, request: RequestNode) =>
    resultsOf(document, request).get(targetNow(request) ?? '');
  const show = (document: vscode.TextDocument) => {
    const verdicts = parsedDocument(document).requests.flatMap(
      request => currentResult(document, request)?.verdicts ?? [],
    );
    const failed = verdicts.filter(({ passed }) => !passed);
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
  const forgetOne = (document: vscode.TextDocument, request: RequestNode, target: string) => {
    if (resultsOf(document, request).delete(target)) show(document);
  };
  const subscriptions = vscode.Disposable.from(
    collection,
    changed,
    onDidChangeTargets(() => {
      for (const document of vscode.workspace.textDocuments) if (all.has(document.uri.toString())) show(document);
    }),
    vscode.workspace.onDidCloseTextDocument(forget),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) forget(document);
    }),
  );
  return {
    onDidChange: changed.event,
    of: (document, request) => currentResult(document, request) ?? [...resultsOf(document, request).values()].at(-1),
    currentVerdicts: (document, request) => currentResult(document, request)?.verdicts ?? [],
    begin: forgetOne,
    add(document, version, request, result) {
      // The edit may have moved the lines of the checks.
      if (document.version !== version || document.isClosed) return;
      forgetOne(document, request, result.target);
      if (result.response === undefined) return;
      const key = document.uri.toString();
      const byRequest = all.get(key) ?? new Map<number, Map<string, CheckResult>>();
      all.set(key, byRequest.set(request.index, resultsOf(document, request).set(result.target, result)));
      show(document);
    },
    dispose: () => void subscriptions.dispose(),
  };
}

function toEditor(document: vscode.TextDocument, verdict: Verdict): vscode.Diagnostic {
  const diagnostic = createDiagnostic(editorRange(document, verdict.range), messages.verdict(verdict));
  diagnostic.code = 'check';
  return diagnostic;
}
