import { credentialFieldPattern, isLastingCredential } from '../../api/credentialFields';
import { isSentAsJson } from '../document/format';
import { multipartOf, type MultipartPart } from '../document/multipart';
import { jsonTokens } from '../../json/tokens';
import { isForm } from '../document/rules';
import type { Range, RequestDocument, RequestNode, Token } from '../document/syntax';

/** A credential in the text of a document. `range` is the value alone. */
export interface PastedSecret {
  range: Range;
  /** The name of the value, e.g. `client_secret`. */
  name: string;
  /** Whether it has the format of the service's credentials; otherwise only its name suggests one. */
  isCertain: boolean;
  /** The encoding of the value in the document. The secret is stored decoded, and encoded again when it is sent. */
  encoding: 'json' | 'form' | undefined;
}

// The service's credentials have 40 hexadecimal digits, a user's token 32 letters and digits.
const named = new RegExp(
  String.raw`((?:(?<![\w-])[\w-]{1,40}?)?${credentialFieldPattern})["']?[ \t]*[:=][ \t]*["']?` +
    String.raw`(?:(?:bearer|hydrogen-r1)[ \t]+)?([0-9a-f]{40}|[0-9a-z]{32})(?![0-9a-z])`,
  'gi',
);

/**
 * Finds credentials that were pasted into the text. They belong in SecretStorage, with `{{$secret name}}` in the
 * document.
 */
export function pastedSecrets(document: RequestDocument): PastedSecret[] {
  const secrets: PastedSecret[] = [];
  for (const match of document.text.matchAll(named)) {
    const end = match.index + match[0].length;
    secrets.push(certainSecret({ start: end - (match[2] ?? '').length, end }, match[1] ?? ''));
  }
  const headers = document.requests.flatMap(request => request.headers);
  const values = [
    ...headers.flatMap(({ name, value }) => authorizationValue(name, value)),
    ...[...headers, ...document.variables].flatMap(({ name, value }) =>
      isLiteralCredential(name.text, value.text) ? [possibleSecret(value, name.text)] : [],
    ),
    ...document.requests.flatMap(valuesInBody),
  ];
  const seen = new Set(secrets.map(({ range }) => range.end));
  return [...secrets, ...values.filter(({ range }) => !seen.has(range.end))].sort(
    (a, b) => a.range.start - b.range.start,
  );
}

/**
 * Returns the name under which a secret is stored, as references can have it: `client_secret` → `clientSecret`,
 * `user[password]` → `userPassword`.
 */
export function secretName(name: string): string {
  const words = name.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
}

/**
 * Decodes a pasted secret.
 * @param written the text in its range
 */
export function secretValue(written: string, { encoding }: PastedSecret): string {
  try {
    if (encoding === 'json') return String(JSON.parse(`"${written}"`));
    return encoding === 'form' ? decodeURIComponent(written.replaceAll('+', ' ')) : written;
  } catch {
    return written;
  }
}

function certainSecret(range: Range, name: string): PastedSecret {
  return { range, name, isCertain: true, encoding: undefined };
}

function possibleSecret({ start, end }: Range, name: string, encoding?: PastedSecret['encoding']): PastedSecret {
  return { range: { start, end }, name, isCertain: false, encoding };
}

/**
 * Returns whether the name is that of a credential and the value is not empty, a reference, a mask or a placeholder.
 */
function isLiteralCredential(name: string, value: string): boolean {
  return isLastingCredential(name) && value !== '' && !/\{\{|•|^<\w+>$/.test(value);
}

function valuesInBody(request: RequestNode): PastedSecret[] {
  const { body } = request;
  if (body?.kind !== 'text') return [];
  if (isSentAsJson(request, body)) return jsonValues(body);
  return isForm(request) ? formValues(body) : (multipartOf(request)?.parts ?? []).flatMap(partValue);
}

function partValue({ headers, text }: MultipartPart): PastedSecret[] {
  const disposition = headers.find(({ name }) => name.text.toLowerCase() === 'content-disposition')?.value.text ?? '';
  const name = /;\s*name="([^"]*)"/i.exec(disposition)?.[1] ?? '';
  return text !== undefined && isLiteralCredential(name, text.text) ? [possibleSecret(text, name)] : [];
}

function jsonValues({ text, start }: Token): PastedSecret[] {
  const tokens = jsonTokens(text);
  return tokens.flatMap((value, index) => {
    const name = tokens[index - 2];
    const colon = tokens[index - 1];
    if (value.kind !== 'string' || name?.kind !== 'string' || colon === undefined) return [];
    if (text.charAt(colon.start) !== ':') return [];
    const range = { start: start + value.start + 1, end: start + value.end - 1 };
    const key = text.slice(name.start + 1, name.end - 1);
    return isLiteralCredential(key, text.slice(value.start + 1, value.end - 1))
      ? [possibleSecret(range, key, 'json')]
      : [];
  });
}

function formValues({ text, start }: Token): PastedSecret[] {
  return [...text.matchAll(/(?:^|&)\s*([^=&\s]+)=([^&\r\n]*)/g)].flatMap(match => {
    const [whole, name = '', value = ''] = match;
    const end = start + match.index + whole.length;
    return isLiteralCredential(name, value) ? [possibleSecret({ start: end - value.length, end }, name, 'form')] : [];
  });
}

/** Returns the credential in an Authorization header. Any value of at least 12 characters counts, for any host. */
function authorizationValue(name: Token, value: Token): PastedSecret[] {
  if (!/^(proxy-)?authorization$/i.test(name.text) || value.text.includes('{{')) return [];
  const match = /^(?:[\w-]+\s+)?([\w+/=.~-]{12,})$/.exec(value.text);
  const length = match?.[1]?.length;
  return length === undefined ? [] : [certainSecret({ start: value.end - length, end: value.end }, name.text)];
}
