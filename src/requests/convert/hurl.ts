import type { CheckOperator } from '../document/checkLine';
import { jsonValue } from '../../json/jsonValue';
import { linesOf } from '../document/lines';
import { isHeaderName } from '../document/rules';
import { encodeValue } from '../sending/address';
import { stepsOf } from './assertions';
import { checkText, type Subject } from './checkText';
import { convertRequests, type Converted } from './convert';
import type { ImportContext } from './importedTarget';
import { plainBody, variableDefinitions } from './requestText';

/** An entry of a Hurl file that is being read. */
interface Entry {
  comments: string[];
  line: string;
  query: string[];
  headers: string[];
  form: string[];
  body: string[];
  /** The number of open brackets or elements in the body; for a fenced body, 1 while the fence is open. */
  open: number;
  checks: string[];
}

type HurlPart = 'headers' | 'body' | 'query' | 'form' | 'ignored' | 'response' | 'asserts';

/** Any method, also one that a request cannot have here: its line is shown as wrong. */
const requestLine = /^(?!HTTP )[A-Z]+ \S/;
const sections: Record<string, HurlPart> = {
  '[QueryStringParams]': 'query',
  '[Query]': 'query',
  '[FormParams]': 'form',
  '[Form]': 'form',
  '[Asserts]': 'asserts',
};

/**
 * Converts a Hurl file: requests as `convertRequests` does, the status and `[Asserts]`. Leaves out captures, options and
 * other sections.
 */
export function convertHurl(text: string, applications?: ImportContext): Converted {
  const dropped: Converted['dropped'] = [];
  const entries: Entry[] = [];
  let comments: string[] = [];
  let part: HurlPart = 'ignored';
  for (const [line, { text: whole }] of linesOf(text).entries()) {
    const trimmed = whole.trim();
    const written = withoutComment(trimmed);
    const entry = entries.at(-1);
    const drop = () => void dropped.push({ line, text: whole });
    // Only a line of XML begins with `<` after the first line of a body.
    const isInBody = part === 'body' && entry !== undefined && (entry.open > 0 || trimmed.startsWith('<'));
    if (isInBody) addToBody(entry, whole);
    else if (requestLine.test(written)) {
      entries.push({ comments, line: written, query: [], headers: [], form: [], body: [], open: 0, checks: [] });
      comments = [];
      part = 'headers';
    } else if (/^HTTP(?:\/[\d.]+)? /.test(written) && entry !== undefined) {
      const status = written.split(/\s+/)[1] ?? '';
      if (/^\d{3}$/.test(status)) entry.checks.push(`?? status == ${status}`);
      part = 'response';
    } else if (trimmed === '' || trimmed.startsWith('#')) {
      if (trimmed !== '') comments.push(trimmed);
    } else if (/^\[[A-Z]\w+\]$/.test(written)) {
      part = sections[written] ?? 'ignored';
      if (part === 'ignored') drop();
    } else if (entry === undefined || !addLine(entry, part, part === 'asserts' ? trimmed : written)) {
      const beginsBody = entry !== undefined && ['headers', 'query', 'form'].includes(part) && isBody(written);
      if (beginsBody) addToBody(entry, whole);
      else drop();
      if (beginsBody) part = 'body';
    }
  }
  const documents = [...entries.map(documentOf), ...comments].join('\n');
  return { ...convertRequests(`${documents}\n`, applications), dropped: dropped.sort((a, b) => a.line - b.line) };
}

