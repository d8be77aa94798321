import type { PlainBody, PlainPart, PlainRequest } from '../../api/http/plainRequest';
import { ignoredOptions } from './ignoredCurlOptions';
import { shellWords } from './shellWords';

interface Gathered {
  method?: string;
  url?: string;
  headers: [name: string, value: string][];
  data: { text: string; file: boolean }[];
  parts: PlainPart[];
  query: string[];
  upload?: string;
  json: boolean;
  asQuery: boolean;
  head: boolean;
  dropped: string[];
}

/** The requests of a cURL command. */
interface ReadCurl {
  requests: PlainRequest[];
  /** The options and addresses that change a request and were left out. */
  dropped: string[];
}

/** The reason why a text cannot be imported as a cURL command. */
export type CurlProblem = 'notCurl' | 'noAddress' | 'badMethod';

/** Returns the first request of a cURL command, or `undefined` if `readCurl` reports a problem. */
export function importCurl(command: string): PlainRequest | undefined {
  const read = readCurl(command);
  return typeof read === 'string' ? undefined : read.requests[0];
}

/**
 * Reads a cURL command as copied from a browser, a terminal or documentation, for POSIX shells, cmd and PowerShell. Ignores
 * options that do not change the request.
 */
export function readCurl(command: string): ReadCurl | CurlProblem {
  const [program, ...words] = shellWords(command.trim().replace(/^\$\s+/, ''));
  if (!isCurl(program)) return 'notCurl';
  const all = gather(words);
  const requests: PlainRequest[] = [];
  for (const gathered of all) {
    const request = requestOf(gathered);
    if (typeof request === 'string') return request;
    requests.push(request);
  }
  return { requests, dropped: all.flatMap(({ dropped }) => dropped) };
}

function isCurl(word = ''): boolean {
  return /(^|[\\/])curl(\.exe)?$/i.test(word);
}

function requestOf(gathered: Gathered): PlainRequest | CurlProblem {
  if (gathered.url === undefined) return 'noAddress';
  // Any other method could span several words or lines of the document.
  if (gathered.method !== undefined && !/^[A-Z][A-Z-]{0,19}$/.test(gathered.method)) return 'badMethod';
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(gathered.url) ? gathered.url : `http://${gathered.url}`;
  const body = bodyOf(gathered);
  const usual = gathered.head ? 'HEAD' : body === undefined ? 'GET' : gathered.upload === undefined ? 'POST' : 'PUT';
  return {
    method: gathered.method ?? usual,
    url: withQuery(withFileName(url, gathered.upload), gathered),
    headers: headersOf(gathered, body),
    body,
  };
}

type Take = (gathered: Gathered, value: string) => void;

const data: Take = ({ data: list }, value) => list.push(dataOf(value));
const upload: Take = (gathered, value) => (gathered.upload = value);
const range: Take = ({ headers }, value) => headers.push(['Range', `bytes=${value}`]);
const setHeader =
  (name: string): Take =>
  ({ headers }, value) =>
    headers.push([name, value]);

