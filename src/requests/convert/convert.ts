import { headerProblem, isOwnHeader, normalizedName } from '../document/rules';
import { checkProblem, isCheck, operatorOf, parseCheck } from '../document/checkLine';
import { linesOf, trimmedPart, type DocumentLine } from '../document/lines';
import { parseDocument } from '../document/parse';
import { variableName, type RequestDocument, type Token } from '../document/syntax';
import { requestsInBody } from '../document/requestsInBody';
import { definitions } from '../document/variables';
import { applyEdits, lineEnd } from './applyEdits';
import { convertScript, subjectOf } from './assertions';
import { checkText } from './checkText';
import { importedTarget, type ImportContext, type UnknownTarget } from './importedTarget';

export interface Converted {
  text: string;
  /** The parts that have no equivalent and were left out. Lines are counted from 0. */
  dropped: { line: number; text: string }[];
  /** Unknown IDs of applications and environments. */
  unknown: readonly UnknownTarget[];
}

/** The names in this extension for functions that other tools call differently. */
const functionNames: Record<string, string> = {
  $uuid: '$guid',
  '$random.uuid': '$guid',
  '$random.integer': '$randomInt',
  $isoTimestamp: '$datetime iso8601',
};

/**
 * Converts a plain .http file of another tool: its requests as `convertRequests` does, and its scripts to checks where
 * possible. Other scripts are left out.
 */
export function convertDocument(text: string, applications?: ImportContext): Converted {
  const { text: plain, dropped } = withoutScripts(text);
  return { ...convertRequests(withJoinedPaths(withSeparators(plain)), applications), dropped };
}

/**
 * Converts the requests of a document without scripts. Requests to the application's own hosts become paths, without the
 * headers that the extension sets, and with directives for their target; other hosts are kept. Headers of the connection
 * are left out.
 */
export function convertRequests(text: string, applications?: ImportContext): Omit<Converted, 'dropped'> {
  const document = parseDocument(text);
  const hosts = applications === undefined ? { edits: [], unknown: [] } : hostEdits(document, applications);
  return {
    text: applyEdits(text, [
      ...promptEdits(document),
      ...referenceEdits(document),
      ...connectionEdits(document),
      ...hosts.edits,
    ]),
    unknown: hosts.unknown,
  };
}

/** Adds the separators between requests, which httpYac does not need. */
function withSeparators(text: string): string {
  const edits = parseDocument(text)
    .requests.flatMap(request => requestsInBody(request, text))
    .map(({ start }) => ({ start, end: start, text: '###\n' }));
  return applyEdits(text, edits);
}

/** Joins the lines of a path, which JetBrains permits below the host. */
function withJoinedPaths(text: string): string {
  const edits = parseDocument(text).requests.flatMap(({ line }) => {
    const [path] = /^(?:\r?\n[ \t]+\/\S*)+/.exec(text.slice(line.end)) ?? [];
    return path === undefined ? [] : [{ start: line.end, end: line.end + path.length, text: path.replace(/\s+/g, '') }];
  });
  return applyEdits(text, edits);
}

