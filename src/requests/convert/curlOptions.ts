import type { PlainPart } from '../../api/http/plainRequest';
import { encodeValue } from '../sending/address';
import { formPart, textAfter, textBefore } from './curlForm';

/** The arguments for one request. */
export interface CurlArguments {
  /** A command with the names of its options; `undefined` for a request after `--next`. */
  command?: string;
  method?: string;
  url?: string;
  /** From `-H`. */
  headers: [name: string, value: string][];
  /** From options such as `-A`. A header of `-H` with the same name has priority. */
  optionHeaders: Map<string, string>;
  /** `name:password` for the authentication, unless a header is written. */
  user?: string | undefined;
  /** The option that chooses another authentication than Basic. */
  otherAuthentication?: string;
  data: { text: string; isFile: boolean; isBinary: boolean }[];
  parts: PlainPart[];
  query: string[];
  upload?: string;
  isJson: boolean;
  isQuery: boolean;
  isHead: boolean;
  dropped: string[];
  /** The names of shell variables. Each is a reference such as `{{NAME}}` in the values. */
  variables: ReadonlySet<string>;
}

export function noArguments(variables: ReadonlySet<string>): CurlArguments {
  return {
    variables,
    headers: [],
    optionHeaders: new Map(),
    data: [],
    parts: [],
    query: [],
    isJson: false,
    isQuery: false,
    isHead: false,
    dropped: [],
  };
}

type OptionHandler = (curl: CurlArguments, value: string) => void;

const addData: OptionHandler = ({ data: list }, value) => list.push(dataOf(value, false));
const addPart: OptionHandler = ({ parts, dropped }, value) => parts.push(formPart(value, dropped));
const setUpload: OptionHandler = (curl, value) => (curl.upload = value);
const setUser: OptionHandler = (curl, value) => (curl.user = value);
const addRange: OptionHandler = ({ optionHeaders }, value) => optionHeaders.set('Range', `bytes=${value}`);
const setAgent: OptionHandler = ({ optionHeaders }, value) => optionHeaders.set('User-Agent', value);
/** `;auto` asks cURL to name the address in a request after a redirect. */
const setReferer: OptionHandler = ({ optionHeaders }, value) =>
  optionHeaders.set('Referer', textBefore(value, ';auto'));

/** The options with an argument that change the request. */
export const optionHandlers: Record<string, OptionHandler> = {
  '-X': (curl, value) => (curl.method = value.toUpperCase()),
  '--request': (curl, value) => (curl.method = value.toUpperCase()),
  '--url': addUrl,
  '-H': (curl, value) => addHeader(curl, value),
  '--header': (curl, value) => addHeader(curl, value),
  '-d': addData,
  '--data': addData,
  '--data-ascii': addData,
  '--data-binary': ({ data: list }, value) => list.push(dataOf(value, true)),
  '--data-raw': ({ data: list }, value) => list.push(textOf(value)),
  '--data-urlencode': ({ data: list, dropped, variables }, value) =>
    // Before an equals sign, an at sign begins a file name.
    /^[^=]*@/.test(value) ? dropped.push('--data-urlencode @…') : list.push(textOf(urlEncoded(value, variables))),
  '--json': (curl, value) => {
    curl.isJson = true;
    curl.data.push(dataOf(value, true));
  },
  '-F': addPart,
  '--form': addPart,
  '--form-string': ({ parts }, value) =>
    parts.push({ name: textBefore(value, '='), value: { text: textAfter(value, '=') } }),
  '-u': setUser,
  '--user': setUser,
  '--oauth2-bearer': ({ optionHeaders }, value) => optionHeaders.set('Authorization', `Bearer ${value}`),
  '-A': setAgent,
  '--user-agent': setAgent,
  '-e': setReferer,
  '--referer': setReferer,
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
  '--url-query': ({ query, variables }, value) =>
    query.push(value.startsWith('+') ? value.slice(1) : urlEncoded(value, variables)),
};

/** The options without an argument that change the request. */
export const flagHandlers: Record<string, (curl: CurlArguments) => void> = {
  '-G': curl => (curl.isQuery = true),
  '--get': curl => (curl.isQuery = true),
  '-I': curl => (curl.isHead = true),
  '--head': curl => (curl.isHead = true),
  '--basic': curl => delete curl.otherAuthentication,
  ...Object.fromEntries(
    ['--digest', '--ntlm', '--ntlm-wb', '--negotiate', '--anyauth'].map(option => [
      option,
      (curl: CurlArguments) => (curl.otherAuthentication = option),
    ]),
  ),
};

export function addUrl(curl: CurlArguments, value: string): void {
  if (curl.url === undefined) curl.url = value;
  else curl.dropped.push(`--url ${hostOf(value)}`.trim());
}

/** Returns the host of an address. A word without a scheme may be anything, such as the value of an unknown option. */
function hostOf(word: string): string {
  return word.includes('://') && URL.canParse(word) ? new URL(word).hostname : '';
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
export const removed = '\0';

/** Several cookie options form one header. */
function addCookie({ optionHeaders, dropped }: CurlArguments, value: string): void {
  const before = optionHeaders.get('Cookie');
  // Without an equals sign, the argument is a file name.
  if (value.includes('=')) optionHeaders.set('Cookie', before === undefined ? value : `${before};${value}`);
  else if (value !== '') dropped.push('-b');
}

function dataOf(value: string, isBinary: boolean): CurlArguments['data'][number] {
  return value.startsWith('@') ? { text: value.slice(1), isFile: true, isBinary } : textOf(value);
}

function textOf(text: string): CurlArguments['data'][number] {
  return { text, isFile: false, isBinary: true };
}

/** Encodes an argument of `--data-urlencode`: `text`, `=text` or `name=text`. The sender encodes values of variables. */
function urlEncoded(value: string, variables: ReadonlySet<string>): string {
  const encode = (text: string) =>
    text.replace(/\{\{(\w+)\}\}|[^{]+|\{/g, (piece, name?: string) =>
      name !== undefined && variables.has(name) ? piece : encodeValue(piece),
    );
  const at = value.indexOf('=');
  if (at < 0) return encode(value);
  return `${at === 0 ? '' : `${value.slice(0, at)}=`}${encode(value.slice(at + 1))}`;
}
