import type { PlainBody, PlainPart, PlainRequest } from '../../api/http/plainRequest';
import { headerProblem } from '../document/rules';
import { curlAddress, withFileName } from './curlAddress';
import { textAfter, textBefore, formPart } from './curlForm';
import { ignoredOptions } from './ignoredCurlOptions';
import { shellWords } from './shellWords';

interface CurlArguments {
  /** A command with the names of its options; `undefined` for a request after `--next`. */
  command?: string;
  method?: string;
  url?: string;
  headers: [name: string, value: string][];
  data: { text: string; isFile: boolean }[];
  parts: PlainPart[];
  query: string[];
  upload?: string;
  isJson: boolean;
  isQuery: boolean;
  isHead: boolean;
  dropped: string[];
}

/** The requests of a cURL command. */
interface ReadCurl {
  requests: PlainRequest[];
  /**
   * The options that change a request and were left out, and the hosts of further addresses. No other values, because
   * they can be credentials.
   */
  dropped: string[];
}

/** The reason why a text cannot be imported as a cURL command. */
export type CurlProblem = 'notCurl' | 'noAddress' | 'badMethod';

/**
 * Reads a cURL command as copied from a browser, a terminal or documentation, for POSIX shells, cmd and PowerShell. Ignores
 * options that do not change the request.
 */
export function readCurl(command: string): ReadCurl | CurlProblem {
  const [program, ...words] = shellWords(command.trim().replace(/^\$\s+/, ''));
  if (!isCurl(program)) return 'notCurl';
  const all = readArguments(words);
  const read: ReadCurl = { requests: [], dropped: [] };
  for (const curl of all) {
    const request = requestOf(curl);
    if (request === 'noAddress' && curl.command !== undefined) read.dropped.push(curl.command);
    else if (typeof request === 'string') return request;
    else {
      read.requests.push(request);
      read.dropped.push(...curl.dropped);
    }
  }
  return read.requests.length === 0 ? 'noAddress' : read;
}

function isCurl(word = ''): boolean {
  return /(^|[\\/])curl(\.exe)?$/i.test(word);
}

function requestOf(curl: CurlArguments): PlainRequest | CurlProblem {
  if (curl.url === undefined) return 'noAddress';
  // Any other method could span several words or lines of the document.
  if (curl.method !== undefined && !/^[A-Z][A-Z-]{0,19}$/.test(curl.method)) return 'badMethod';
  const { url, user } = curlAddress(curl.url);
  if (user !== undefined && !hasHeader(curl, 'authorization')) setUser(curl, user);
  // A document cannot join the content of a file with other data, and cannot send it as a query.
  const isAlone = curl.data.length === 1 && !curl.isQuery;
  if (!isAlone && curl.data.some(({ isFile }) => isFile)) curl.dropped.push('-d @…');
  if (namesOtherHost(curl, url)) curl.dropped.push('-H Host');
  const body = bodyOf(curl);
  const defaultMethod = curl.isHead ? 'HEAD' : body === undefined ? 'GET' : curl.upload === undefined ? 'POST' : 'PUT';
  return {
    method: curl.method ?? defaultMethod,
    url: withQuery(withFileName(url, curl.upload), curl),
    headers: headersOf(curl, body),
    body,
  };
}

type OptionHandler = (curl: CurlArguments, value: string) => void;

const addData: OptionHandler = ({ data: list }, value) => list.push(dataOf(value));
const setUpload: OptionHandler = (curl, value) => (curl.upload = value);
const addRange: OptionHandler = ({ headers }, value) => headers.push(['Range', `bytes=${value}`]);
const setHeader =
  (name: string): OptionHandler =>
  ({ headers }, value) =>
    headers.push([name, value]);

