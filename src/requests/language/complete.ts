import { operations, type Field } from '../../api/operations/catalogue';
import { dynamicValues } from '../document/dynamicValue';
import type { Candidate } from './candidate';
import { completeCheck } from './completeChecks';
import { isJsonFieldName } from '../../json/tokens';
import { isForm } from '../document/rules';
import { requestAt } from './nodeAt';
import { directiveNames, httpMethods, type Range, type RequestDocument, type RequestNode } from '../document/syntax';
import { bodyFieldNames, matchOf } from './targetAt';
import { definitions } from '../document/variables';

interface CompletionSources {
  environmentVariables: Readonly<Record<string, string | undefined>>;
  /** Completions after `# @application`. `label` is the name, also if `value` is a ClientID. */
  applications: readonly { value: string; label: string }[];
  /** Completions after `# @environment` for the test environments. */
  environments: readonly string[];
  /** Known values of fields and path parameters by name, such as content groups for `content_group_id`. */
  values: Readonly<Record<string, readonly { value: string; label: string }[]>>;
  /** Names of the stored secrets. */
  secrets: readonly string[];
}

interface CompletionPosition {
  document: RequestDocument;
  context: CompletionSources;
  offset: number;
  /** The text of the line up to the offset, and the offset of its start. */
  before: string;
  lineStart: number;
}

