import { indentJson } from '../../json/indent';
import { printBodyFile } from './bodyFile';
import { parseDocument } from './parse';
import { isForm } from './rules';
import { header, type BodyNode, type CheckNode, type RequestNode, type Section, type Token } from './syntax';

/**
 * Formats a document: single spaces, methods in capitals, indented JSON, one empty line between requests. Keeps
 * comments and the meaning of the document.
 */
export function formatDocument(text: string): string {
  const { sections } = parseDocument(text);
  const printed = sections.map(section => printSection(section, text)).filter(part => part !== '');
  return printed.length === 0 ? '' : `${printed.join('\n\n')}\n`;
}

function printSection(section: Section, text: string): string {
  const lines: string[] = [];
  if (section.separator !== undefined) lines.push(['###', section.title?.text ?? ''].join(' ').trimEnd());
  let end = section.separator?.end;
  for (const item of section.items) {
    if (hasEmptyLine(text, end, item.start)) lines.push('');
    end = item.end;
    if (item.kind === 'variable') lines.push(`@${item.name.text} = ${item.value.text}`.trimEnd());
    else if (item.kind === 'directive') lines.push(`# @${item.name.text} ${item.value.text}`.trimEnd());
    else lines.push(item.text);
  }
  if (section.request !== undefined) {
    if (hasEmptyLine(text, end, section.request.line.start)) lines.push('');
    for (const line of printRequest(section.request)) lines.push(line);
  }
  return lines.join('\n');
}

/** Whether an empty line separates two parts. `from` is `undefined` at the top of the document. */
function hasEmptyLine(text: string, from: number | undefined, to: number): boolean {
  return (
    from !== undefined && text.slice(from, to).replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n').length > 2
  );
}

function printRequest(request: RequestNode): string[] {
  const [target, ...more] = request.target;
  const words = [request.method?.text.toUpperCase(), target?.text, request.version?.text.toUpperCase()];
  const bodyStart = request.body?.start ?? 0;
  const headers = [...request.headers, ...request.headerComments].sort((a, b) => a.start - b.start);
  return [
    words.filter(word => word !== undefined).join(' '),
    ...more.map(token => `    ${token.text}`),
    ...headers.map(node => (node.kind === 'header' ? `${node.name.text}: ${node.value.text}`.trimEnd() : node.text)),
    // Checks above the body stay there. If they moved below it, a comment at the end of the body would belong to them.
    ...printChecks(request, start => start < bodyStart),
    ...(request.body === undefined ? [] : ['', printBody(request.body, request)]),
    ...printChecks(request, start => start >= bodyStart),
  ];
}

function printChecks({ checks, checkComments }: RequestNode, isHere: (start: number) => boolean): string[] {
  const lines = [...checks, ...checkComments]
    .filter(({ start }) => isHere(start))
    .sort((a, b) => a.start - b.start)
    .map(node => (node.kind === 'check' ? printCheck(node) : node.text));
  return lines.length === 0 ? [] : ['', ...lines];
}

export function printCheck({ subject, path, operator, expected }: CheckNode): string {
  return ['??', ...[subject, path, operator, expected].flatMap(word => word?.text ?? [])].join(' ').trimEnd();
}

function printBody(body: BodyNode, request: RequestNode): string {
  if (body.kind === 'file') return printBodyFile(body);
  return (isJson(request, body) ? indentJson(body.text) : undefined) ?? body.text;
}

/** Returns whether a body is JSON, judging by its Content-Type or else by its first character. */
export function isJson(request: RequestNode, body: Token): boolean {
  const type = header(request, 'Content-Type')?.value.text.toLowerCase();
  return type === undefined ? beginsAsJson(body.text) : /[/+]json\b/.test(type);
}

/**
 * Returns whether a body is sent as JSON, so that values in it are escaped. cURL labels every body as a form, also JSON.
 */
export function isSentAsJson(request: RequestNode, body: Token): boolean {
  return isForm(request) ? beginsAsJson(body.text) : isJson(request, body);
}

/** Returns whether a text begins with a list or an object, and not with a `{{reference}}`. */
export function beginsAsJson(text: string): boolean {
  return /^\s*[[{]/.test(text) && !/^\s*\{\{/.test(text);
}
