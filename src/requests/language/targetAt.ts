import { findOperation, type OperationMatch } from '../../api/operations/catalogue';
import { jsonFieldNames } from '../../json/tokens';
import {
  methodOf,
  variableName,
  type Range,
  type RequestDocument,
  type RequestNode,
  type Token,
} from '../document/syntax';
import { decodedPath } from '../document/rules';
import { definitions } from '../document/variables';

/** The target of a request, as far as the text of the document determines it. */
export interface WrittenTarget {
  /** `path`: of the application; `other`: a complete address; `unknown`: depends on a variable. */
  kind: 'path' | 'other' | 'unknown';
  /** Without the query; leading variables are filled in. */
  path: string;
  /** The range of the path; `undefined` if a part of it comes from a variable. */
  pathRange: Range | undefined;
  /** The names of the query's parameters with their ranges. */
  query: Token[];
  /** Whether a variable may add parameters. */
  isQueryOpen: boolean;
}

export function writtenTarget(request: RequestNode, document: RequestDocument): WrittenTarget {
  const first = request.target[0];
  const written = first?.text ?? '';
  const text = fillIn(written, document);
  const path = text.split('?', 1)[0] ?? '';
  const kind = path.startsWith('/') ? 'path' : path.startsWith('{{') || path === '' ? 'unknown' : 'other';
  const isLiteral = first !== undefined && text === written;
  const query = request.target.flatMap((token, index) => parameters(token, index === 0));
  return {
    kind,
    path,
    pathRange: isLiteral ? { start: first.start, end: first.start + path.length } : undefined,
    query: query.filter(({ text: name }) => !name.includes('{{')),
    isQueryOpen: !isLiteral || query.some(({ text: name }) => name.startsWith('{{')),
  };
}

/** Returns the operation that a request calls, as far as the text of the document determines it. */
export function matchOf(request: RequestNode, document: RequestDocument): OperationMatch | undefined {
  const target = writtenTarget(request, document);
  if (target.kind !== 'path') return undefined;
  return findOperation(methodOf(request), decodedPath(target.path), decisiveFields(request));
}

/** The fields of the body that distinguish operations with the same path. */
function decisiveFields({ body }: RequestNode): Record<string, unknown> {
  const grant = body?.kind === 'text' ? /"grant_type"\s*:\s*"(\w+)"/.exec(body.text)?.[1] : undefined;
  return grant === undefined ? {} : { grant_type: grant };
}

const deepest = 10;
const leadingVariable = new RegExp(`^\\{\\{\\s*(${variableName})\\s*\\}\\}`, 'u');

/** Replaces a leading variable, repeatedly if needed. */
function fillIn(text: string, document: RequestDocument): string {
  let filled = text;
  for (let depth = 0; depth < deepest; depth++) {
    const match = leadingVariable.exec(filled);
    const value = match === null ? undefined : variableOf(document, match[1] ?? '');
    if (match === null || value === undefined) break;
    filled = value + filled.slice(match[0].length);
  }
  return filled;
}

/** Returns the value of a variable as written. */
export function variableOf(document: RequestDocument, name: string): string | undefined {
  return definitions(document).get(name)?.value.text;
}

/** Returns the parameter names in `?a=1&b=2`. A continuation line consists only of a query. */
function parameters(token: Token, isFirst: boolean): Token[] {
  const from = isFirst ? token.text.indexOf('?') : 0;
  if (from < 0) return [];
  const parameters: Token[] = [];
  const pattern = /[?&]([^=&\s]*)(?:=[^&]*)?/g;
  pattern.lastIndex = from;
  for (let match = pattern.exec(token.text); match !== null; match = pattern.exec(token.text)) {
    const name = match[1] ?? '';
    const start = token.start + match.index + 1;
    if (name !== '') parameters.push({ start, end: start + name.length, text: name });
  }
  return parameters;
}

/** Returns the names of the top-level fields in a JSON or form body; `undefined` when unknown. */
export function bodyFieldNames(request: RequestNode, isFormBody: boolean): Token[] | undefined {
  const { body } = request;
  if (body === undefined) return [];
  if (body.kind === 'file') return undefined;
  if (isFormBody) return body.text.includes('{{') && !body.text.includes('=') ? undefined : formNames(body);
  return body.text.startsWith('{') && !body.text.startsWith('{{') ? jsonFieldNames(body) : undefined;
}

function formNames(body: Token): Token[] {
  const names: Token[] = [];
  for (const match of body.text.matchAll(/(^|&)\s*([^=&\s]+)(?==)/g)) {
    const name = match[2] ?? '';
    const start = body.start + match.index + match[0].length - name.length;
    names.push({ start, end: start + name.length, text: name });
  }
  return names;
}
