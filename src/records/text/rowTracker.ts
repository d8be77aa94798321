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
interface RowPosition {
  offset: number;
  key: string;
}

const maximumTexts = 200;

/**
 * Gives each record of a text a key. A unique ID is the key. A record without one keeps its key while the text around
 * it and its own fields change, and gets it back when an undo restores an earlier text.
 */
export class RowTracker {
  #marks: readonly RowPosition[] = [];
  /** The markers by the digest of a text. */
  readonly #history = new Map<string, readonly RowPosition[]>();
  #count = 0;

  /** Shifts the known positions. @param edits in the order in which they are made */
  changed(edits: readonly ContentChange[]): void {
    if (this.#marks.length === 0) return;
    // VS Code makes the changes of one edit from the last to the first. These are handled together, in linear time.
    let run: ContentChange[] = [];
    for (const edit of edits) {
      const first = run.at(-1);
      if (first !== undefined && edit.rangeOffset + edit.rangeLength > first.rangeOffset) {
        this.#marks = shifted(this.#marks, run);
        run = [];
      }
      run.push(edit);
    }
    this.#marks = shifted(this.#marks, run);
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
    const marks: RowPosition[] = [];
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

/** @param edits from the last to the first, without overlaps */
function shifted(marks: readonly RowPosition[], edits: readonly ContentChange[]): readonly RowPosition[] {
  let next = edits.length - 1;
  let shift = 0;
  return marks.flatMap(mark => {
    let edit = edits[next];
    while (edit !== undefined && edit.rangeOffset + edit.rangeLength <= mark.offset) {
      shift += edit.text.length - edit.rangeLength;
      edit = edits[(next -= 1)];
    }
    // The edit replaces the beginning of this row.
    if (edit !== undefined && edit.rangeOffset <= mark.offset) return [];
    return [{ ...mark, offset: mark.offset + shift }];
  });
}

export function digestOf(text: string): string {
  return createHash('sha1').update(text).digest('base64');
}
