import { mask } from '../../api/secret';
import { parseDocument } from '../document/parse';
import type { Token } from '../document/syntax';
import { longestText } from '../sending/keptText';
import type { HistoryEntry } from './history';

// What stands for a credential in the text of an entry (plainRequest, mask).
const placeholder = new RegExp(`${mask}|<(?:SECRET|ACCESS_TOKEN|USER_ACCESS_TOKEN)>`, 'g');

/** The history did not keep all of the request. */
export function isCut({ request }: HistoryEntry): boolean {
  return request.length >= longestText;
}

/** The variables that stand in an entry (requestText); any other `{{` came out of a value and means nothing. */
const signs = ['lessSign', 'hashSign', 'questionSign'];

/**
 * The request of an entry as a document that asks for what the history did not keep, so that no mask is ever sent: by
 * `{{$secret name}}`; in an address and on other hosts, where no secret may stand, by `{{$prompt name}}`. The name is that
 * of the field or header.
 */
export function entryRequest({ request }: HistoryEntry): string {
  const { requests, references, problems } = parseDocument(request);
  const [node] = requests;
  if (node === undefined) return request;
  const isOwn = node.target[0]?.text.startsWith('/') === true;
  const names = new Set<string>();
  const edits: { start: number; end: number; text: string }[] = [];
  const ask = ({ start, text }: Token, source: '$secret' | '$prompt', nameAt: (before: string) => string) => {
    for (const match of text.matchAll(placeholder)) {
      const name = unused(nameAt(text.slice(0, match.index)).replace(/[^\w.-]+/g, '') || 'secret', names);
      const at = start + match.index;
      edits.push({ start: at, end: at + match[0].length, text: `{{${source} ${name}}}` });
    }
  };
  const source = isOwn ? '$secret' : '$prompt';
  for (const line of node.target) ask(line, '$prompt', before => /[?&]([^=&]*)=[^&]*$/.exec(before)?.[1] ?? 'path');
  for (const { name, value } of node.headers) ask(value, source, () => name.text);
  if (node.body !== undefined) ask(node.body, node.body.kind === 'file' ? '$prompt' : source, fieldBefore);
  const values = [
    ...references.filter(({ inside, expression }) => inside !== 'variable' && !signs.includes(expression.text)),
    ...problems.filter(({ code }) => code === 'unclosedReference'),
  ];
  for (const { start } of values) edits.push({ start, end: start + 1, text: '{{braceSign}}' });
  edits.sort((one, other) => one.start - other.start);
  const text = edits.reduceRight(
    (rest, { start, end, text: put }) => rest.slice(0, start) + put + rest.slice(end),
    request,
  );
  return values.length > 0 ? `@braceSign = {\n${text}` : text;
}

/** The field whose value begins here or a little before: of JSON, of a form, of a part. */
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

/** Two masks may hide different values. */
function unused(name: string, names: Set<string>): string {
  let free = name;
  for (let count = 2; names.has(free); count++) free = `${name}${count}`;
  names.add(free);
  return free;
}
