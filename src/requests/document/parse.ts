import { parseBodyAndChecks } from './bodyAndChecks';
import { isCheck, textsAfterChecks } from './checkLine';
import { isBlank, linesOf, nonEmpty, trimmedPart, type DocumentLine, type Meter } from './lines';
import { referencesIn, unclosedReferences } from './references';
import {
  httpMethods,
  rangeOf,
  repeatedDirectives,
  variableName,
  type CommentNode,
  type DirectiveNode,
  type HeaderNode,
  type MalformedNode,
  type Range,
  type Reference,
  type RequestDocument,
  type RequestNode,
  type Section,
  type SyntaxProblem,
  type Token,
  type VariableNode,
} from './syntax';

/**
 * Parses a request document in linear time. Never throws: a line that cannot be parsed is kept as a comment or reported
 * as a problem.
 */
export function parseDocument(text: string, meter?: Meter): RequestDocument {
  const steps = parseSteps(text, meter);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/**
 * Parses like `parseDocument`.
 * @param pause is awaited after every section, so that other work can run
 */
export async function parseInSlices(text: string, pause: () => Promise<void>): Promise<RequestDocument> {
  const steps = parseSteps(text);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await pause();
  }
}

/** Yields after every section. */
function* parseSteps(text: string, meter?: Meter): Generator<undefined, RequestDocument> {
  if (meter) meter.steps += text.length;
  const document: MutableDocument = {
    text,
    sections: [],
    requests: [],
    variables: [],
    references: [],
    problems: [],
    meter,
  };
  // One section at a time, so that the lines of a long document are not all in memory.
  const ends = /(?:\r\n|\n|\r)(?=[^\S\r\n]*###)/g;
  let from = text.startsWith('\ufeff') ? 1 : 0;
  for (let match = ends.exec(text); match !== null; match = ends.exec(text)) {
    parseSection(linesOf(text, from, ends.lastIndex), document);
    from = ends.lastIndex;
    yield;
  }
  parseSection(linesOf(text, from), document);
  const { sections, requests, variables, references, problems } = document;
  return { text, sections, requests, variables, references, problems };
}

interface MutableDocument {
  text: string;
  sections: Section[];
  requests: RequestNode[];
  variables: VariableNode[];
  references: Reference[];
  problems: SyntaxProblem[];
  meter: Meter | undefined;
}

function isSeparator(line: DocumentLine): boolean {
  return /^\s*###/.test(line.text);
}

function parseSection(lines: readonly DocumentLine[], document: MutableDocument): void {
  const first = lines[0] as DocumentLine;
  const range = { start: first.start, end: (lines.at(-1) as DocumentLine).next };
  const separator = isSeparator(first) ? rangeOf(first) : undefined;
  const title = separator === undefined ? undefined : nonEmpty(trimmedPart(first, afterHashes(first.text)));
  const items: Section['items'][number][] = [];
  let index = separator === undefined ? 0 : 1;
  let request: RequestNode | undefined;
  for (; index < lines.length && request === undefined; index++) {
    const line = lines[index] as DocumentLine;
    if (document.meter) document.meter.steps += line.text.length;
    if (isBlank(line)) continue;
    const item = comment(line) ?? variable(line, document);
    if (item !== undefined) {
      items.push(item);
      if (item.kind === 'variable') addVariable(item, document);
    } else {
      const directives = items.filter(one => one.kind === 'directive');
      request = parseRequest(lines.slice(index), range, title, directives, document);
    }
  }
  if (request !== undefined) document.requests.push(request);
  document.sections.push({ ...range, separator, title, items, request });
}

function addVariable(node: VariableNode, document: MutableDocument): void {
  document.variables.push(node);
  addReferences(node.value, 'variable', document);
}

function addReferences(token: Token, inside: Reference['inside'], document: MutableDocument): void {
  for (const reference of referencesIn(token, inside, document.meter)) document.references.push(reference);
  for (const { start, end } of unclosedReferences(token)) {
    document.problems.push({ start, end, code: 'unclosedReference' });
  }
}

function afterHashes(text: string): number {
  let index = text.indexOf('#');
  while (text.charAt(index) === '#') index++;
  return index;
}

/** Parses a comment or directive: `# text`, `// text`, `# @name value`. */
function comment(line: DocumentLine): CommentNode | DirectiveNode | undefined {
  const text = line.text.trimStart();
  const mark = text.startsWith('#') ? 1 : text.startsWith('//') ? 2 : 0;
  if (mark === 0) return undefined;
  const content = trimmedPart(line, line.text.length - text.length + mark);
  const match = /^@([\w-]+)(?=\s|$)/.exec(content.text);
  const name = match?.[1];
  if (name === undefined) return { ...trimmedPart(line, 0), kind: 'comment' };
  const nameToken = { start: content.start + 1, end: content.start + 1 + name.length, text: name };
  return {
    kind: 'directive',
    ...rangeOf(trimmedPart(line, 0)),
    name: nameToken,
    value: trimmedPart(content, name.length + 1),
  };
}

const isVariableName = new RegExp(`^${variableName}$`, 'u');

/** Parses `@name = value`. Reports any other line that begins with `@` as a problem. */
function variable(line: DocumentLine, document: MutableDocument): VariableNode | MalformedNode | undefined {
  const whole = trimmedPart(line, 0);
  if (!whole.text.startsWith('@')) return undefined;
  const equals = whole.text.indexOf('=');
  const name = trimmedPart(whole, 1, equals < 0 ? undefined : equals);
  if (equals < 0 || !isVariableName.test(name.text)) {
    document.problems.push({ ...rangeOf(whole), code: 'malformedVariable' });
    return { ...whole, kind: 'malformed' };
  }
  return { kind: 'variable', ...rangeOf(whole), name, value: trimmedPart(whole, equals + 1) };
}

function parseRequest(
  lines: readonly DocumentLine[],
  range: Range,
  title: Token | undefined,
  directives: DirectiveNode[],
  document: MutableDocument,
): RequestNode {
  const first = lines[0] as DocumentLine;
  const { method, target, version: firstVersion } = requestLine(trimmedPart(first, 0));
  const targets = target === undefined ? [] : [target];
  let index = 1;
  let version = firstVersion;
  for (; /^\s*(?:\?(?!\?)|&)/.test(lines[index]?.text ?? ''); index++) {
    const continued = withoutVersion(trimmedPart(lines[index] as DocumentLine, 0));
    targets.push(continued.rest);
    version ??= continued.version;
  }
  const line = { start: trimmedPart(first, 0).start, end: targets.at(-1)?.end ?? trimmedPart(first, 0).end };
  if (targets.length === 0) document.problems.push({ ...line, code: 'missingTarget' });

  const afterTarget = lines.slice(index);
  const headerEnd = afterTarget.findIndex(line => isBlank(line) || isCheck(line));
  const nodes = (headerEnd < 0 ? afterTarget : afterTarget.slice(0, headerEnd)).map(headerOrComment);
  index += nodes.length;
  for (const node of nodes) {
    if (node.kind === 'malformed') document.problems.push({ ...rangeOf(node), code: 'malformedHeader' });
  }
  const headers = nodes.filter(node => node.kind === 'header');
  const headerComments = nodes.filter(node => node.kind !== 'header');
  const hasContentType = headers.some(({ name }) => name.text.toLowerCase() === 'content-type');
  const { body, checks, checkComments } = parseBodyAndChecks(lines.slice(index), document.text, hasContentType);
  for (const line of textsAfterChecks(checkComments)) {
    document.problems.push({ ...rangeOf(line), code: 'textAfterCheck' });
  }
  for (const node of repeatedDirectives(directives)) {
    document.problems.push({ ...rangeOf(node), code: 'repeatedDirective', detail: node.name.text });
  }
  const name = nonEmpty(directives.findLast(node => node.name.text === 'name')?.value);
  const request: RequestNode = {
    ...range,
    index: document.requests.length,
    name: name?.text,
    title,
    directives,
    line,
    method,
    target: targets,
    version,
    headers,
    headerComments,
    body,
    checks,
    checkComments,
  };
  addRequestReferences(request, document);
  return request;
}

function addRequestReferences({ target, headers, body, checks }: RequestNode, document: MutableDocument): void {
  for (const token of target) addReferences(token, 'target', document);
  for (const { value } of headers) addReferences(value, 'header', document);
  if (body) addReferences(body, 'body', document);
  for (const { expected } of checks) if (expected) addReferences(expected, 'check', document);
}

/** Parses a request line such as `GET /path HTTP/1.1`. The method is optional, and the query may have spaces. */
function requestLine(line: Token): {
  method?: Token | undefined;
  target?: Token | undefined;
  version?: Token | undefined;
} {
  const { rest, version } = withoutVersion(line);
  const space = line.text.search(/\s/);
  const word = space < 0 ? line.text : line.text.slice(0, space);
  const isMethod = /^[A-Za-z]+$/.test(word) && (space >= 0 || httpMethods.some(known => known === word.toUpperCase()));
  if (!isMethod) return { target: nonEmpty(rest), version };
  return { method: trimmedPart(line, 0, word.length), target: nonEmpty(trimmedPart(rest, word.length)), version };
}

/** Splits off the HTTP version at the end of a request line or of the last line of its query. */
function withoutVersion(line: Token): { rest: Token; version: Token | undefined } {
  const ending = /\sHTTP\/[\d.]+$/i.exec(line.text);
  if (ending === null) return { rest: line, version: undefined };
  return { rest: trimmedPart(line, 0, ending.index), version: trimmedPart(line, ending.index) };
}

function headerOrComment(line: DocumentLine): HeaderNode | CommentNode | MalformedNode {
  const whole = trimmedPart(line, 0);
  if (whole.text.startsWith('#') || whole.text.startsWith('//')) return { ...whole, kind: 'comment' };
  const colon = whole.text.indexOf(':');
  if (colon <= 0) return { ...whole, kind: 'malformed' };
  return {
    kind: 'header',
    ...rangeOf(whole),
    name: trimmedPart(whole, 0, colon),
    value: trimmedPart(whole, colon + 1),
  };
}
