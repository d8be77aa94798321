import type { PlainBody, PlainRequest } from '../../api/http/plainRequest';
import { firstHeader, headerProblem } from '../document/rules';
import { curlAddress, withFileName } from './curlAddress';
import { textAfter, textBefore } from './curlForm';
import { addUrl, flagHandlers, noArguments, optionHandlers, removed, type CurlArguments } from './curlOptions';
import { ignoredOptions } from './ignoredCurlOptions';
import { shellVariables, shellWords } from './shellWords';

/** The requests of a cURL command. */
interface ReadCurl {
  requests: PlainRequest[];
  /**
   * The options that change a request and were left out, and the hosts of further addresses. No other values, because
   * they can be credentials.
   */
  dropped: string[];
  /** The names of shell variables. Each is a reference such as `{{NAME}}` in the requests. */
  variables: ReadonlySet<string>;
  /** Whether a document sends the line breaks of a file that cURL leaves out. They do not matter in JSON. */
  keepsLineBreaks?: boolean;
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
  const variables = shellVariables(command);
  const all = readArguments(words, variables);
  const read: ReadCurl = { requests: [], dropped: [], variables };
  for (const curl of all) {
    const request = requestOf(curl);
    if (request === 'noAddress' && curl.command !== undefined) read.dropped.push(curl.command);
    else if (typeof request === 'string') return request;
    else {
      read.requests.push(request);
      read.dropped.push(...curl.dropped);
      const isChanged = request.body?.kind === 'file' && curl.data.some(({ isBinary }) => !isBinary);
      if (isChanged && !/\bjson\b/i.test(firstHeader(request.headers, 'content-type'))) read.keepsLineBreaks = true;
    }
  }
  return read.requests.length === 0 ? 'noAddress' : read;
}

/** Whether the user name or password contains a shell variable. */
function hasVariable({ user = '', variables }: CurlArguments): boolean {
  return [...variables].some(name => user.includes(`{{${name}}}`));
}

function isCurl(word = ''): boolean {
  return /(^|[\\/])curl(\.exe)?$/i.test(word);
}

function requestOf(curl: CurlArguments): PlainRequest | CurlProblem {
  if (curl.url === undefined) return 'noAddress';
  // Any other method could span several words or lines of the document.
  if (curl.method !== undefined && !/^[A-Z][A-Z-]{0,19}$/.test(curl.method)) return 'badMethod';
  const { url, user } = curlAddress(curl.url);
  curl.user ??= user;
  if (curl.otherAuthentication !== undefined) curl.dropped.push(curl.otherAuthentication);
  // A document cannot encode the value of a variable.
  else if (hasVariable(curl)) curl.dropped.push('-u');
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

function newCommand(variables: ReadonlySet<string>): CurlArguments {
  return { ...noArguments(variables), command: 'curl' };
}

/** Reads the arguments of each request; `--next` or another command begins one. Ignores pipes and redirections. */
function readArguments(words: readonly string[], variables: ReadonlySet<string>): CurlArguments[] {
  let curl = newCommand(variables);
  const all = [curl];
  let isOver = false;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    if (/^(?:;|&&?)$/.test(word) && isCurl(words[index + 1])) {
      index++;
      all.push((curl = newCommand(variables)));
      isOver = false;
    } else if (/^[\d&]?[<>]/.test(word)) {
      // A redirection has its file in the same word or in the next one. The command goes on after it.
      if (/[<>]$/.test(word)) index++;
    } else if (isOver || /^[|&;]/.test(word)) {
      isOver = true;
    } else if (!word.startsWith('-') || word === '-') {
      addUrl(curl, word);
    } else if (word === '--next' || word === '-:') {
      all.push((curl = noArguments(variables)));
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
  else if (Object.hasOwn(flagHandlers, option)) flagHandlers[option]?.(curl);
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

function headersOf(curl: CurlArguments, body: PlainBody | undefined): PlainRequest['headers'] {
  const { headers, optionHeaders, user, isJson, upload } = curl;
  const all = [...headers];
  const has = (name: string): boolean => all.some(([other]) => other.toLowerCase() === name.toLowerCase());
  for (const [name, value] of optionHeaders) if (value !== '' && !has(name)) all.push([name, value]);
  // Another authentication never sends the password itself, so it does not become a header.
  if (user !== undefined && !hasVariable(curl) && curl.otherAuthentication === undefined && !has('authorization')) {
    const named = user.includes(':') ? user : `${user}:`;
    all.push(['Authorization', `Basic ${Buffer.from(named).toString('base64')}`]);
  }
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

function withQuery(url: string, { query: given, data, isQuery }: CurlArguments): string {
  const query = [...given, ...(isQuery ? textsOf(data) : [])].join('&');
  return query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`;
}
