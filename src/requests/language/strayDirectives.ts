import { directiveNames, type RequestDocument } from '../document/syntax';
import type { Diagnostic } from './diagnostic';

const names = directiveNames.join('|');
const directiveLine = new RegExp(`^([ \\t]*)(?:#|//)[ \\t]*@(${names})(?=\\s|$).*$`, 'gm');
const withSign = new RegExp(`^(?:#|//)[ \\t]*@(${names})[ \\t]*[:=]`);

/**
 * Reports directives that belong to no request, which the author can easily overlook: below a request line they are only
 * comments or a part of the body, and before another `###` they do not apply to the document. The last section may be
 * unfinished.
 */
export function strayDirectives({ sections, requests }: RequestDocument): Diagnostic[] {
  const withoutRequest = sections.slice(0, -1).filter(({ request }) => request === undefined);
  const directives = withoutRequest.flatMap(({ items }) => items.filter(item => item.kind === 'directive'));
  const ofSections = directives
    .filter(({ name }) => directiveNames.some(known => known === name.text))
    .map(({ start, end, name }) => stray(start, end, name.text));
  const texts = requests.flatMap(({ headerComments, checkComments, body }) => [
    ...headerComments,
    ...checkComments,
    ...(body?.kind === 'text' ? [body] : []),
  ]);
  const ofRequests = texts.flatMap(({ start, text }) =>
    [...text.matchAll(directiveLine)].map(({ 0: line, 1: indent = '', 2: name = '', index }) =>
      stray(start + index + indent.length, start + index + line.trimEnd().length, name),
    ),
  );
  return [...ofSections, ...ofRequests];
}

function stray(start: number, end: number, name: string): Diagnostic {
  return { code: 'strayDirective', severity: 'warning', range: { start, end }, detail: name };
}

/** Reports comments such as `# @environment: Staging`, which are no directives because of the sign after the name. */
export function misspeltDirectives({ sections }: RequestDocument): Diagnostic[] {
  const comments = sections.flatMap(({ items }) => items.filter(item => item.kind === 'comment'));
  return comments.flatMap(({ start, end, text }): Diagnostic[] => {
    const name = withSign.exec(text)?.[1];
    return name === undefined
      ? []
      : [{ code: 'badDirective', severity: 'warning', range: { start, end }, detail: name }];
  });
}
