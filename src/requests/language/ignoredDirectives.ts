import { directiveNames, type Range, type RequestDocument } from '../document/syntax';

/** A directive that has no effect: its name is unknown, it is not above a request line, or a sign follows its name. */
export interface IgnoredDirective {
  code: 'unknownDirective' | 'strayDirective' | 'badDirective';
  severity: 'warning';
  range: Range;
  /** The name of the directive. */
  detail: string;
}

/** Returns the directives that have no effect, which the author can easily overlook, in the order of the document. */
export function ignoredDirectives(document: RequestDocument): IgnoredDirective[] {
  const all = [...unknownDirectives(document), ...strayDirectives(document), ...misspeltDirectives(document)];
  return all.sort((one, other) => one.range.start - other.range.start);
}

function unknownDirectives({ requests }: RequestDocument): IgnoredDirective[] {
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
function strayDirectives({ sections, requests }: RequestDocument): IgnoredDirective[] {
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
function misspeltDirectives({ sections }: RequestDocument): IgnoredDirective[] {
  const comments = sections.flatMap(({ items }) => items.filter(item => item.kind === 'comment'));
  return comments.flatMap(({ start, end, text }) => {
    const name = withSign.exec(text)?.[1];
    return name === undefined ? [] : [ignored('badDirective', { start, end }, name)];
  });
}

function ignored(code: IgnoredDirective['code'], range: Range, detail: string): IgnoredDirective {
  return { code, severity: 'warning', range, detail };
}
