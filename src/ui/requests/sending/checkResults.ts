import * as vscode from 'vscode';
import type { RequestNode } from '../../../requests/document/syntax';
import type { Verdict } from '../../../requests/checks/verdict';
import { plainText } from '../../messages/plainText';
import { editorRange } from '../document/parsedDocument';
import { messages } from '../document/requestMessage';

/** The result of a request. */
interface CheckResult {
  verdicts: readonly Verdict[];
  /** Its target, as from `targetKey`. */
  target: string;
  /** The document of the response, while it is stored. */
  response: vscode.Uri | undefined;
}

interface KnownResult extends CheckResult {
  request: RequestNode;
}

/** The results of requests and checks per document, until it is edited or closed. */
export interface CheckResults extends vscode.Disposable {
  /** Discards the result of a request that is being sent. */
  begin(document: vscode.TextDocument, request: RequestNode): void;
  /** Marks failed checks. @param version of the document that was sent */
  add(document: vscode.TextDocument, version: number, request: RequestNode, result: CheckResult): void;
  of(document: vscode.TextDocument, request: RequestNode): CheckResult | undefined;
  /** Returns check results for the target that the code lens shows; results of other targets are omitted. */
  shown(document: vscode.TextDocument, request: RequestNode): readonly Verdict[];
  readonly onDidChange: vscode.Event<void>;
}

/** @param targetNow returns the current target of a request, like `targetKey` */
export function createCheckResults(
  targetNow: (request: RequestNode) => string | undefined,
  onDidChangeTargets: (listener: () => void) => vscode.Disposable,
): CheckResults {
  const collection = vscode.languages.createDiagnosticCollection('hydrogen-checks');
  const changed = new vscode.EventEmitter<void>();
  const all = new Map<string, Map<number, KnownResult>>();
  const isShown = ({ target, request }: KnownResult) => target === targetNow(request);
  const show = (document: vscode.TextDocument) => {
    const known = [...(all.get(document.uri.toString())?.values() ?? [])];
    const failed = known.filter(isShown).flatMap(({ verdicts }) => verdicts.filter(({ passed }) => !passed));
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
    of: (document, request) => all.get(document.uri.toString())?.get(request.index),
    shown(document, request) {
      const known = all.get(document.uri.toString())?.get(request.index);
      return known !== undefined && isShown(known) ? known.verdicts : [];
    },
    begin(document, request) {
      if (all.get(document.uri.toString())?.delete(request.index) === true) show(document);
    },
    add(document, version, request, result) {
      // The lines may have moved.
      if (result.response === undefined || document.version !== version || document.isClosed) return;
      const key = document.uri.toString();
      const known = all.get(key) ?? new Map<number, KnownResult>();
      all.set(key, known.set(request.index, { ...result, request }));
      show(document);
    },
    dispose: () => void subscriptions.dispose(),
  };
}

function toEditor(document: vscode.TextDocument, verdict: Verdict): vscode.Diagnostic {
  const text = plainText(messages.verdict(verdict), 1000);
  const diagnostic = new vscode.Diagnostic(editorRange(document, verdict.range), text, vscode.DiagnosticSeverity.Error);
  diagnostic.source = 'Hydrogen';
  diagnostic.code = 'check';
  return diagnostic;
}
