import type { Range } from '../../json/json';

export type { Range };

export interface Token extends Range {
  text: string;
}

/** Returns the range of a node without its other fields. */
export function rangeOf({ start, end }: Range): Range {
  return { start, end };
}

/** `@name = value`; defined in the whole document. */
export interface VariableNode extends Range {
  kind: 'variable';
  name: Token;
  value: Token;
}

/** `# @name value`. */
export interface DirectiveNode extends Range {
  kind: 'directive';
  name: Token;
  value: Token;
}

export interface CommentNode extends Token {
  kind: 'comment';
}

/** A line that cannot be parsed and is kept as written. */
export interface MalformedNode extends Token {
  kind: 'malformed';
}

export interface HeaderNode extends Range {
  kind: 'header';
  name: Token;
  value: Token;
}

/** `?? subject path operator expected`: a condition on the response. `text` is the whole line. */
export interface CheckNode extends Token {
  kind: 'check';
  /** The first word, such as `status` or `body`; possibly unknown. */
  subject: Token;
  /** The header's name, or the path in the body. */
  path: Token | undefined;
  /** The operator as written; absent when the line has no known operator. */
  operator: Token | undefined;
  expected: Token | undefined;
}

/**
 * `< ./picture.png`, or `<@ ./text.txt` with variables that are resolved. As in REST Client, a file with variables may
 * have another encoding than UTF-8: `<@latin1 ./text.txt`.
 */
export interface BodyFile {
  path: Token;
  substitute: boolean;
  /** The name of the encoding, if one is written. */
  encoding: string | undefined;
}

/** Inline text, or the file of `< ./file`. */
export type BodyNode = ({ kind: 'text' } & Token) | ({ kind: 'file' } & BodyFile & Token);

export interface RequestNode extends Range {
  /** The index of the request in the document, from 0. */
  index: number;
  /** The value of `# @name`. */
  name: string | undefined;
  /** The text after `###`. */
  title: Token | undefined;
  directives: readonly DirectiveNode[];
  /** The request line with its continuation lines. */
  line: Range;
  /** Absent if not written, which means GET. */
  method: Token | undefined;
  /** Path and query, or a complete address; one token per line. Empty when nothing was written. */
  target: readonly Token[];
  version: Token | undefined;
  /** In the order of the document; comments stay with the headers they explain. */
  headers: readonly HeaderNode[];
  headerComments: readonly (CommentNode | MalformedNode)[];
  body: BodyNode | undefined;
  /** In the order of the document; comments stay with the checks they explain. */
  checks: readonly CheckNode[];
  checkComments: readonly (CommentNode | MalformedNode)[];
}

/** The part between two `###` lines. */
export interface Section extends Range {
  separator: Range | undefined;
  title: Token | undefined;
  items: readonly (VariableNode | DirectiveNode | CommentNode | MalformedNode)[];
  request: RequestNode | undefined;
}

/** `{{expression}}`; the range includes the braces, the expression neither braces nor spaces. */
export interface Reference extends Range {
  expression: Token;
  inside: 'variable' | 'target' | 'header' | 'body' | 'check';
}

/** A syntax error with its range. */
export interface SyntaxProblem extends Range {
  code:
    | 'malformedVariable'
    | 'malformedHeader'
    | 'textAfterCheck'
    | 'missingTarget'
    | 'unclosedReference'
    | 'repeatedDirective';
  /** The name of the directive. */
  detail?: string;
}

export interface RequestDocument {
  text: string;
  sections: readonly Section[];
  requests: readonly RequestNode[];
  variables: readonly VariableNode[];
  /** In the order of sections; within a request, those in checks come last. */
  references: readonly Reference[];
  problems: readonly SyntaxProblem[];
}

/** The pattern of a variable name, including letters of any script; needs the flag `u`. */
export const variableName = String.raw`[\p{L}\p{M}\p{N}_.-]+`;

/** Returns whether a request or a variable can have this name, so that references can use it. */
export function isName(text: string): boolean {
  return /^[\p{L}\p{M}\p{N}_-]+$/u.test(text);
}

export const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

export const directiveNames = [
  ...['name', 'application', 'environment', 'as', 'timeout'],
  // For a run of checks.
  ...['setup', 'teardown', 'skip', 'only', 'retry'],
] as const;
export type DirectiveName = (typeof directiveNames)[number];

/** Returns path and query as one text. Continuation lines begin with `?` or `&` and need no separator. */
export function targetText(request: RequestNode): string {
  return request.target.map(token => token.text).join('');
}

export function methodOf(request: RequestNode): string {
  return request.method?.text.toUpperCase() ?? 'GET';
}

/** Returns the last directive with this name. */
export function directive(request: Pick<RequestNode, 'directives'>, name: DirectiveName): DirectiveNode | undefined {
  return request.directives.findLast(node => node.name.text === name);
}

/** Returns the directives that the same request has already above them. Only one of them could count. */
export function repeatedDirectives(directives: readonly DirectiveNode[]): DirectiveNode[] {
  return directives.filter(
    ({ name: { text } }, at) =>
      directiveNames.some(known => known === text) && directives.findIndex(({ name }) => name.text === text) < at,
  );
}

export function header(request: RequestNode, name: string): HeaderNode | undefined {
  return request.headers.find(node => node.name.text.toLowerCase() === name.toLowerCase());
}
