import type { TableShape } from './tableShape';

/** A table that was read, with the text of its document. */
export interface ReadSchema {
  text: string;
  /** Absent for a new table. */
  base: TableShape | undefined;
}

/**
 * Tracks which table the text of an open document was made from. A read table becomes the base only when the document
 * has its text: VS Code also reads a file to compare it, and does not replace a text with unsaved edits.
 */
export class SchemaBase {
  #base: TableShape | undefined;
  #prepared: ReadSchema | undefined;
  #offered: ReadSchema | undefined;

  /** Absent for a new table, after a failure to read, and after a reload of the window with unsaved edits. */
  get base(): TableShape | undefined {
    return this.#base;
  }

  /** Keeps a table for the next read of the file. */
  prepare(read: ReadSchema): void {
    this.#prepared = read;
  }

  takePrepared(): ReadSchema | undefined {
    const read = this.#prepared;
    this.#prepared = undefined;
    return read;
  }

  /** Sets the table whose text the document is about to get. */
  offer(read: ReadSchema): void {
    this.#offered = read;
  }

  /** Handles a new text of the document. If it is the offered text, its table becomes the base. */
  adopt(text: string, isDirty: boolean): void {
    // VS Code does not replace unsaved edits. When it reads the file later, the prepared table would be outdated.
    if (isDirty) this.#prepared = undefined;
    if (this.#offered?.text !== text) return;
    this.#base = this.#offered.base;
    this.#offered = undefined;
  }

  /** Sets the base after a save wrote the text. Later edits are compared with it. */
  saved(base: TableShape | undefined): void {
    this.#base = base;
  }
}
