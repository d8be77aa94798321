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
export class CheckResults implements vscode.Disposable {
  readonly #targetNow: (request: RequestNode) => string | undefined;
  readonly #collection = vscode.languages.createDiagnosticCollection('hydrogen-checks');
  readonly #changed = new vscode.EventEmitter<void>();
  /** The results by document URI, request index and target key. The newest result of a request is the last. */
  readonly #all = new Map<string, Map<number, Map<string, CheckResult>>>();
  readonly #subscriptions: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  /** @param targetNow returns the key of the target to which a request would be sent now */
  constructor(
    targetNow: (request: RequestNode) => string | undefined,
    onDidChangeTargets: (listener: () => void) => vscode.Disposable,
  ) {
    this.#targetNow = targetNow;
    this.#subscriptions = vscode.Disposable.from(
      this.#collection,
      this.#changed,
      onDidChangeTargets(() => {
        for (const document of vscode.workspace.textDocuments)
          if (this.#all.has(document.uri.toString())) this.#show(document);
      }),
      vscode.workspace.onDidCloseTextDocument(document => this.#forget(document)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.#forget(document);
      }),
    );
  }

  /** Deletes the result for a target, because the request is now being sent there. */
  begin(document: vscode.TextDocument, request: RequestNode, target: string): void {
    if (this.#resultsOf(document, request).delete(target)) this.#show(document);
  }

  /**
   * Stores a result and marks its failed checks. Ignored if the document has been edited or closed.
   * @param version the version of the document that was sent
   */
  add(document: vscode.TextDocument, version: number, request: RequestNode, result: CheckResult): void {
    // The edit may have moved the lines of the checks.
    if (document.version !== version || document.isClosed) return;
    this.begin(document, request, result.target);
    if (result.response === undefined) return;
    const key = document.uri.toString();
    const byRequest = this.#all.get(key) ?? new Map<number, Map<string, CheckResult>>();
    const results = this.#resultsOf(document, request).set(result.target, result);
    this.#all.set(key, byRequest.set(request.index, results));
    this.#show(document);
  }

  /** Returns the result for the target that the code lens shows, else the newest result. */
  of(document: vscode.TextDocument, request: RequestNode): CheckResult | undefined {
    return this.#currentResult(document, request) ?? [...this.#resultsOf(document, request).values()].at(-1);
  }

  /** Returns the check results for the target that the code lens shows; empty if there are none for this target. */
  currentVerdicts(document: vscode.TextDocument, request: RequestNode): readonly Verdict[] {
    return this.#currentResult(document, request)?.verdicts ?? [];
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #resultsOf(document: vscode.TextDocument, { index }: RequestNode): Map<string, CheckResult> {
    return this.#all.get(document.uri.toString())?.get(index) ?? new Map<string, CheckResult>();
  }

  #currentResult(document: vscode.TextDocument, request: RequestNode): CheckResult | undefined {
    return this.#resultsOf(document, request).get(this.#targetNow(request) ?? '');
  }

  #show(document: vscode.TextDocument): void {
    const failed = parsedDocument(document)
      .requests.flatMap(request => this.currentVerdicts(document, request))
      .filter(({ passed }) => !passed);
    this.#collection.set(
      document.uri,
      failed.map(verdict => toEditor(document, verdict)),
    );
    this.#changed.fire();
  }

  #forget({ uri }: vscode.TextDocument): void {
    if (!this.#all.delete(uri.toString())) return;
    this.#collection.delete(uri);
    this.#changed.fire();
  }
}

function toEditor(document: vscode.TextDocument, verdict: Verdict): vscode.Diagnostic {
  const diagnostic = createDiagnostic(editorRange(document, verdict.range), messages.verdict(verdict));
  diagnostic.code = 'check';
  return diagnostic;
}
