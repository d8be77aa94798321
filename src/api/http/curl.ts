import type { PlainPart, PlainRequest } from './plainRequest';

interface Option {
  flag: string;
  value?: string;
}

/** As a command for cURL in a POSIX shell, one option to a line. */
export function exportCurl(request: PlainRequest): string {
  return command(request, quote, ' \\\n  ');
}

/**
 * As a command for cURL in the prompt of cmd.exe. Every sign has a caret, quotes too, so that cmd never reads quoted text and
 * nothing means anything to it.
 */
export function exportCurlCmd(request: PlainRequest): string {
  return command(request, quoteCmd, ' ^\n  ');
}

/**
 * As a command for cURL in PowerShell, 5 and 7 alike. They hand arguments with quotes over in different ways, and one loses
 * them; so cURL reads its options from a text in which nothing means anything to PowerShell.
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

/** The address first. */
function optionsOf({ method, url, headers, body }: PlainRequest): Option[] {
  const usual = body === undefined ? 'GET' : 'POST';
  const asHead = method === 'HEAD' && body === undefined;
  return [
    // cURL takes brackets and braces in an address for patterns.
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
  // cURL would call any body a form.
  const hasType = headers.some(([name]) => name.toLowerCase() === 'content-type');
  const noType = hasType ? [] : [{ flag: '-H', value: 'Content-Type:' }];
  return body.kind === 'file'
    ? [...noType, { flag: '--data-binary', value: `@${body.path}` }]
    : [...noType, { flag: '--data-raw', value: body.text }];
}

function partOption({ name: written, value, filename, contentType: type }: PlainPart): Option {
  // cURL ends a name at its first equals sign: `x=@/etc/passwd;` would be a file.
  const name = written.replaceAll('=', '%3D');
  // It cannot be quoted, and a comma would name another file.
  const contentType = type !== undefined && /^[\w.+/-]+(?:; ?[\w-]+=[\w.-]+)*$/.test(type) ? type : undefined;
  if ('text' in value && filename === undefined && contentType === undefined) {
    return { flag: '--form-string', value: `${name}=${value.text}` };
  }
  const more = [
    ...(contentType === undefined ? [] : [`;type=${contentType}`]),
    ...(filename === undefined ? [] : [`;filename=${formQuote(filename)}`]),
  ];
  const content = 'path' in value ? `@${formQuote(value.path)}` : formQuote(value.text);
  return { flag: '-F', value: `${name}=${content}${more.join('')}` };
}

/** The quotes of --form, inside which semicolons and commas mean nothing. */
function formQuote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** For a POSIX shell: inside single quotes nothing means anything. */
export function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** As the programs that cmd starts read it: backslashes count before a quote only. Then each sign for cmd itself. */
function quoteCmd(text: string): string {
  // A line of cmd ends at any line break; of `\r` it knows nothing.
  const lines = text.replaceAll(/\r\n?/g, '\n');
  const argument = lines.replace(/\\+|"/g, (signs, at: number) => {
    if (signs === '"') return '\\"';
    const next = lines.charAt(at + signs.length);
    return next === '"' || next === '' ? signs + signs : signs;
  });
  return (
    `"${argument}"`
      // What stands between two percent signs may be a variable, unless it begins with a caret.
      .replace(/(?<=%)[^\n]|[^\w\n /.:-]/gu, '^$&')
      .replaceAll('\n', '^\n\n')
  );
}

/** As cURL reads it from a file of options; there is no line break in it. */
function quoteConfig(text: string): string {
  const signs: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\v': '\\v' };
  return `"${text.replace(/["\\\n\r\t\v]/g, sign => signs[sign] ?? `\\${sign}`)}"`;
}
