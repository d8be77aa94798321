import type * as vscode from 'vscode';
import type { Selection } from '../../../applications/selection';
import type { ResolvedRequest } from '../../../requests/sending/resolvedRequest';
import type { Verdict } from '../../../requests/checks/verdict';
import type { RunResult } from '../../../requests/sending/runResult';

/** A response together with the request it belongs to. */
export interface ReceivedResponse {
  resolved: ResolvedRequest;
  result: RunResult;
  /** The selection it was sent with. */
  selection: Selection;
  /** Name for people: of the request, with the environment. */
  title: string;
  /** Of the checks of the request. */
  verdicts: readonly Verdict[];
  /** Where a large response was written; `undefined` when all of it is in memory. */
  file: string | undefined;
}

/** A response that has a document. */
export interface ResponseDocument {
  uri: vscode.Uri;
  response: ReceivedResponse;
}

export function contentType({ report }: RunResult): string {
  return report.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
}

/** VS Code shows these as images; a part of one cannot be shown. */
export function isImage(result: RunResult): boolean {
  return /^image\/(png|jpe?g|gif|webp|bmp)/i.test(contentType(result)) && !result.report.truncated;
}