/** The first line of a script of httpYac, such as `{{` or `{{@request`. Its last line is `}}`. */
const httpYacScript = /^\{\{(?:[@+][\w.]*)?$/;

/**
 * Converts scripts and checks of other tools. Leaves out invalid checks, scripts of httpYac, and everything in
 * `> {% … %}`, `< {% … %}`, `> ./script.js` and `<> response` that has no equivalent.
 */
function withoutScripts(text: string): Omit<Converted, 'unknown'> {
  const dropped: Converted['dropped'] = [];
  const all = linesOf(text);
  const lines: string[] = [];
  const texts = all.map(line => trimmedPart(line, 0).text);
  /** The lines that were not passed yet and may end a script of httpYac, in descending order. */
  const stops = all.flatMap((_, at) => (/^(?:\}\}$|###)/.test(texts[at] ?? '') ? [at] : [])).reverse();
  for (let index = 0; index < all.length; index++) {
    const line = all[index] as DocumentLine;
    const written = texts[index] ?? '';
    while ((stops.at(-1) ?? index) < index) stops.pop();
    if (/^[<>]\s*\{%/.test(written)) {
      let end = index;
      while (end < all.length && texts[end]?.endsWith('%}') !== true) end++;
      const block = all.slice(index, end + 1);
      const { checks, unconverted } = convertBlock(block);
      for (const at of unconverted) dropped.push({ line: index + at, text: all[index + at]?.text ?? '' });
      lines.push(checks.join('\n') + '\n'.repeat(block.length - 1));
      index += block.length - 1;
      continue;
    }
    const stop = stops.at(-1);
    if (stop !== undefined && httpYacScript.test(written) && texts[stop] === '}}') {
      for (let at = index; at <= stop; at++) dropped.push({ line: at, text: all[at]?.text ?? '' });
      lines.push('\n'.repeat(stop - index));
      index = stop;
      continue;
    }
    const check = isCheck(line) ? convertCheck(trimmedPart(line, 0)) : line.text;
    const isDropped = check === undefined || /^>>?!?\s+\S/.test(written) || /^<>\s+\S/.test(written);
    if (isDropped) dropped.push({ line: index, text: line.text });
    lines.push(isDropped ? '' : check);
  }
  return { text: lines.join('\n'), dropped };
}

/** @returns `unconverted`: the indexes of the lines in the block that have no equivalent */
function convertBlock(block: readonly DocumentLine[]): { checks: string[]; unconverted: number[] } {
  const source = block.map(({ text }) => text).join('\n');
  const script = source.replace(
    /^(\s*>\s*\{%)([\s\S]*)%\}\s*$/,
    (_, begin: string, inner: string) => ' '.repeat(begin.length) + inner,
  );
  // A script that runs before the request is sent has no equivalent.
  if (script === source) return { checks: [], unconverted: block.map((_, index) => index) };
  const { checks, unconverted } = convertScript(script);
  const lineAt = (offset: number) => script.slice(0, offset).split('\n').length - 1;
  const lines = unconverted.flatMap(({ start, end }) => {
    const [first, last] = [lineAt(start), lineAt(end)];
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
  return { checks, unconverted: lines };
}

/**
 * Converts a check of httpYac, including JavaScript that a check can express: `?? js response.parsedBody.name == a`.
 */
function convertCheck(line: Token): string | undefined {
  const check = parseCheck(line);
  if (check.subject.text === 'js') {
    const subject = subjectOf(check.path?.text ?? '');
    const operator = operatorOf(check);
    return subject && operator && checkText(subject, operator, check.expected?.text);
  }
  return checkProblem(check) === undefined ? line.text : undefined;
}

function referenceEdits(document: RequestDocument): Token[] {
  return document.references.flatMap(({ expression }): Token[] => {
    const [name = '', ...given] = expression.text.split(/\s+/);
    const ownName = Object.hasOwn(functionNames, name) ? functionNames[name] : undefined;
    if (ownName !== undefined) return [{ ...expression, text: [ownName, ...given].join(' ') }];
    // `%name` means the name in the setting `name` of REST Client, which is unknown here; without the setting, `name`.
    const isIndirect = (name === '$dotenv' || name === '$processEnv') && given[0]?.startsWith('%') === true;
    return isIndirect ? [{ ...expression, text: expression.text.replace('%', '') }] : [];
  });
}

/**
 * Replaces each use of the answer to `# @prompt name question` with `{{$prompt question}}`, and removes the directive.
 */
function promptEdits(document: RequestDocument): Token[] {
  return document.requests.flatMap(request =>
    request.directives
      .filter(({ name }) => name.text === 'prompt')
      .flatMap(({ value, start, end }): Token[] => {
        const [id = '', ...words] = value.text.split(/\s+/);
        const question = words.join(' ').replaceAll(/[{}]/g, '') || id;
        const uses = document.references.filter(
          ({ expression, ...range }) =>
            expression.text === id && range.start >= request.start && range.end <= request.end,
        );
        return [
          { start, end: lineEnd(document.text, end), text: '' },
          ...uses.map(({ expression }) => ({ ...expression, text: `$prompt ${question}` })),
        ];
      }),
  );
}

/**
 * Removes the headers of the connection, which the sender sets itself and refuses. Keeps a Host header that differs from
 * the address: without it, the request would go somewhere else.
 */
function connectionEdits(document: RequestDocument): Token[] {
  const variables = definitions(document);
  return document.requests.flatMap(({ target: [first], headers }) => {
    const host = hostOf(withVariables(first?.text ?? '', variables)).replace(/^.*\//, '');
    return headers
      .filter(({ name, value }) => headerProblem(name.text, value.text) === 'connection')
      .filter(({ name, value }) => {
        const isHost = name.text.toLowerCase() === 'host';
        return !isHost || withVariables(value.text, variables).toLowerCase() === host.toLowerCase();
      })
      .map(({ start, end }) => ({ start, end: lineEnd(document.text, end), text: '' }));
  });
}

function hostEdits(
  document: RequestDocument,
  applications: ImportContext,
): { edits: Token[]; unknown: UnknownTarget[] } {
  const variables = definitions(document);
  const unknown: UnknownTarget[] = [];
  const edits = document.requests.flatMap((request): Token[] => {
    const [first] = request.target;
    if (first === undefined) return [];
    // Most files begin their addresses with a variable for the host.
    const leading = new RegExp(`^\\{\\{\\s*(${variableName})\\s*\\}\\}`, 'u').exec(first.text);
    const host = leading === null ? '' : (variables.get(leading[1] ?? '')?.value.text ?? '');
    const written = leading === null ? first.text : host + first.text.slice(leading[0].length);
    const plain = written.replaceAll(/\{\{[^{}]*\}\}/g, '_');
    // Keep a header with a value that is only known when sending: the sender refuses it if it names another target.
    const ownHeaders = request.headers
      .map(node => ({ node, value: withVariables(node.value.text, variables) }))
      .filter(({ node, value }) => isOwnHeader(node.name.text) && !value.includes('{{'));
    const pairs = ownHeaders.map(({ node, value }) => [normalizedName(node.name.text), value] as const);
    const target = importedTarget(plain, pairs, applications);
    if (target === undefined) return [];
    unknown.push(...target.unknown);
    // Replace only the host, because other edits may change the rest.
    const length = leading === null ? hostOf(first.text).length : leading[0].length;
    const path = host.slice(hostOf(host).length);
    const rest = first.text.slice(length);
    const text = `${path}${rest}`.startsWith('/') ? path : `/${path}`;
    const headers = ownHeaders.map(({ node }) => ({
      start: node.start,
      end: lineEnd(document.text, node.end),
      text: '',
    }));
    const { start } = request.line;
    return [
      { start, end: start, text: target.lines },
      { start: first.start, end: first.start + length, text },
      ...headers,
    ];
  });
  return { edits, unknown };
}

/** Fills in the variables of the document. */
function withVariables(text: string, variables: ReturnType<typeof definitions>): string {
  return text.replace(variablesIn, (written, name: string) => variables.get(name)?.value.text ?? written);
}

const variablesIn = new RegExp(`\\{\\{\\s*(${variableName})\\s*\\}\\}`, 'gu');

/** Returns the `https://host` at the start of an address, or an empty text. */
function hostOf(address: string): string {
  return /^https?:\/\/[^/?]*/i.exec(address)?.[0] ?? '';
}
