import type * as vscode from 'vscode';
import type { Selection } from '../../../applications/selection';
import type { ResolvedRequest } from '../../../requests/sending/resolvedRequest';
import type { Verdict } from '../../../requests/checks/verdict';
import type { RunResult } from '../../../requests/sending/runResult';

/** A response with its request. */
export interface ReceivedResponse {
  resolved: ResolvedRequest;
  result: RunResult;
  /** The selection at the time of sending. */
  selection: Selection;
  /** The visible name: that of the request, with the environment. */
  title: string;
  /** The results of the request's checks. */
  verdicts: readonly Verdict[];
  /** The file of a large response; `undefined` if it is in memory. */
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

/** True for types that VS Code shows as images, which must be complete. */
export function isImage(result: RunResult): boolean {
  return /^image\/(png|jpe?g|gif|webp|bmp)/i.test(contentType(result)) && !result.report.truncated;
}
