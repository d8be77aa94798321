import { createHash } from 'node:crypto';
import { idOf } from './recordsText';
import type { TextRecords } from './textRecords';

/** A replaced part of a text, as VS Code reports it. */
export interface ContentChange {
  rangeOffset: number;
  rangeLength: number;
  text: string;
}

/** The key of a row, and the offset of its opening brace. */
interface RowMarker {
  offset: number;
  key: string;
}

const maximumTexts = 200;

/**
 * Gives each record of a text a key. A unique ID is the key. A record without one keeps its key while the text around
 * it and its own fields change, and gets it back when an undo restores an earlier text.
 */
export class RowTracker {
  #marks: readonly RowMarker[] = [];
  /** The markers by the digest of a text. */
  readonly #history = new Map<string, readonly RowMarker[]>();
  #count = 0;

  /** Shifts the known positions. */
  changed(edits: readonly ContentChange[]): void {
    if (this.#marks.length === 0) return;
    for (const { rangeOffset: start, rangeLength, text } of edits) {
      const end = start + rangeLength;
      this.#marks = this.#marks.flatMap(mark => {
        if (mark.offset >= end) return [{ ...mark, offset: mark.offset + text.length - rangeLength }];
        return mark.offset < start ? [mark] : [];
      });
    }
  }

  /**
   * Returns the key of each row: `=` and the ID, or `+` and a number.
   * @param isCurrent false for a text that the document no longer shows
   */
  keysOf(records: TextRecords, isCurrent = true): string[] {
    const { fields, uniqueIds } = records;
    const ids = fields.map(record => {
      const id = idOf(record);
      return id !== undefined && uniqueIds.has(id) ? id : undefined;
    });
    if (!ids.includes(undefined)) {
      // An invalid text may be an intermediate state of typing, so the positions are kept.
      if (isCurrent && fields.length > 0) this.#marks = [];
      return ids.map(id => `=${id ?? ''}`);
    }
    const digest = digestOf(records.text);
    const known = this.#history.get(digest) ?? (isCurrent ? this.#marks : []);
    const byOffset = new Map(known.map(({ offset, key }) => [offset, key]));
    const marks: RowMarker[] = [];
    const keys = records.rows.map(({ start }, at) => {
      const id = ids[at];
      if (id !== undefined) return `=${id}`;
      const key = byOffset.get(start) ?? `+${(this.#count += 1)}`;
      marks.push({ offset: start, key });
      return key;
    });
    this.#history.delete(digest);
    this.#history.set(digest, marks);
    for (const oldest of [...this.#history.keys()].slice(0, -maximumTexts)) this.#history.delete(oldest);
    if (isCurrent) this.#marks = marks;
    return keys;
  }
}

export function digestOf(text: string): string {
  return createHash('sha1').update(text).digest('base64');
}
