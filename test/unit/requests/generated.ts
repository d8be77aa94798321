import fc from 'fast-check';

import { methodOf, type RequestDocument } from '../../../src/requests/document/syntax';

/** The content of a document without positions. */
interface Meaning {
  variables: [name: string, value: string][];
  requests: {
    title: string | undefined;
    name: string | undefined;
    directives: [name: string, value: string][];
    comments: string[];
    method: string;
    target: string[];
    version: string | undefined;
    headers: [name: string, value: string][];
    body: string | undefined;
    file: string | undefined;
  }[];
}

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const characters = (all: string) => fc.constantFrom(...all);
const word = fc.string({ unit: characters(plain + '_-'), minLength: 1, maxLength: 8 });
/** Text on one line that begins and ends with a visible character. */
const phrase = fc
  .string({ unit: characters(`${plain} :/?&=.,{}[]"'#@商店é💡`), minLength: 1, maxLength: 24 })
  .map(text => `x${text}y`);
const value = fc.oneof(
  phrase,
  word.map(name => `{{${name}}}`),
  fc.constant(''),
);
const target = fc.oneof(
  fc.array(word, { minLength: 1, maxLength: 4 }).map(parts => `/${parts.join('/')}/`),
  word.map(name => `{{${name}}}/a`),
  fc.constant('https://example.com/a?b=c'),
);
const bodyLine = fc.oneof(phrase, fc.constant(''), fc.constant('  {"a": 1}'), fc.constant('# no comment'), word);
const body = fc
  .array(bodyLine, { minLength: 1, maxLength: 5 })
  .map(lines => lines.join('\n'))
  // Lines that are all comments are no body.
  .filter(text => text.trim() === text && /^[^#\n]/m.test(text));

const request: fc.Arbitrary<Meaning['requests'][number]> = fc.record({
  title: fc.option(phrase, { nil: undefined }),
  name: fc.option(word, { nil: undefined }),
  directives: fc.array(
    fc.tuple(
      word.filter(name => name !== 'name'),
      value,
    ),
    { maxLength: 2 },
  ),
  comments: fc.array(
    phrase.filter(text => !text.startsWith('@')),
    { maxLength: 2 },
  ),
  method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
  target: fc
    .tuple(
      target,
      fc.array(
        word.map(name => `&${name}=1`),
        { maxLength: 2 },
      ),
    )
    .map(([first, rest]) => [first, ...rest]),
  version: fc.option(fc.constant('HTTP/1.1'), { nil: undefined }),
  headers: fc.array(fc.tuple(word, value), { maxLength: 3 }),
  body: fc.option(body, { nil: undefined }),
  file: fc.option(
    word.map(name => `./${name}.json`),
    { nil: undefined },
  ),
});

export const meanings: fc.Arbitrary<Meaning> = fc.record({
  variables: fc.array(fc.tuple(word, value), { maxLength: 3 }),
  requests: fc.array(request, { minLength: 1, maxLength: 4 }),
});

/** Writes a document like a careless author: uneven spaces, any kind of line break, comments with either sign. */
export function write(meaning: Meaning, noise: { lineBreak: string; space: string; slashes: boolean }): string {
  const { lineBreak, space } = noise;
  const mark = noise.slashes ? '//' : '#';
  const lines = meaning.variables.map(([name, text]) => `${space}@${name}${space}=${space}${text}${space}`);
  for (const one of meaning.requests) {
    lines.push(space, `###${one.title === undefined ? '' : ` ${one.title}`}${space}`);
    lines.push(...one.comments.map(text => `${mark} ${text}`));
    lines.push(...one.directives.map(([name, text]) => `${mark}${space}@${name} ${text}`));
    if (one.name !== undefined) lines.push(`${mark} @name ${space}${one.name}`);
    const [first = '', ...rest] = one.target;
    const version = one.version === undefined ? '' : ` ${one.version}`;
    lines.push(
      `${space}${one.method.toLowerCase()} ${space}${first}${version}`,
      ...rest.map(text => ` ${space}${text}`),
    );
    lines.push(...one.headers.map(([name, text]) => `${name}${space}:${space}${text}`));
    if (one.file !== undefined) lines.push('', `< ${one.file}${space}`);
    else if (one.body !== undefined) lines.push(space, '', ...one.body.split('\n'), space);
  }
  return lines.join(lineBreak);
}

export function meaningOf(document: RequestDocument): Meaning {
  return {
    variables: document.variables.map(node => [node.name.text, node.value.text]),
    requests: document.requests.map(node => ({
      title: node.title?.text,
      name: node.name,
      directives: node.directives.filter(one => one.name.text !== 'name').map(one => [one.name.text, one.value.text]),
      comments: commentsOf(document, node.index),
      method: methodOf(node),
      target: node.target.map(token => token.text),
      version: node.version?.text,
      headers: node.headers.map(one => [one.name.text, one.value.text]),
      body: node.body?.kind === 'text' ? node.body.text.replace(/\r\n?/g, '\n') : undefined,
      file: node.body?.kind === 'file' ? node.body.path.text : undefined,
    })),
  };
}

function commentsOf({ sections }: RequestDocument, index: number): string[] {
  const items = sections.find(({ request: node }) => node?.index === index)?.items ?? [];
  return items.filter(item => item.kind === 'comment').map(item => item.text.replace(/^(#|\/\/)\s*/, ''));
}

/** Returns the expected content, in which a file has priority over text. */
export function expected(meaning: Meaning): Meaning {
  const requests = meaning.requests.map(one => ({ ...one, body: one.file === undefined ? one.body : undefined }));
  return { ...meaning, requests };
}
