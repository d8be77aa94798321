import { TransferError } from './transferError';

/** The text of one value of a JSON array. */
interface JsonItem {
  text: string;
  /** Line of its first character, from 1. */
  line: number;
}

const [quote, backslash, comma, newline] = [0x22, 0x5c, 0x2c, 0x0a];
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);
/** The maximum number of characters of one item. */
export const longestRow = 16 * 1024 * 1024;

/**
 * Splits a JSON array that arrives in pieces into the texts of its items. Each text is then parsed separately, which
 * keeps exact numbers. Streaming parsers would convert them to floating point numbers.
 */
export class JsonItems {
  #state: 'before' | 'inside' | 'after' = 'before';
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  #pending = '';
  #line = 1;
  /** Line of the first character of the pending item; 0 before that character. */
  #startLine = 0;
  #afterComma = false;

  /** Adds a piece and returns the items that it completes. @throws TransferError `notAList`, `rowTooLong` */
  push(piece: string): JsonItem[] {
    const items: JsonItem[] = [];
    let start = 0;
    for (let at = 0; at < piece.length; at++) {
      const code = piece.charCodeAt(at);
      if (code === newline) this.#line++;
      if (this.#inString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (code === backslash) this.#isEscaped = true;
        else if (code === quote) this.#inString = false;
      } else if (this.#state !== 'inside') {
        if (this.#state === 'before' && code === 0x5b) {
          this.#state = 'inside';
          start = at + 1;
        } else if (code > 0x20) throw new TransferError('notAList', String(this.#line));
      } else if (code === quote) {
        this.#markStart();
        this.#inString = true;
      } else if (opening.has(code)) {
        this.#markStart();
        this.#depth++;
      } else if (closing.has(code)) {
        if (this.#depth > 0) this.#depth--;
        else {
          if (code !== 0x5d) throw new TransferError('notAList', String(this.#line));
          this.#addItem(items, piece.slice(start, at), true);
          this.#state = 'after';
          start = at + 1;
        }
      } else if (code === comma && this.#depth === 0) {
        this.#addItem(items, piece.slice(start, at), false);
        start = at + 1;
      } else if (code > 0x20) this.#markStart();
    }
    if (this.#state === 'inside') this.#pending += piece.slice(start);
    if (this.#pending.length > longestRow) throw new TransferError('rowTooLong', String(this.#startLine || this.#line));
    return items;
  }

  /** Checks that the array is closed. @throws TransferError `notAList` */
  end(): void {
    if (this.#state !== 'after') throw new TransferError('notAList', String(this.#line));
  }

  #markStart(): void {
    if (this.#startLine === 0) this.#startLine = this.#line;
  }

  #addItem(items: JsonItem[], part: string, isLast: boolean): void {
    const text = (this.#pending + part).trim();
    this.#pending = '';
    if (text === '' && (!isLast || this.#afterComma)) throw new TransferError('notAList', String(this.#line));
    if (text !== '') items.push({ text, line: this.#startLine || this.#line });
    this.#afterComma = !isLast;
    this.#startLine = 0;
  }
}