const optionHandlers: Record<string, OptionHandler> = {
  '-X': (curl, value) => (curl.method = value.toUpperCase()),
  '--request': (curl, value) => (curl.method = value.toUpperCase()),
  '--url': addUrl,
  '-H': (curl, value) => addHeader(curl, value),
  '--header': (curl, value) => addHeader(curl, value),
  '-d': addData,
  '--data': addData,
  '--data-ascii': addData,
  '--data-binary': addData,
  '--data-raw': ({ data: list }, value) => list.push({ text: value, isFile: false }),
  '--data-urlencode': ({ data: list, dropped }, value) =>
    // Before an equals sign, an at sign begins a file name.
    /^[^=]*@/.test(value) ? dropped.push('--data-urlencode @…') : list.push({ text: urlEncoded(value), isFile: false }),
  '--json': (curl, value) => {
    curl.isJson = true;
    curl.data.push(dataOf(value));
  },
  '-F': ({ parts }, value) => parts.push(formPart(value)),
  '--form': ({ parts }, value) => parts.push(formPart(value)),
  '--form-string': ({ parts }, value) =>
    parts.push({ name: textBefore(value, '='), value: { text: textAfter(value, '=') } }),
  '-u': setUser,
  '--user': setUser,
  '--oauth2-bearer': ({ headers }, value) => headers.push(['Authorization', `Bearer ${value}`]),
  '-A': setHeader('User-Agent'),
  '--user-agent': setHeader('User-Agent'),
  '-e': setHeader('Referer'),
  '--referer': setHeader('Referer'),
  '-b': (curl, value) => addCookie(curl, value),
  '--cookie': (curl, value) => addCookie(curl, value),
  '-T': setUpload,
  '--upload-file': setUpload,
  '-r': addRange,
  '--range': addRange,
  ...Object.fromEntries(
    ['-z', '--time-cond', '-C', '--continue-at', '-K', '--config', '--aws-sigv4', '--request-target'].map(
      (option): [string, OptionHandler] => [option, ({ dropped }) => dropped.push(option)],
    ),
  ),
  '--url-query': ({ query }, value) => query.push(value.startsWith('+') ? value.slice(1) : urlEncoded(value)),
};

function setUser({ headers }: CurlArguments, user: string): void {
  headers.push(['Authorization', `Basic ${Buffer.from(user).toString('base64')}`]);
}

function hasHeader({ headers }: Pick<CurlArguments, 'headers'>, name: string): boolean {
  return headers.some(([other]) => other.toLowerCase() === name);
}

function addUrl(curl: CurlArguments, value: string): void {
  if (curl.url === undefined) curl.url = value;
  else curl.dropped.push(`--url ${hostOf(value)}`.trim());
}

/** Returns the host of an address. A word without a scheme may be anything, such as the value of an unknown option. */
function hostOf(word: string): string {
  return word.includes('://') && URL.canParse(word) ? new URL(word).hostname : '';
}

function newCommand(): CurlArguments {
  return { ...noArguments(), command: 'curl' };
}

function noArguments(): CurlArguments {
  return { headers: [], data: [], parts: [], query: [], isJson: false, isQuery: false, isHead: false, dropped: [] };
}

/** Reads the arguments of each request; `--next` or another command begins one. Ignores pipes and redirections. */
function readArguments(words: readonly string[]): CurlArguments[] {
  let curl = newCommand();
  const all = [curl];
  let isOver = false;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    if (/^(?:;|&&?)$/.test(word) && isCurl(words[index + 1])) {
      index++;
      all.push((curl = newCommand()));
      isOver = false;
    } else if (/^[\d&]?[<>]/.test(word)) {
      // A redirection has its file in the same word or in the next one. The command goes on after it.
      if (/[<>]$/.test(word)) index++;
    } else if (isOver || /^[|&;]/.test(word)) {
      isOver = true;
    } else if (!word.startsWith('-') || word === '-') {
      addUrl(curl, word);
    } else if (word === '--next' || word === '-:') {
      all.push((curl = noArguments()));
    } else {
      // Only the names of options: their values can be credentials, even those that begin with a hyphen.
      if (curl.command !== undefined) curl.command += ` ${/^(?:--[\w-]+|-\w?)/.exec(word)?.[0] ?? ''}`;
      index += word.startsWith('--')
        ? applyLongOption(curl, word, words[index + 1])
        : applyShortOptions(curl, word.slice(1), words[index + 1]);
    }
  }
  return all;
}

/** Applies `--name value` or `--name=value`. Returns the number of further words that it takes. */
function applyLongOption(curl: CurlArguments, word: string, next: string | undefined): number {
  const name = textBefore(word, '=');
  if (name === word) return applyOption(curl, word, next);
  applyOption(curl, name, textAfter(word, '='));
  return 0;
}

