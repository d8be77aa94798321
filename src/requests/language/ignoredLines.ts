import { definitions } from '../document/variables';
import { directiveNames, type Range, type RequestDocument } from '../document/syntax';

/**
 * A line that has no effect: a directive whose name is unknown, which is not above a request line or has a sign after its
 * name, or a variable that gets another value below.
 */
export interface IgnoredLine {
  code: 'unknownDirective' | 'strayDirective' | 'badDirective' | 'replacedVariable';
  severity: 'warning';
  range: Range;
  /** The name of the directive or variable. */
  detail: string;
}

/** Returns the lines that have no effect, which the author can easily overlook, in the order of the document. */
export function ignoredLines(document: RequestDocument): IgnoredLine[] {
  const all = [
    ...unknownDirectives(document),
    ...strayDirectives(document),
    ...misspeltDirectives(document),
    ...replacedVariables(document),
  ];
  return all.sort((one, other) => one.range.start - other.range.start);
}

function unknownDirectives({ requests }: RequestDocument): IgnoredLine[] {
  return requests
    .flatMap(({ directives }) => directives)
    .filter(({ name }) => !isKnown(name.text))
    .map(({ name: { start, end, text } }) => ignored('unknownDirective', { start, end }, text));
}

function isKnown(name: string): boolean {
  return directiveNames.some(known => known === name);
}

const names = directiveNames.join('|');
const directiveLine = new RegExp(`^([ \\t]*)(?:#|//)[ \\t]*@(${names})(?=\\s|$).*$`, 'gm');
const withSign = new RegExp(`^(?:#|//)[ \\t]*@(${names})[ \\t]*[:=]`);

/**
 * Returns the directives that belong to no request: below a request line they are only comments or a part of the body,
 * and before another `###` they do not apply to the document. The last section may be unfinished.
 */
function strayDirectives({ sections, requests }: RequestDocument): IgnoredLine[] {
  const withoutRequest = sections.slice(0, -1).filter(({ request }) => request === undefined);
  const directives = withoutRequest.flatMap(({ items }) => items.filter(item => item.kind === 'directive'));
  const ofSections = directives
    .filter(({ name }) => isKnown(name.text))
    .map(({ start, end, name }) => ignored('strayDirective', { start, end }, name.text));
  const texts = requests.flatMap(({ headerComments, checkComments, body }) => [
    ...headerComments,
    ...checkComments,
    ...(body?.kind === 'text' ? [body] : []),
  ]);
  const ofRequests = texts.flatMap(({ start, text }) =>
    [...text.matchAll(directiveLine)].map(({ 0: line, 1: indent = '', 2: name = '', index }) => {
      const at = start + index;
      return ignored('strayDirective', { start: at + indent.length, end: at + line.trimEnd().length }, name);
    }),
  );
  return [...ofSections, ...ofRequests];
}

/** Returns comments such as `# @environment: Staging`, which are no directives because of the sign after the name. */
function misspeltDirectives({ sections }: RequestDocument): IgnoredLine[] {
  const comments = sections.flatMap(({ items }) => items.filter(item => item.kind === 'comment'));
  return comments.flatMap(({ start, end, text }) => {
    const name = withSign.exec(text)?.[1];
    return name === undefined ? [] : [ignored('badDirective', { start, end }, name)];
  });
}

function replacedVariables(document: RequestDocument): IgnoredLine[] {
  const last = definitions(document);
  return document.variables
    .filter(({ name, value }) => last.get(name.text)?.value.text !== value.text)
    .map(({ start, end, name }) => ignored('replacedVariable', { start, end }, name.text));
}

function ignored(code: IgnoredLine['code'], range: Range, detail: string): IgnoredLine {
  return { code, severity: 'warning', range, detail };
}
