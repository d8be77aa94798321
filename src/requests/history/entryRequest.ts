import { mask } from '../../api/secret';
import { braceEdits, withEdits } from '../convert/plainBraces';
import { parseDocument } from '../document/parse';
import type { Token } from '../document/syntax';
import { longestText } from '../sending/keptText';
import type { HistoryEntry } from './history';

// The placeholders of credentials in an entry (plainRequest, mask).
const placeholder = new RegExp(`${mask}|<(?:SECRET|ACCESS_TOKEN|USER_ACCESS_TOKEN)>`, 'g');

/** Returns whether the history contains only a part of the request. */
export function isCut({ request }: HistoryEntry): boolean {
  return request.length >= longestText;
}

/**
 * Returns the request of an entry as a document. Masks become `{{$secret name}}`, so that no mask is ever sent. In an
 * address and for other hosts, where secrets are not allowed, they become `{{$prompt name}}`. The name is that of the
 * field or header. An Authorization header becomes a `{{$prompt}}` too, because a stored token may belong to
 * another person.
 */
export function entryRequest({ request }: HistoryEntry): string {
  const document = parseDocument(request);
  const [node] = document.requests;
  if (node === undefined) return request;
  const isOwn = node.target[0]?.text.startsWith('/') === true;
  const names = new Set<string>();
  const edits: Token[] = [];
  const replaceMasks = ({ start, text }: Token, source: '$secret' | '$prompt', nameAt: (before: string) => string) => {
    for (const match of text.matchAll(placeholder)) {
      const name = unusedName(nameAt(text.slice(0, match.index)).replace(/[^\w.-]+/g, '') || 'secret', names);
      const at = start + match.index;
      edits.push({ start: at, end: at + match[0].length, text: `{{${source} ${name}}}` });
    }
  };
  const source = isOwn ? '$secret' : '$prompt';
  for (const line of node.target)
    replaceMasks(line, '$prompt', before => /[?&]([^=&]*)=[^&]*$/.exec(before)?.[1] ?? 'path');
  for (const { name, value } of node.headers) {
    const isIdentity = /^authorization$/i.test(name.text);
    replaceMasks(value, isIdentity ? '$prompt' : source, () => name.text);
  }
  if (node.body !== undefined) replaceMasks(node.body, node.body.kind === 'file' ? '$prompt' : source, fieldBefore);
  return withEdits(request, [...edits, ...braceEdits(document)]);
}

/**
 * Returns the name of the last JSON field, form field or multipart field near the end of a text; empty if there is
 * none.
 */
function fieldBefore(text: string): string {
  const near = text.slice(-500);
  const fields = [...near.matchAll(/"([^"\\\n]+)"\s*:|(?:^|[&\n])([\w.%[\]-]+)=|\bname="([^"\n]+)"/g)];
  return (
    fields
      .at(-1)
      ?.slice(1)
      .find(name => name !== undefined) ?? ''
  );
}

/** Returns an unused name, because two masks may hide different values. */
function unusedName(name: string, names: Set<string>): string {
  let candidate = name;
  for (let count = 2; names.has(candidate); count++) candidate = `${name}${count}`;
  names.add(candidate);
  return candidate;
}