/** Applies an option. Returns the number of arguments that it takes. */
function applyOption(curl: CurlArguments, option: string, next = ''): number {
  const take = Object.hasOwn(optionHandlers, option) ? optionHandlers[option] : undefined;
  if (take !== undefined) take(curl, next);
  else if (option === '-G' || option === '--get') curl.isQuery = true;
  else if (option === '-I' || option === '--head') curl.isHead = true;
  return take !== undefined || ignoredOptions.has(option) ? 1 : 0;
}

/** Applies short options such as `-sSL`, `-XPOST` and `-d@file`. Returns the number of further words that they take. */
function applyShortOptions(curl: CurlArguments, letters: string, next: string | undefined): number {
  for (let index = 0; index < letters.length; index++) {
    const option = `-${letters.charAt(index)}`;
    const rest = letters.slice(index + 1);
    const takesValue = Object.hasOwn(optionHandlers, option) || ignoredOptions.has(option);
    if (takesValue && rest !== '') {
      applyOption(curl, option, rest);
      return 0;
    }
    if (applyOption(curl, option, next) === 1) return 1;
  }
  return 0;
}

/**
 * Adds a header from `Name: value`, or from `Name;` for an empty value. `Name:` removes a header that cURL would send.
 */
function addHeader({ headers, dropped }: CurlArguments, written: string): void {
  if (written.startsWith('@')) {
    dropped.push('-H @…');
    return;
  }
  const empty = /^([^:;]+);\s*$/.exec(written)?.[1];
  const name = textBefore(written, ':').trim();
  if (empty !== undefined) headers.push([empty.trim(), '']);
  // cURL does not send a header without a name, such as `:authority: host`.
  else if (name !== '') headers.push([name, textAfter(written, ':').trim() || removed]);
}

/** The value of a header that the command removes. No argument of a command can contain a null character. */
const removed = '\0';

function addCookie({ headers, dropped }: CurlArguments, value: string): void {
  // Without an equals sign, the argument is a file name.
  if (value.includes('=')) headers.push(['Cookie', value]);
  else if (value !== '') dropped.push('-b');
}

function headersOf({ headers, isJson, upload }: CurlArguments, body: PlainBody | undefined): PlainRequest['headers'] {
  const has = (name: string): boolean => hasHeader({ headers }, name);
  const all = [...headers];
  if (isJson && !has('content-type')) all.push(['Content-Type', 'application/json']);
  else if (body !== undefined && body.kind !== 'multipart' && upload === undefined && !has('content-type')) {
    all.push(['Content-Type', 'application/x-www-form-urlencoded']);
  }
  if (isJson && !has('accept')) all.push(['Accept', 'application/json']);
  // The sender sets the headers of the connection itself, and refuses a request that contains them.
  return all.filter(([name, value]) => value !== removed && headerProblem(name, value) !== 'connection');
}

/** Returns whether a Host header names another host than the address. No document can send such a header. */
function namesOtherHost({ headers }: CurlArguments, url: string): boolean {
  const host = URL.canParse(url) ? new URL(url).host : '';
  return headers.some(
    ([name, value]) => name.toLowerCase() === 'host' && value !== removed && value.toLowerCase() !== host,
  );
}

function bodyOf({ data: pieces, parts, isJson, upload, isQuery }: CurlArguments): PlainBody | undefined {
  if (upload !== undefined) return { kind: 'file', path: upload };
  if (isQuery) return undefined;
  if (parts.length > 0) return { kind: 'multipart', parts };
  const [first] = pieces;
  if (first === undefined) return undefined;
  if (pieces.length === 1 && first.isFile) return { kind: 'file', path: first.text };
  return { kind: 'text', text: textsOf(pieces).join(isJson ? '' : '&') };
}

function textsOf(pieces: CurlArguments['data']): string[] {
  return pieces.filter(({ isFile }) => !isFile).map(({ text }) => text);
}

function dataOf(value: string): CurlArguments['data'][number] {
  return value.startsWith('@') ? { text: value.slice(1), isFile: true } : { text: value, isFile: false };
}

/** Encodes an argument of `--data-urlencode`: `text`, `=text` or `name=text`. */
function urlEncoded(value: string): string {
  const at = value.indexOf('=');
  if (at < 0) return encodeURIComponent(value);
  return `${at === 0 ? '' : `${value.slice(0, at)}=`}${encodeURIComponent(value.slice(at + 1))}`;
}

function withQuery(url: string, { query: given, data, isQuery }: CurlArguments): string {
  const query = [...given, ...(isQuery ? textsOf(data) : [])].join('&');
  return query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`;
}
