import { parseBodyFile } from './bodyFile';
import { isCheck, parseCheck } from './checkLine';
import { isBlank, trimmedPart, type DocumentLine } from './lines';
import type { BodyNode, CheckNode, CommentNode, MalformedNode, RequestNode } from './syntax';

/**
 * Parses the lines after the headers. Checks follow the body; as in httpYac, they can also be above it, and then an empty
 * line is between them and the body. Without a Content-Type, lines that all look like comments are no body: a note below
 * a GET must not be sent. With one, they can be Markdown.
 */
export function parseBodyAndChecks(
  lines: readonly DocumentLine[],
  documentText: string,
  hasContentType: boolean,
): Pick<RequestNode, 'body' | 'checks' | 'checkComments'> {
  const above = parseChecks(lines, true);
  const bodyStart = above.count;
  const nextCheck = lines.findIndex((line, at) => at >= bodyStart && isCheck(line));
  let bodyEnd = nextCheck < 0 ? lines.length : nextCheck;
  // A comment above a check belongs to the check.
  while (nextCheck >= 0 && bodyEnd > bodyStart && isCommentOrBlank(lines[bodyEnd - 1] as DocumentLine)) bodyEnd--;
  const below = parseChecks(lines.slice(bodyEnd), false);
  const bodyLines = lines.slice(bodyStart, bodyEnd);
  const isOnlyComments = !hasContentType && bodyLines.every(isCommentOrBlank);
  const comments = isOnlyComments ? bodyLines.filter(line => !isBlank(line)).map(commentNode) : [];
  return {
    body: isOnlyComments ? undefined : parseBody(bodyLines, documentText),
    checks: [...above.checks, ...below.checks],
    checkComments: [...above.comments, ...comments, ...below.comments],
  };
}

interface ParsedChecks {
  checks: CheckNode[];
  comments: (CommentNode | MalformedNode)[];
  /** The number of lines that the checks and comments take. */
  count: number;
}

/**
 * Parses checks and the comments between them.
 * @param endsAtBody whether a text that is not directly below a check ends the checks
 */
function parseChecks(lines: readonly DocumentLine[], endsAtBody: boolean): ParsedChecks {
  const result: ParsedChecks = { checks: [], comments: [], count: 0 };
  let comments: ParsedChecks['comments'] = [];
  let isBelowCheck = false;
  for (const [index, line] of lines.entries()) {
    // A comment before the body belongs to the body.
    if (endsAtBody && !isBelowCheck && !isCheck(line) && !isCommentOrBlank(line)) return result;
    if (isBlank(line)) {
      isBelowCheck = false;
      continue;
    }
    if (isCheck(line)) {
      result.checks.push(parseCheck(trimmedPart(line, 0)));
      isBelowCheck = true;
    } else {
      comments.push(isComment(line.text) ? commentNode(line) : { ...trimmedPart(line, 0), kind: 'malformed' });
    }
    if (!isBelowCheck) continue;
    // A loop, because a call cannot have as many arguments as a long document has comments.
    for (const comment of comments) result.comments.push(comment);
    result.count = index + 1;
    comments = [];
  }
  if (result.count === 0) return result;
  return { ...result, comments: [...result.comments, ...comments], count: lines.length };
}

function commentNode(line: DocumentLine): CommentNode {
  return { ...trimmedPart(line, 0), kind: 'comment' };
}

function isCommentOrBlank(line: DocumentLine): boolean {
  return isBlank(line) || isComment(line.text);
}

/** True for a line that is a comment beside checks. Within the text of a body it is text. */
export function isComment(line: string): boolean {
  return /^\s*(?:#|\/\/)/.test(line);
}

function parseBody(lines: readonly DocumentLine[], documentText: string): BodyNode | undefined {
  const from = lines.findIndex(line => !isBlank(line));
  if (from < 0) return undefined;
  const to = lines.findLastIndex(line => !isBlank(line));
  const range = { start: (lines[from] as DocumentLine).start, end: (lines[to] as DocumentLine).end };
  const token = { ...range, text: documentText.slice(range.start, range.end) };
  const file = from === to ? parseBodyFile(token) : undefined;
  return file === undefined ? { kind: 'text', ...token } : { kind: 'file', ...token, ...file };
}