/** Returns the completions at an offset. The editor filters them by the typed text. */
export function complete(document: RequestDocument, offset: number, context: CompletionSources): Candidate[] {
  const { text } = document;
  const lineStart = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  const completion: CompletionPosition = {
    document,
    context,
    offset,
    before: text.slice(lineStart, offset),
    lineStart,
  };
  if (/\{\{[^{}]*$/.test(completion.before.slice(-200))) return variables(completion);
  const request = requestAt(document, offset);
  const isStarted = request !== undefined && offset >= request.line.start;
  const isBelow = isStarted && lineStart > request.line.end;
  if (isBelow && /^\s*\?\?/.test(completion.before)) {
    const match = matchOf(request, document);
    const operation = match?.kind === 'found' ? match.operation : undefined;
    return completeCheck(completion.before, offset, operation, ['Production', ...context.environments]);
  }
  if (isBelow && isBody(request, completion)) return fields(completion, request);
  if (/^\s*(#(?!##)|\/\/)/.test(completion.before)) return isBelow ? [] : directives(completion);
  if (isBelow && !/^\s*[?&]/.test(completion.before)) return headers(completion);
  if (/^\s*(@|###)/.test(completion.before)) return [];
  return requestLine(completion, isStarted ? request : undefined);
}

function isBody(request: RequestNode, { document, lineStart }: CompletionPosition): boolean {
  return /\r?\n[ \t]*\r?\n/.test(document.text.slice(request.line.end, lineStart));
}

function variables(completion: CompletionPosition): Candidate[] {
  const { document, context, before, offset } = completion;
  const typed = before.slice(before.lastIndexOf('{{') + 2).trimStart();
  const names = [
    ...definitions(document).keys(),
    ...Object.keys(context.environmentVariables),
    ...document.requests.flatMap(request => responseReferences(request, document)),
    ...Object.values(dynamicValues).map(({ call }) => call),
    ...context.secrets.map(name => `$secret ${name}`),
  ];
  const end = endOfExpression(document.text, offset);
  const range = { start: offset - typed.length, end: end ?? offset };
  const close = end === undefined ? '}}' : '';
  return [...new Set(names)].map(name => ({ kind: 'variable', label: name, insert: name + close, range }));
}

/**
 * Returns the end of the expression at this offset, so that a chosen completion replaces all of it; `undefined` if no `}}`
 * follows.
 */
function endOfExpression(text: string, offset: number): number | undefined {
  const rest = /^(?:[$\p{L}\p{M}\p{N}_. \t-]|\[\d+\])*(?=\}\})/u.exec(text.slice(offset, offset + 200))?.[0];
  return rest === undefined ? undefined : offset + rest.trimEnd().length;
}

function responseReferences(request: RequestNode, document: RequestDocument): string[] {
  if (request.name === undefined) return [];
  const match = matchOf(request, document);
  const shape = match?.kind === 'found' ? match.operation.response : undefined;
  const prefix = `${request.name}.response.body${shape?.kind === 'list' ? '.objects[0]' : ''}`;
  const names = (shape?.fields ?? []).map(field => `${prefix}.${field.name}`);
  return names.length > 0 ? names : [`${request.name}.response.body`];
}

function directives({ before, offset, context }: CompletionPosition): Candidate[] {
  const at = before.indexOf('@');
  const start = offset - before.length + (at < 0 ? before.length : at);
  const directive = /@(\w+)\s+(.*)$/.exec(before);
  if (directive === null) {
    if (/[^#/\s]/.test(at < 0 ? before : before.slice(0, at))) return [];
    return directiveNames.map(name => ({
      kind: 'directive',
      label: `@${name}`,
      insert: `@${name} `,
      range: { start, end: offset },
    }));
  }
  const plain = (value: string) => ({ value, label: value });
  const values: Record<string, CompletionSources['applications']> = {
    application: context.applications,
    as: ['user', 'openapi', 'anonymous'].map(plain),
    environment: ['Production', ...context.environments].map(plain),
    timeout: ['10s', '1m', '5m'].map(plain),
    retry: ['3 every 1s', '10 every 3s'].map(plain),
  };
  const range = { start: offset - (directive[2] ?? '').length, end: offset };
  const listed = Object.hasOwn(values, directive[1] ?? '') ? (values[directive[1] ?? ''] ?? []) : [];
  return listed.map(({ value, label }) => ({ kind: 'value', label, insert: value, range }));
}

const usualHeaders: Record<string, readonly string[]> = {
  'Content-Type': ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=boundary'],
  Accept: ['application/json', '*/*'],
  'Accept-Language': ['zh-CN', 'en'],
  'Cache-Control': ['no-cache'],
  'User-Agent': [],
};

function headers({ before, offset, lineStart }: CompletionPosition): Candidate[] {
  const colon = before.indexOf(':');
  if (colon < 0) {
    const range = { start: lineStart + (before.length - before.trimStart().length), end: offset };
    return Object.keys(usualHeaders).map(name => ({ kind: 'header', label: name, insert: `${name}: `, range }));
  }
  const name = Object.keys(usualHeaders).find(one => one.toLowerCase() === before.slice(0, colon).trim().toLowerCase());
  const typed = before.slice(colon + 1).trimStart();
  const values = name === undefined ? [] : (usualHeaders[name] ?? []);
  return values.map(value => ({
    kind: 'value',
    label: value,
    insert: value,
    range: { start: offset - typed.length, end: offset },
  }));
}

function requestLine(completion: CompletionPosition, request: RequestNode | undefined): Candidate[] {
  const { before, offset } = completion;
  const query = parameterIn(before);
  if (request !== undefined && query !== undefined) return parameters(completion, request, query.name, query.value);
  const written = /^\s*(?:([A-Za-z]+)\s+)?(\S*)$/.exec(before);
  if (written === null) return [];
  const method = written[1]?.toUpperCase();
  const typed = written[2] ?? '';
  const range = { start: offset - typed.length, end: offset };
  const methods = method === undefined && !typed.startsWith('/') ? httpMethods : [];
  return [
    ...methods.map((name): Candidate => ({ kind: 'method', label: name, insert: `${name} `, range })),
    ...paths(method, { ...range, end: endOfPath(completion) }, completion.document.text),
  ];
}

/**
 * Finds the query parameter at the end of a line. Scans by hand, because a regular expression would start again at
 * every character.
 */
function parameterIn(before: string): { name: string; value: string | undefined } | undefined {
  const last = before.lastIndexOf('&');
  const mark = last < 0 ? before.indexOf('?') : last;
  if (mark < 0) return undefined;
  const written = before.slice(mark + 1);
  const equals = written.indexOf('=');
  const name = equals < 0 ? written : written.slice(0, equals);
  return { name: name.slice(name.lastIndexOf('?') + 1), value: equals < 0 ? undefined : written.slice(equals + 1) };
}

/** Returns the end of the path at this position, so that a chosen completion replaces the whole path. */
function endOfPath({ document, offset }: CompletionPosition): number {
  return offset + (/^[^\s?]*/.exec(document.text.slice(offset, offset + 2000))?.[0].length ?? 0);
}

function paths(method: string | undefined, range: Range, text: string): Candidate[] {
  const hasQuery = text.charAt(range.end) === '?';
  // A path without a method means GET, so operations with other methods insert their method.
  return operations
    .filter(operation => method === undefined || operation.method === method)
    .flatMap(operation =>
      [operation.path, ...operation.otherPaths].map((template): Candidate => {
        const path = template.replace(/:(\w+)/g, '{{$1}}');
        const needed = operation.query
          .filter(field => field.required || (operation.needsCondition && field.name === 'where'))
          .map(({ name }) => `${name}=`);
        const full = hasQuery || needed.length === 0 ? path : `${path}?${needed.join('&')}`;
        const start = method === undefined && operation.method !== 'GET' ? `${operation.method} ` : '';
        const isOld = operation.deprecated || operation.oldPaths.includes(template);
        return {
          kind: 'path',
          label: `${operation.method} ${template}`,
          insert: start + full,
          range,
          operation,
          isOld,
        };
      }),
    );
}

function parameters(
  completion: CompletionPosition,
  request: RequestNode,
  name: string,
  value: string | undefined,
): Candidate[] {
  const match = matchOf(request, completion.document);
  if (match?.kind !== 'found') return [];
  const { operation } = match;
  if (value !== undefined) {
    const field = operation.query.find(one => one.name === name);
    return valuesOf(field, completion, value.length);
  }
  const range = { start: completion.offset - name.length, end: completion.offset };
  const line = request.target.map(({ text }) => text).join('');
  return operation.query
    .filter(field => field.name === name || !new RegExp(`[?&]${field.name}=`).test(line))
    .map(field => ({ kind: 'parameter', label: field.name, insert: `${field.name}=`, range, operation, field }));
}

function valuesOf(field: Field | undefined, { context, offset }: CompletionPosition, typed: number): Candidate[] {
  if (field === undefined) return [];
  const range = { start: offset - typed, end: offset };
  const known = Object.hasOwn(context.values, field.name) ? (context.values[field.name] ?? []) : [];
  const values = [...known, ...(field.values ?? []).map(value => ({ value, label: value }))];
  return values.map(({ value, label }) => ({ kind: 'value', label, insert: value, range, field }));
}

function fields(completion: CompletionPosition, request: RequestNode): Candidate[] {
  const match = matchOf(request, completion.document);
  if (match?.kind !== 'found') return [];
  const { operation } = match;
  const isFormBody = isForm(request);
  const position = isFormBody
    ? /(?:^|&)\s*([\w$]*)$/.exec(completion.before)
    : /(?:^|[{,])\s*"?([\w$]*)$/.exec(completion.before);
  if (position === null || (!isFormBody && isNested(request, completion.offset))) return [];
  const typed = position[1]?.length ?? 0;
  const isQuoted = !isFormBody && completion.before.charAt(completion.before.length - typed - 1) === '"';
  const after = completion.document.text.slice(completion.offset, completion.offset + 200);
  // The editor closes a quote when it is typed. A quote before other text begins the next name.
  const rest = (isQuoted && /^[\w$]*"(?=[ \t]*(?:[:,}\r\n]|$))/.exec(after)?.[0]) || '';
  const range = { start: completion.offset - typed - (isQuoted ? 1 : 0), end: completion.offset + rest.length };
  const colon = rest !== '' && after.slice(rest.length).trimStart().startsWith(':') ? '' : ': ';
  const usedNames = new Set((bodyFieldNames(request, isFormBody) ?? []).map(({ text }) => text));
  return operation.body
    .filter(field => !usedNames.has(field.name))
    .map(field => {
      const insert = isFormBody ? `${field.name}=` : `"${field.name}"${colon}`;
      return { kind: 'field', label: field.name, insert, range, operation, field };
    });
}

/**
 * Returns whether the position is inside a nested object, a list or a value. The catalogue documents only top-level
 * fields.
 */
function isNested({ body }: RequestNode, offset: number): boolean {
  return body?.kind === 'text' && !isJsonFieldName(body, offset);
}
