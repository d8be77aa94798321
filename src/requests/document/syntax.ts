/** Part of a document: offsets in UTF-16 units, `end` exclusive, as the editor counts. */
export interface Range {
  start: number;
  end: number;
}

export interface Token extends Range {
  text: string;
}

/** `@name = value`; known in the whole document. */
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

/** A line that means nothing, and is kept as it is. */
export interface MalformedNode extends Token {
  kind: 'malformed';
}

export interface HeaderNode extends Range {
  kind: 'header';
  name: Token;
  value: Token;
}

/** `?? subject path operator expected`: what must be true of the response. `text` is the whole line. */
export interface CheckNode extends Token {
  kind: 'check';
  /** `status`, `header`, `body`, `duration`, `documented`. */
  subject: Token;
  /** The header's name, or the path in the body. */
  path: Token | undefined;
  /** As it is written; absent: the line has none that is known. */
  operator: Token | undefined;
  expected: Token | undefined;
}

/** Inline text, or `< ./file`; `<@` has the variables in the file resolved too. */
export type BodyNode = ({ kind: 'text' } & Token) | ({ kind: 'file'; path: Token; substitute: boolean } & Token);

export interface RequestNode extends Range {
  /** Which of the document's requests, from 0. */
  index: number;
  /** What `# @name` says, else `undefined`. */
  name: string | undefined;
  /** What stands after `###`. */
  title: Token | undefined;
  directives: readonly DirectiveNode[];
  /** The request line with its continuation lines. */
  line: Range;
  /** Absent: GET. */
  method: Token | undefined;
  /** Path and query, or a complete address; one token for each line it takes. Empty when nothing was written. */
  target: readonly Token[];
  version: Token | undefined;
  /** In the order of the document; comments stay between the headers they explain. */
  headers: readonly HeaderNode[];
  headerComments: readonly (CommentNode | MalformedNode)[];
  body: BodyNode | undefined;
  /** In the order of the document; comments stay between the checks they explain. */
  checks: readonly CheckNode[];
  checkComments: readonly (CommentNode | MalformedNode)[];
}

/** What stands between two `###` lines. */
export interface Section extends Range {
  separator: Range | undefined;
  title: Token | undefined;
  items: readonly (VariableNode | DirectiveNode | CommentNode | MalformedNode)[];
  request: RequestNode | undefined;
}

/** `{{expression}}`; the range has the braces, the expression neither them nor spaces. */
export interface Reference extends Range {
  expression: Token;
  inside: 'variable' | 'target' | 'header' | 'body' | 'check';
}

/** A line that means nothing, and why. */
export interface SyntaxProblem extends Range {
  code: 'malformedVariable' | 'malformedHeader' | 'textAfterCheck' | 'missingTarget' | 'unclosedReference';
}

export interface RequestDocument {
  text: string;
  sections: readonly Section[];
  requests: readonly RequestNode[];
  variables: readonly VariableNode[];
  /** Sorted by where they start. */
  references: readonly Reference[];
  problems: readonly SyntaxProblem[];
}

/** What the name of a variable consists of, letters of any script among it; of a pattern with the flag `u`. */
export const variableName = String.raw`[\p{L}\p{M}\p{N}_.-]+`;

/** Whether a request or a variable can be called so, and be referred to. */
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

/** Path and query as one text; the lines after the first begin with `?` or `&`. */
export function targetText(request: RequestNode): string {
  return request.target.map(token => token.text).join('');
}

export function methodOf(request: RequestNode): string {
  return request.method?.text.toUpperCase() ?? 'GET';
}

/** The last directive of this name. */
export function directive(request: Pick<RequestNode, 'directives'>, name: DirectiveName): DirectiveNode | undefined {
  return request.directives.findLast(node => node.name.text === name);
}

export function header(request: RequestNode, name: string): HeaderNode | undefined {
  return request.headers.find(node => node.name.text.toLowerCase() === name.toLowerCase());
}