const withValue: Record<string, Take> = {
  '-X': (gathered, value) => (gathered.method = value.toUpperCase()),
  '--request': (gathered, value) => (gathered.method = value.toUpperCase()),
  '--url': takeUrl,
  '-H': (gathered, value) => addHeader(gathered, value),
  '--header': (gathered, value) => addHeader(gathered, value),
  '-d': data,
  '--data': data,
  '--data-ascii': data,
  '--data-binary': data,
  '--data-raw': ({ data: list }, value) => list.push({ text: value, file: false }),
  '--data-urlencode': ({ data: list, dropped }, value) =>
    // Before an equals sign, an at sign begins a file name.
    /^[^=]*@/.test(value)
      ? dropped.push(`--data-urlencode ${value}`)
      : list.push({ text: urlEncoded(value), file: false }),
  '--json': (gathered, value) => {
    gathered.json = true;
    gathered.data.push(dataOf(value));
  },
  '-F': ({ parts }, value) => parts.push(formPart(value)),
  '--form': ({ parts }, value) => parts.push(formPart(value)),
  '--form-string': ({ parts }, value) => parts.push({ name: before(value, '='), value: { text: after(value, '=') } }),
  '-u': ({ headers }, value) => headers.push(['Authorization', `Basic ${Buffer.from(value).toString('base64')}`]),
  '--user': ({ headers }, value) => headers.push(['Authorization', `Basic ${Buffer.from(value).toString('base64')}`]),
  '--oauth2-bearer': ({ headers }, value) => headers.push(['Authorization', `Bearer ${value}`]),
  '-A': setHeader('User-Agent'),
  '--user-agent': setHeader('User-Agent'),
  '-e': setHeader('Referer'),
  '--referer': setHeader('Referer'),
  '-b': (gathered, value) => addCookie(gathered, value),
  '--cookie': (gathered, value) => addCookie(gathered, value),
  '-T': upload,
  '--upload-file': upload,
  '-r': range,
  '--range': range,
  ...Object.fromEntries(
    ['-z', '--time-cond', '-C', '--continue-at', '-K', '--config', '--aws-sigv4', '--request-target'].map(
      (option): [string, Take] => [option, ({ dropped }, value) => dropped.push(`${option} ${value}`)],
    ),
  ),
  '--url-query': ({ query }, value) => query.push(value.startsWith('+') ? value.slice(1) : urlEncoded(value)),
};

function takeUrl(gathered: Gathered, value: string): void {
  if (gathered.url === undefined) gathered.url = value;
  else gathered.dropped.push(value);
}

function nothing(): Gathered {
  return { headers: [], data: [], parts: [], query: [], json: false, asQuery: false, head: false, dropped: [] };
}

/** Gathers the parts of each request; `--next` or another command begins one. Ignores pipes and redirections. */
function gather(words: readonly string[]): Gathered[] {
  let gathered = nothing();
  const all = [gathered];
  let isOver = false;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    if (/^(?:;|&&?)$/.test(word) && isCurl(words[index + 1])) {
      all.push((gathered = nothing()));
      index++;
      isOver = false;
    } else if (/^[\d&]?[<>]/.test(word)) {
      // A redirection has its file in the same word or in the next one. The command goes on after it.
      if (/[<>]$/.test(word)) index++;
    } else if (isOver || /^[|&;]/.test(word)) {
      isOver = true;
    } else if (!word.startsWith('-') || word === '-') {
      takeUrl(gathered, word);
    } else if (word === '--next' || word === '-:') {
      all.push((gathered = nothing()));
    } else if (word.startsWith('--')) {
      index += takeOption(gathered, word, words[index + 1]);
    } else {
      index += takeShort(gathered, word.slice(1), words[index + 1]);
    }
  }
  return all;
}

/** Applies an option. Returns the number of arguments that it takes. */
function takeOption(gathered: Gathered, option: string, next = ''): number {
  const take = Object.hasOwn(withValue, option) ? withValue[option] : undefined;
  if (take !== undefined) take(gathered, next);
  else if (option === '-G' || option === '--get') gathered.asQuery = true;
  else if (option === '-I' || option === '--head') gathered.head = true;
  return take !== undefined || ignoredOptions.has(option) ? 1 : 0;
}

/** Applies short options such as `-sSL`, `-XPOST` and `-d@file`. Returns the number of further words that they take. */
function takeShort(gathered: Gathered, letters: string, next: string | undefined): number {
  for (let index = 0; index < letters.length; index++) {
    const option = `-${letters.charAt(index)}`;
    const rest = letters.slice(index + 1);
    const takesValue = Object.hasOwn(withValue, option) || ignoredOptions.has(option);
    if (takesValue && rest !== '') {
      takeOption(gathered, option, rest);
      return 0;
    }
    if (takeOption(gathered, option, next) === 1) return 1;
  }
  return 0;
}

/**
 * Adds a header from `Name: value`, or from `Name;` for an empty value. `Name:` removes a header that cURL would send.
 */
function addHeader({ headers, dropped }: Gathered, written: string): void {
  if (written.startsWith('@')) {
    dropped.push(`-H ${written}`);
    return;
  }
  const empty = /^([^:;]+);\s*$/.exec(written)?.[1];
  if (empty !== undefined) headers.push([empty.trim(), '']);
  else headers.push([before(written, ':').trim(), after(written, ':').trim() || removed]);
}

