import { beginsAsJson } from '../document/format';
import { firstHeader, isFormType, isOwnHeader, ownPath, type Origins } from '../document/rules';
import { boundaryParameter } from '../document/multipart';
import { jsonValue } from '../../json/jsonValue';
import type { PlainBody, PlainPart, PlainRequest } from '../../api/http/plainRequest';

/**
 * Prints a request of another tool as a document. A request to a host of the application gets only its path, without
 * the headers that the extension sets. Any other host is kept.
 * @param isSet whether the extension sets a header, so that the document must not have it
 */
export function requestText(
  request: PlainRequest,
  origins?: Origins,
  isSet: (name: string) => boolean = isOwnHeader,
): string {
  const path = origins === undefined ? undefined : ownPath(request.url, origins);
  const multipart = request.body?.kind === 'multipart' ? request.body : undefined;
  const boundary = multipart && boundaryFor(multipart);
  const headers = request.headers
    .filter(([name]) => path === undefined || !isSet(name))
    .filter(([name]) => boundary === undefined || name.toLowerCase() !== 'content-type')
    .map(([name, value]) => `${oneLine(name)}: ${oneLine(value)}`.trimEnd());
  if (multipart !== undefined) {
    const written = multipart.type?.replace(boundaryParameter, '') ?? 'multipart/form-data';
    headers.push(`Content-Type: ${oneLine(written)}; boundary=${boundary}`);
  }
  const type = firstHeader(request.headers, 'content-type');
  const body = request.body === undefined ? [] : ['', bodyText(request.body, boundary ?? '', isFormType(type))];
  const lines = [`${request.method} ${oneLine(path ?? request.url)}`, ...headers, ...body];
  return `${[...variableDefinitions(body.join('\n')), ...lines].join('\n')}\n`;
}

/**
 * Escapes lines that have a meaning in a document: `###` would begin a request, `??` a check, and `< path` would send a
 * file. A variable replaces their first character, so that the same text is sent.
 */
export function plainBody(text: string): string {
  return text
    .replace(/^([^\S\r\n]*)<(?=(?:@[\w-]*)?\s)/gm, '$1{{lessSign}}')
    .replace(/^([^\S\r\n]*)###/gm, '$1{{hashSign}}##')
    .replace(/^([^\S\r\n]*)\?\?/gm, '$1{{questionSign}}?');
}

/** The variables that replace parts of a body, and their values. */
const insertedVariables = { hashSign: '#', questionSign: '?', lessSign: '<', nothing: '', braceSign: '{' };

/**
 * Escapes references to the inserted variables that are in a text already, because they look the same as the inserted
 * ones later.
 */
function withPlainNames(text: string): string {
  return text.replace(ownReference, '{{braceSign}}');
}

const ownReference = new RegExp(`\\{(?=\\{\\s*(?:${Object.keys(insertedVariables).join('|')})\\s*\\}\\})`, 'g');

/** Whether a variable of this name is inserted into bodies. Other references are part of the text. */
export function isInsertedVariable(name: string): boolean {
  return Object.hasOwn(insertedVariables, name);
}

/** Returns the definitions of the inserted variables in a text. */
export function variableDefinitions(text: string): string[] {
  return Object.entries(insertedVariables)
    .filter(([name]) => text.includes(`{{${name}}}`))
    .map(([name, value]) => `@${name} = ${value}`.trimEnd());
}

/** Encodes the line breaks of a form. In a document, they only separate its fields and are not sent. */
function onOneLine(form: string): string {
  return form.replace(/[\r\n]/g, encodeURIComponent);
}

/**
 * Keeps the blank lines at the ends of a body, which a document does not send. A variable without a value makes their
 * outermost lines part of the body.
 */
function withOuterLines(text: string): string {
  const start = /^[^\S\r\n]*[\r\n]|^\s+$/.test(text) ? '{{nothing}}' : '';
  const end = /[\r\n][^\S\r\n]*$/.test(text) ? '{{nothing}}' : '';
  return `${start}${text}${end}`;
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').trim();
}

function bodyText(body: PlainBody, boundary: string, isForm: boolean): string {
  if (body.kind === 'text') {
    const text = withPlainNames(body.text);
    if (isForm && !beginsAsJson(body.text)) return plainBody(onOneLine(text));
    // The blank lines around JSON have no meaning.
    return plainBody(jsonValue(body.text) === undefined ? withOuterLines(text) : text);
  }
  if (body.kind === 'file') return `< ${oneLine(body.path)}`;
  const parts = body.parts.map(part => `--${boundary}\n${partText(part)}`);
  return [...parts, `--${boundary}--`].join('\n');
}

function partText({ name, value, filename, contentType, headers }: PlainPart): string {
  const quoted = (text: string) => `"${withPlainNames(oneLine(text)).replaceAll('"', '%22')}"`;
  const file = filename === undefined ? '' : `; filename=${quoted(filename)}`;
  const type = contentType === undefined ? '' : `\nContent-Type: ${oneLine(contentType)}`;
  const head =
    headers?.map(([name, value]) => `${name}: ${withPlainNames(oneLine(value))}`).join('\n') ??
    `Content-Disposition: form-data; name=${quoted(name)}${file}${type}`;
  const content = 'path' in value ? `< ${oneLine(value.path)}` : plainBody(withPlainNames(value.text));
  return `${head}${head && '\n'}\n${content}`;
}

/** A boundary that occurs in no part. */
function boundaryFor(body: PlainBody & { kind: 'multipart' }): string {
  const all = body.parts.map(({ value }) => ('text' in value ? value.text : '')).join('\n');
  let boundary = 'boundary';
  for (let count = 1; all.includes(boundary); count++) boundary = `boundary${count}`;
  return boundary;
}
