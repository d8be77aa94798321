import type { RecordBase, WrittenRecord } from './recordBase';
import type { RefusedCell } from '../saving/afterSave';
import { digestOf } from '../text/rowTracker';

/** Identifies a text without storing it. */
interface TextFingerprint {
  length: number;
  digest: string;
}

/** Texts that were made from the same records. */
interface Lineage {
  base: RecordBase;
  start: TextFingerprint;
  /** The last text before a save replaced it. */
  end?: TextFingerprint;
  isPartlySaved: boolean;
}

const maximumLineages = 10;

/**
 * The bases of a document's texts. A save replaces the text and its base; an undo can restore an earlier text, which
 * was made from an earlier base.
 */
export class TextLineages {
  #all: readonly Lineage[] = [];
  #current: Lineage | undefined;
  #isAtStart = false;

  get base(): RecordBase | undefined {
    return this.#current?.base;
  }

  /** Whether the text is as it was read, or as a save left it. */
  get isAtStart(): boolean {
    return this.#isAtStart;
  }

  get isPartlySaved(): boolean {
    return this.#current?.isPartlySaved === true;
  }

  /** Registers the base of a text that the document is about to get. */
  expect(text: string, base: RecordBase, isPartlySaved = false): void {
    const start = markOf(text);
    const others = this.#all.filter(each => !isSameMark(each.start, start));
    this.#all = [...others.slice(1 - maximumLineages), { base, start, isPartlySaved }];
  }

  /** Selects the newest base for any text. */
  takeNewest(): void {
    this.#current = this.#all.at(-1);
  }

  /** Remembers a text that a save may replace and an undo may restore. */
  end(text: string): void {
    if (this.#current !== undefined) this.#current.end = markOf(text);
  }

  /**
   * Finds the base of the document's current text.
   * @param isUndo whether an undo or a redo restored the text. Only then it can have an earlier base: an edit can make the
   * text equal to an earlier one by chance, for example by deleting a record that was read since
   * @returns whether the base changed
   */
  recognize(text: string, isUndo: boolean): boolean {
    const { length } = text;
    this.#isAtStart = false;
    const possible = isUndo || this.#current === undefined ? this.#all : [this.#current, ...this.#all.slice(-1)];
    if (!possible.some(({ start, end }) => start.length === length || end?.length === length)) return false;
    const mark = markOf(text);
    const lineage = possible.findLast(
      ({ start, end }) => isSameMark(start, mark) || (end !== undefined && isSameMark(end, mark)),
    );
    if (lineage === undefined) return false;
    this.#isAtStart = isSameMark(lineage.start, mark);
    if (lineage === this.#current) return false;
    this.#current = lineage;
    return true;
  }

  /** Marks written values as read in every text that an undo can restore. */
  markWritten(written: readonly WrittenRecord[], refused: readonly RefusedCell[]): void {
    // A newer base for the same text, or many newer texts, may have evicted the base of the current text.
    const all = new Set([...this.#all, ...(this.#current === undefined ? [] : [this.#current])]);
    for (const lineage of all) lineage.base = lineage.base.withWritten(written, refused);
  }
}

function markOf(text: string): TextFingerprint {
  return { length: text.length, digest: digestOf(text) };
}

function isSameMark(one: TextFingerprint, other: TextFingerprint): boolean {
  return one.length === other.length && one.digest === other.digest;
}