const removed = '\0';

function addCookie({ headers, dropped }: Gathered, value: string): void {
  // Without an equals sign, the argument is a file name.
  if (value.includes('=')) headers.push(['Cookie', value]);
  else if (value !== '') dropped.push(`-b ${value}`);
}

function headersOf({ headers, json, upload }: Gathered, body: PlainBody | undefined): PlainRequest['headers'] {
  const has = (name: string): boolean => headers.some(([other]) => other.toLowerCase() === name);
  const all = [...headers];
  if (json && !has('content-type')) all.push(['Content-Type', 'application/json']);
  else if (body !== undefined && body.kind !== 'multipart' && upload === undefined && !has('content-type')) {
    all.push(['Content-Type', 'application/x-www-form-urlencoded']);
  }
  if (json && !has('accept')) all.push(['Accept', 'application/json']);
  return all.filter(([, value]) => value !== removed);
}

function bodyOf({ data: pieces, parts, json, upload, asQuery }: Gathered): PlainBody | undefined {
  if (upload !== undefined) return { kind: 'file', path: upload };
  if (asQuery) return undefined;
  if (parts.length > 0) return { kind: 'multipart', parts };
  const [first] = pieces;
  if (first === undefined) return undefined;
  if (pieces.length === 1 && first.file) return { kind: 'file', path: first.text };
  return { kind: 'text', text: pieces.map(({ text, file }) => (file ? `@${text}` : text)).join(json ? '' : '&') };
}

function dataOf(value: string): Gathered['data'][number] {
  return value.startsWith('@') ? { text: value.slice(1), file: true } : { text: value, file: false };
}

/** Encodes an argument of `--data-urlencode`: `text`, `=text` or `name=text`. */
function urlEncoded(value: string): string {
  const at = value.indexOf('=');
  if (at < 0) return encodeURIComponent(value);
  return `${at === 0 ? '' : `${value.slice(0, at)}=`}${encodeURIComponent(value.slice(at + 1))}`;
}

/** Adds the name of an uploaded file to an address that ends with a slash or a host, as cURL does. */
function withFileName(url: string, file: string | undefined): string {
  // Both words are cURL's names of the standard input.
  if (file === undefined || file === '-' || file === '.') return url;
  const name = encodeURIComponent(file.split(/[\\/]/).at(-1) ?? '');
  return url.replace(
    /^([^/]*\/\/[^/?#]*)(\/(?:[^?#]*\/)?)?(?=[?#]|$)/,
    (_, host: string, path = '/') => host + path + name,
  );
}

function withQuery(url: string, { query: given, data, asQuery }: Gathered): string {
  const query = [...given, ...(asQuery ? data.map(({ text }) => text) : [])].join('&');
  return query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`;
}

/**
 * Parses an argument of `--form`: `name=text` or `name=@file;type=…;filename=…`. Values with spaces or semicolons are
 * in double quotes.
 */
function formPart(written: string): PlainPart {
  const name = before(written, '=');
  const [content = '', ...options] = splitForm(after(written, '='));
  const mark = /^[@<]/.exec(content)?.[0];
  const value = unquoted(mark === undefined ? content : content.slice(1));
  const option = (key: string): string | undefined =>
    options
      .map(one => one.trim())
      .find(one => one.startsWith(`${key}=`))
      ?.slice(key.length + 1);
  const filename = option('filename');
  const contentType = option('type');
  return {
    name,
    value: mark === undefined ? { text: value } : { path: value },
    ...(filename === undefined ? {} : { filename: unquoted(filename) }),
    ...(contentType === undefined ? {} : { contentType: unquoted(contentType) }),
  };
}

function splitForm(text: string): string[] {
  return text.match(/(?:"(?:[^"\\]|\\.)*"|[^;"]|")+/gs) ?? [];
}

function unquoted(text: string): string {
  return /^".*"$/s.test(text) ? text.slice(1, -1).replace(/\\(["\\])/g, '$1') : text;
}

function before(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at < 0 ? text : text.slice(0, at);
}

function after(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at < 0 ? '' : text.slice(at + 1);
}
