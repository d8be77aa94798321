import { jsonValue } from '../../json/jsonValue';
import type { PlainPart, PlainRequest } from './plainRequest';

interface Option {
  flag: string;
  value?: string;
}

/** Returns a cURL command for a POSIX shell, one option per line. */
export function exportCurl(request: PlainRequest): string {
  return command(request, quote, ' \\\n  ');
}

/**
 * Returns a cURL command for cmd.exe. Every character is escaped with a caret, quotes too, so cmd never sees quoted
 * text and interprets nothing. Returns `undefined` if the body has carriage returns, which cmd drops, unless it is JSON.
 */
export function exportCurlCmd(request: PlainRequest): string | undefined {
  const { body } = request;
  const values =
    body?.kind === 'multipart' ? body.parts.map(({ value }) => value) : body?.kind === 'text' ? [body] : [];
  const isChanged = values.some(
    value => 'text' in value && value.text.includes('\r') && jsonValue(value.text) === undefined,
  );
  return isChanged ? undefined : command(request, quoteCmd, ' ^\n  ');
}

/**
 * Returns a cURL command for PowerShell 5 and 7. The versions pass arguments with quotes differently, and PowerShell 5
 * loses the quotes. So cURL reads its options from a here-string, in which PowerShell interprets nothing.
 */
export function exportCurlPowerShell(request: PlainRequest): string {
  const lines = optionsOf(request).map(({ flag, value }) =>
    value === undefined ? flag : `${flag} ${quoteConfig(value)}`,
  );
  return [
    '& {',
    '$OutputEncoding = [Text.UTF8Encoding]::new($false)',
    "@'",
    ...lines,
    "'@ | curl.exe --config -",
    '}',
  ].join('\n');
}

function command(request: PlainRequest, quoted: (text: string) => string, between: string): string {
  const [globoff, url, ...more] = optionsOf(request).map(({ flag, value }) =>
    flag === '--url' ? quoted(value ?? '') : value === undefined ? flag : `${flag} ${quoted(value)}`,
  );
  return `curl ${[`${globoff} ${url}`, ...more].join(between)}`;
}

/** Returns the options, the address first. */
function optionsOf({ method, url, headers, body }: PlainRequest): Option[] {
  const usual = body === undefined ? 'GET' : 'POST';
  const asHead = method === 'HEAD' && body === undefined;
  return [
    // Without it cURL interprets brackets and braces in an address as patterns.
    { flag: '--globoff' },
    { flag: '--url', value: url },
    ...(method === usual ? [] : [asHead ? { flag: '--head' } : { flag: '-X', value: method }]),
    ...headers.map(([name, value]) => ({ flag: '-H', value: value === '' ? `${name};` : `${name}: ${value}` })),
    ...bodyOptions(body, headers),
  ];
}

function bodyOptions(body: PlainRequest['body'], headers: PlainRequest['headers']): Option[] {
  if (body === undefined) return [];
  if (body.kind === 'multipart') return body.parts.map(part => partOption(part));
  // Otherwise cURL labels every body as a form.
  const hasType = headers.some(([name]) => name.toLowerCase() === 'content-type');
  const noType = hasType ? [] : [{ flag: '-H', value: 'Content-Type:' }];
  return body.kind === 'file'
    ? [...noType, { flag: '--data-binary', value: `@${body.path}` }]
    : [...noType, { flag: '--data-raw', value: body.text }];
}

function partOption({ name: written, value, filename, contentType: type }: PlainPart): Option {
  // cURL ends a name at the first equals sign, so `x=@/etc/passwd;` would send a file.
  const name = written.replaceAll('=', '%3D');
  // cURL has no quotes for a type, and a comma would name another file.
  const contentType = type !== undefined && /^[\w.+/-]+(?:; ?[\w-]+=[\w.-]+)*$/.test(type) ? type : undefined;
  if ('text' in value && filename === undefined && contentType === undefined) {
    return { flag: '--form-string', value: `${name}=${value.text}` };
  }
  const more = [
    ...(contentType === undefined ? [] : [`;type=${contentType}`]),
    ...(filename === undefined ? [] : [`;filename=${formQuote(filename)}`]),
  ];
  // cURL adds a file name to an upload (`@`), but not to the content of a file (`<`).
  const mark = filename === undefined ? '<' : '@';
  const content = 'path' in value ? `${mark}${formQuote(value.path)}` : formQuote(value.text);
  return { flag: '-F', value: `${name}=${content}${more.join('')}` };
}

/** Quotes a value for --form, where semicolons and commas have a meaning. */
function formQuote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** Quotes for a POSIX shell, which interprets nothing inside single quotes. */
export function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * Quotes an argument for the started program, which interprets a backslash only before a quote. Then escapes every
 * character for cmd.
 */
function quoteCmd(text: string): string {
  // cmd ends a line at `\n` and not at `\r`, so every line break becomes `\n`.
  const lines = text.replaceAll(/\r\n?/g, '\n');
  const argument = lines.replace(/\\+|"/g, (signs, at: number) => {
    if (signs === '"') return '\\"';
    const next = lines.charAt(at + signs.length);
    return next === '"' || next === '' ? signs + signs : signs;
  });
  return (
    `"${argument}"`
      // cmd may read text between two percent signs as a variable, unless it begins with a caret.
      .replace(/(?<=%)[^\n]|[^\w\n /.:-]/gu, '^$&')
      .replaceAll('\n', '^\n\n')
  );
}

/** Quotes for cURL's options file. The result has no line breaks. */
function quoteConfig(text: string): string {
  const signs: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\v': '\\v' };
  return `"${text.replace(/["\\\n\r\t\v]/g, sign => signs[sign] ?? `\\${sign}`)}"`;
}
