import type * as vscode from 'vscode';
import type { Selection } from '../../../applications/selection';
import { firstHeader } from '../../../requests/document/rules';
import type { ResolvedRequest } from '../../../requests/sending/resolvedRequest';
import type { Verdict } from '../../../requests/checks/verdict';
import type { RunResult } from '../../../requests/sending/runResult';

/** A response with its request. */
export interface ReceivedResponse {
  resolved: ResolvedRequest;
  result: RunResult;
  /** The selection at the time of sending. */
  selection: Selection;
  /** The title of the document: the name of the request and its environment. */
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
  return firstHeader(report.headers, 'content-type');
}

/**
 * The file extension for each media type; `''` means the matched subtype. VS Code and other programs use the file
 * extension to detect the type.
 */
const fileEndings: readonly [type: RegExp, ending: string][] = [
  [/^image\/(png|gif|webp|bmp|avif)/i, ''],
  [/^image\/jpe?g/i, 'jpg'],
  [/^image\/(x-icon|vnd\.microsoft\.icon)/i, 'ico'],
  [/^application\/(x-)?pdf/i, 'pdf'],
];

/**
 * Returns the file extension of a body that opens as a file: an image that VS Code shows, or a PDF; `undefined` for
 * other bodies. A response to HEAD has the type of an image, but no body.
 */
export function fileEnding(result: RunResult): string | undefined {
  if (result.report.size === 0) return undefined;
  const type = contentType(result).trim();
  const match = fileEndings.find(([pattern]) => pattern.test(type));
  return match && (match[1] === '' ? match[0].exec(type)?.[1]?.toLowerCase() : match[1]);
}

/** True if the document of a response is the image itself. A truncated image cannot be shown. */
export function isImage(result: RunResult): boolean {
  const ending = fileEnding(result);
  return ending !== undefined && ending !== 'pdf' && !result.report.truncated;
}

export function isHtml(result: RunResult): boolean {
  return /^(text\/html|application\/xhtml\+xml)/i.test(contentType(result).trim()) && result.report.size > 0;
}
