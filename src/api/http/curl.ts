import type { PlainPart, PlainRequest } from './plainRequest';

/** As a command for cURL in a POSIX shell, one option to a line. */
export function exportCurl({ method, url, headers, body }: PlainRequest): string {
  const usual = body === undefined ? 'GET' : 'POST';
  const options = [
    // cURL takes brackets and braces in an address for patterns.
    `--globoff ${quote(url)}`,
    ...(method === usual ? [] : [method === 'HEAD' && body === undefined ? '--head' : `-X ${quote(method)}`]),
    ...headers.map(([name, value]) => `-H ${quote(value === '' ? `${name};` : `${name}: ${value}`)}`),
    ...bodyOptions(body, headers),
  ];
  return `curl ${options.join(' \\\n  ')}`;
}

function bodyOptions(body: PlainRequest['body'], headers: PlainRequest['headers']): string[] {
  if (body === undefined) return [];
  if (body.kind === 'multipart') return body.parts.map(part => partOption(part));
  // cURL would call any body a form.
  const hasType = headers.some(([name]) => name.toLowerCase() === 'content-type');
  const noType = hasType ? [] : [`-H ${quote('Content-Type:')}`];
  return body.kind === 'file'
    ? [...noType, `--data-binary ${quote(`@${body.path}`)}`]
    : [...noType, `--data-raw ${quote(body.text)}`];
}

function partOption({ name: written, value, filename, contentType: type }: PlainPart): string {
  // cURL ends a name at its first equals sign: `x=@/etc/passwd;` would be a file.
  const name = written.replaceAll('=', '%3D');
  // It cannot be quoted, and a comma would name another file.
  const contentType = type !== undefined && /^[\w.+/-]+(?:; ?[\w-]+=[\w.-]+)*$/.test(type) ? type : undefined;
  if ('text' in value && filename === undefined && contentType === undefined) {
    return `--form-string ${quote(`${name}=${value.text}`)}`;
  }
  const more = [
    ...(contentType === undefined ? [] : [`;type=${contentType}`]),
    ...(filename === undefined ? [] : [`;filename=${formQuote(filename)}`]),
  ];
  const content = 'path' in value ? `@${formQuote(value.path)}` : formQuote(value.text);
  return `-F ${quote(`${name}=${content}${more.join('')}`)}`;
}

/** The quotes of --form, inside which semicolons and commas mean nothing. */
function formQuote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** For a POSIX shell: inside single quotes nothing means anything. */
export function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
