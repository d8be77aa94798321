import { isDigitCredential } from '../credentialFields';
import { unescaped, valueEnd } from './jsonStrings';
import type { FoundCredential, Span } from './spans';

/** A list or an object under the name of a credential. It ends with the text when its closing bracket is missing. */
export interface CredentialList extends Span {
  name: string;
  /** The position of the name. `start` is that of the opening bracket. */
  nameStart: number;
  /** The number of backslashes before each quote. */
  escapes: number;
}

/**
 * The maximum depth that is tracked, so that hostile text cannot use much memory. A list that nests deeper extends to the
 * end of the text.
 */
const deepest = 200;
/** Matches keys that may be shown. Longer keys, and keys that look like a token, are masked. */
const shownKey = /^(?![\w-]{28})[^]{0,80}$/;
const reason = /^[A-Z][a-z]+(?: [\w'’-]+,?){2,40}\.$/;
const token = /["[\]{},:]|(?<![\d.])\d{4,20}(?=\s*(?:[,}\\\]]|$))/g;

/** Whether a text in the list of this name is the reason of an error, as in `{ "password": ["This field is required."] }`. */
export function isReason(name: string, text: string): boolean {
  return !/s$/i.test(name) && reason.test(text);
}

/** Returns all texts in a list, and the numbers that are credentials. Keys of objects are not values. */
export function listValues(
  text: string,
  list: Omit<CredentialList, 'end'>,
): { values: FoundCredential[]; end: number } {
  const reader = new ListReader(text, list);
  const values: FoundCredential[] = [];
  for (let part = reader.next(); part !== undefined; part = reader.next()) {
    if (part.value !== undefined) values.push(part.value);
  }
  return { values, end: reader.at };
}

/**
 * Returns what to search after `from`: `lead + text.slice(at)`. If `from` is inside a list, the search could not know that
 * its values are credentials. So `lead` repeats the name and the open brackets of the list.
 * @param latest the maximum of `at`
 */
export function restFrom(
  text: string,
  lists: readonly CredentialList[],
  from: number,
  latest: number,
): { lead: string; at: number } {
  const list = lists.find(({ nameStart, end }) => nameStart < from && end > from);
  if (list === undefined) return { lead: '', at: from };
  if (list.start >= from) return { lead: '', at: list.nameStart };
  const reader = new ListReader(text, list);
  for (;;) {
    const before = reader.state;
    const part = reader.next();
    if (part === undefined || part.start >= from) return { lead: leadOf(text, list, before), at: from };
    // A text that reaches the end of the piece may continue in the next one.
    if (part.end > latest || part.end === text.length) return { lead: leadOf(text, list, before), at: part.start };
    if (part.end >= from) return { lead: leadOf(text, list, reader.state), at: part.end };
  }
}

interface ListNesting {
  /** The open brackets. */
  brackets: string;
  /** The last key of an object, as written. */
  key: string;
  /** Whether the next text is a key. */
  isKeyNext: boolean;
}

function leadOf(text: string, list: CredentialList, { brackets, key, isKeyNext }: ListNesting): string {
  if (brackets === '') return '';
  const quote = `${'\\'.repeat(list.escapes)}"`;
  const member = brackets.endsWith('{') && !isKeyNext ? `${quote}${key}${quote}:` : '';
  return text.slice(list.nameStart, list.start) + brackets + member;
}

interface ListPart extends Span {
  value?: FoundCredential;
}

class ListReader {
  at: number;
  state: ListNesting = { brackets: '', key: '', isKeyNext: false };
  readonly #text: string;
  readonly #list: Omit<CredentialList, 'end'>;
  readonly #hasDigits: boolean;

  constructor(text: string, list: Omit<CredentialList, 'end'>) {
    this.#text = text;
    this.#list = list;
    this.#hasDigits = isDigitCredential(list.name.replace(/s$/i, ''));
    this.at = list.start;
  }

  /** Reads the next bracket, sign, text or number. */
  next(): ListPart | undefined {
    const { at } = this;
    const { brackets } = this.state;
    if (brackets === '' && at !== this.#list.start) return undefined;
    token.lastIndex = at;
    const match = token.exec(this.#text);
    if (match === null) {
      this.at = this.#text.length;
      return undefined;
    }
    const [sign] = match;
    if (sign === '"') return this.#readText(match.index);
    const part: ListPart = { start: match.index, end: token.lastIndex };
    this.at = part.end;
    if (/\d/.test(sign)) {
      return this.#hasDigits || isDigitCredential(this.state.key) ? { ...part, value: { ...part, value: sign } } : part;
    }
    this.#readSign(sign);
    return part;
  }

  #readSign(sign: string): void {
    const { brackets } = this.state;
    if (brackets.length > deepest || (sign === ',' && brackets.endsWith('['))) return;
    const isOpening = sign === '[' || sign === '{';
    const isClosing = sign === ']' || sign === '}';
    const open = isOpening ? brackets + sign : isClosing ? brackets.slice(0, -1) : brackets;
    const isKeyNext = open.endsWith('{') && open.length <= deepest && (sign === '{' || sign === ',');
    this.state = { ...this.state, brackets: open, isKeyNext };
  }

  #readText(quote: number): ListPart | undefined {
    const text = this.#text;
    const { escapes } = this.#list;
    let begin = quote;
    while (begin > this.at && text.charAt(begin - 1) === '\\') begin--;
    if (quote - begin < escapes) {
      // The string that contains the list ends here.
      this.at = begin;
      this.state = { ...this.state, brackets: '' };
      return undefined;
    }
    const run = quote - begin;
    const start = quote + 1;
    const end = valueEnd(text, start, run);
    this.at = text.startsWith(text.slice(begin, start), end) ? end + start - begin : end;
    const part = { start: begin, end: this.at };
    const written = text.slice(start, end);
    const { brackets, isKeyNext } = this.state;
    const isShownText = isKeyNext ? shownKey.test(written) : brackets === '[' && isReason(this.#list.name, written);
    const isCutKey = isKeyNext && end === text.length;
    const isShown = start === end || (!isCutKey && isShownText);
    if (isKeyNext) this.state = { ...this.state, key: isShown ? written : '', isKeyNext: false };
    // A key that is cut off is masked only here. Its beginning is not searched for in the rest of the text.
    return isShown ? part : { ...part, value: { start, end, value: isCutKey ? '' : unescaped(written, run) } };
  }
}
