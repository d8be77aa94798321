import { credentialFieldPattern } from '../../api/credentialFields';
import type { Range, RequestDocument, Token } from '../document/syntax';

/** A credential written into the document; `range` is the value alone. */
export interface PastedSecret {
  range: Range;
  /** What it is called there, e.g. `client_secret`. */
  name: string;
}

// The service's credentials are 40 hexadecimal digits, a user's token 32 letters and digits.
const named = new RegExp(
  String.raw`((?:(?<![\w-])[\w-]{1,40}?)?${credentialFieldPattern})["']?[ \t]*[:=][ \t]*["']?` +
    String.raw`(?:(?:bearer|hydrogen-r1)[ \t]+)?([0-9a-f]{40}|[0-9a-z]{32})(?![0-9a-z])`,
  'gi',
);

/** Credentials pasted into the text: they belong into SecretStorage, and `{{$secret name}}` into the document. */
export function pastedSecrets(document: RequestDocument): PastedSecret[] {
  const found: PastedSecret[] = [];
  for (const match of document.text.matchAll(named)) {
    const end = match.index + match[0].length;
    found.push({ range: { start: end - (match[2] ?? '').length, end }, name: match[1] ?? '' });
  }
  const values = document.requests
    .flatMap(({ headers }) => headers)
    .flatMap(({ name, value }) => authorizationValue(name, value));
  const seen = new Set(found.map(({ range }) => range.end));
  return [...found, ...values.filter(({ range }) => !seen.has(range.end))].sort(
    (a, b) => a.range.start - b.range.start,
  );
}

/** Of an Authorization header any value counts, whoever it is for. */
function authorizationValue(name: Token, value: Token): PastedSecret[] {
  if (!/^(proxy-)?authorization$/i.test(name.text) || value.text.includes('{{')) return [];
  const match = /^(?:[\w-]+\s+)?([\w+/=.~-]{12,})$/.exec(value.text);
  const length = match?.[1]?.length;
  return length === undefined ? [] : [{ range: { start: value.end - length, end: value.end }, name: name.text }];
}