/** Returns a line without the comment at its end. A number sign inside a word is a part of the word, as in an address. */
function withoutComment(line: string): string {
  const at = line.search(/\s#/);
  return (at < 0 ? line : line.slice(0, at).trimEnd()).replaceAll('\\#', '#');
}

function isBody(text: string): boolean {
  return /^(?:[[{]|```|`|file,|"|<)/.test(text);
}

function addToBody(entry: Entry, line: string): void {
  const start = (entry.body[0] ?? line).trimStart();
  entry.body.push(line);
  if (start.startsWith('```')) {
    entry.open = (entry.open + line.split('```').length - 1) % 2;
    return;
  }
  if (start.startsWith('<')) {
    for (const [tag] of line.matchAll(/<[\p{L}_]|<\/|\/>/gu)) entry.open += tag === '</' || tag === '/>' ? -1 : 1;
    return;
  }
  // Ignores brackets in strings. The brackets of variables are balanced.
  for (const sign of line.replace(/"(?:[^"\\]|\\.)*"/g, '')) {
    if ('[{'.includes(sign)) entry.open++;
    if (']}'.includes(sign)) entry.open--;
  }
}

/**
 * Adds the equivalent of a line to an entry.
 * @returns false if there is none
 */
function addLine(entry: Entry, part: HurlPart, line: string): boolean {
  const [, name = '', value = ''] = /^([^:\s]+)\s*:\s*(.*)$/.exec(line) ?? [];
  if (part === 'asserts') return addCheck(entry, convertAssert(line));
  if (!isHeaderName(name)) return false;
  if (part === 'headers') entry.headers.push(`${name}: ${value}`);
  else if (part === 'query') entry.query.push(`${name}=${encoded(value)}`);
  else if (part === 'form') entry.form.push(`${name}=${encoded(value)}`);
  else if (part === 'response') return addCheck(entry, checkText({ header: name }, '==', value));
  else return false;
  return true;
}

function addCheck(entry: Entry, check: string | undefined): boolean {
  if (check !== undefined) entry.checks.push(check);
  return check !== undefined;
}

function encoded(value: string): string {
  return value
    .split(/(\{\{[^{}]*\}\})/)
    .map(text => (text.startsWith('{{') ? text : encodeValue(text)))
    .join('');
}

function documentOf({ comments, line, query, headers, form, body, checks }: Entry): string {
  const target = query.length === 0 ? line : `${line}${line.includes('?') ? '&' : '?'}${query.join('&')}`;
  const sent = form.length > 0 ? form.join('&') : bodyText(body);
  const type = form.length > 0 ? ['Content-Type: application/x-www-form-urlencoded'] : [];
  return [
    ['###', ...comments, ...variableDefinitions(sent), target, ...headers, ...type].join('\n'),
    ...(sent === '' ? [] : [sent]),
    ...(checks.length === 0 ? [] : [checks.join('\n')]),
    '',
  ].join('\n\n');
}

function bodyText(lines: readonly string[]): string {
  const body = lines.join('\n').trim();
  const file = /^file,\s*(.+?)\s*;(?:\s*#.*)?$/.exec(body)?.[1];
  if (file !== undefined) return `< ./${file.replace(/^\.\//, '')}`;
  const fenced = /^```([\w,]*)\n?([^]*?)\n?```$/.exec(body);
  if (fenced !== null) return plainBody(fenced[1] === 'graphql' ? graphQLBody(fenced[2] ?? '') : (fenced[2] ?? ''));
  return plainBody(body.startsWith('`') ? body.slice(1, -1) : body);
}

/** Returns the JSON object in which Hurl sends a GraphQL query and its variables. */
function graphQLBody(text: string): string {
  const [, query = '', variables = ''] = /^([^]*)^\s*variables\s*(\{[^]*\})\s*$/m.exec(text) ?? [];
  // The text of the variables is kept, because parsing would round large numbers.
  return jsonValue(variables) === undefined
    ? JSON.stringify({ query: text })
    : `{"query":${JSON.stringify(query.trim())},"variables":${variables}}`;
}

const predicates: Record<string, CheckOperator> = {
  '==': '==',
  '!=': '!=',
  '>': '>',
  '>=': '>=',
  '<': '<',
  '<=': '<=',
  startsWith: 'startsWith',
  endsWith: 'endsWith',
  contains: 'includes',
  includes: 'includes',
  matches: 'matches',
  isNumber: 'isNumber',
  isBoolean: 'isBoolean',
  isString: 'isString',
  isList: 'isArray',
};

/** Converts a line of `[Asserts]`; `undefined` without an equivalent check. */
export function convertAssert(line: string): string | undefined {
  const query = /^(status|duration|body|(?:header|jsonpath)\s+"(?:[^"\\]|\\.)*")\s+/.exec(line);
  const subject = query === null ? undefined : subjectOf(query[1] ?? '');
  if (query === null || subject === undefined) return undefined;
  const rest = line.slice(query[0].length);
  const counted = /^count\s+/.exec(rest);
  if (counted !== null) {
    if (typeof subject === 'string' || !('steps' in subject)) return undefined;
    return convertPredicate({ steps: [...subject.steps, 'length'] }, rest.slice(counted[0].length));
  }
  // `$` is the whole body as JSON, but a check of the whole body compares text.
  return typeof subject === 'object' && 'steps' in subject && subject.steps.length === 0
    ? undefined
    : convertPredicate(subject, rest);
}

function convertPredicate(subject: Subject, written: string): string | undefined {
  const [, word = '', value = ''] = /^(not exists|\S+)\s*(.*)$/.exec(written) ?? [];
  const end = value.replace(/^("(?:[^"\\]|\\.)*"|`[^`]*`|\/(?:[^/\\]|\\.)*\/|[^\s#"`/]*)\s*(?:#.*)?$/, '$1');
  if (word === 'exists' || word === 'not exists') {
    const operator = word === 'exists' ? '!=' : '==';
    return end === '' ? checkText(subject, operator, 'undefined') : undefined;
  }
  const operator = Object.hasOwn(predicates, word) ? predicates[word] : undefined;
  if (operator === undefined) return undefined;
  if (operator.startsWith('is')) return end === '' ? checkText(subject, operator) : undefined;
  const expected = literal(end, operator);
  return expected === undefined ? undefined : checkText(subject, operator, expected);
}

function literal(written: string, operator: CheckOperator): string | undefined {
  if (/^(?:-?\d+(?:\.\d+)?|true|false|null|\{\{[^{}]*\}\})$/.test(written)) return written;
  if (/^\/.+\/$/.test(written) && operator === 'matches') return written.slice(1, -1).replaceAll('\\/', '/');
  const [, quoted, raw] = /^(?:"((?:[^"\\]|\\.)*)"|`([^`]*)`)$/.exec(written) ?? [];
  if (raw !== undefined) return raw;
  const text = quoted?.replace(/\\(["/])/g, '$1').replace(/\\\\/g, operator === 'matches' ? '\\' : '\\\\');
  // Escape sequences have another meaning in a check.
  return text === undefined || (operator !== 'matches' && text.includes('\\')) ? undefined : text;
}

function subjectOf(query: string): Subject | undefined {
  const [, kind = '', quoted = ''] = /^(\w+)(?:\s+"(.*)")?$/.exec(query) ?? [];
  if (kind === 'status' || kind === 'duration' || kind === 'body') return kind;
  const text = quoted.replaceAll('\\"', '"');
  if (kind === 'header') return { header: text };
  if (text === '$') return { steps: [] };
  const steps = text.startsWith('$') ? stepsOf(text.slice(1)) : undefined;
  return steps && { steps };
}
