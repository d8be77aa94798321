import type { TableShape } from './tableShape';

/** A table that was read, as the text of its document. */
export interface ReadSchema {
  text: string;
  /** Absent for a new table. */
  base: TableShape | undefined;
}

/**
 * Knows which table the text of an open document was made from. A read table becomes the base only when the document
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

  /** The document may get this text. */
  offer(read: ReadSchema): void {
    this.#offered = read;
  }

  /** The document has this text now. */
  adopt(text: string, isDirty: boolean): void {
    // VS Code does not replace a text with unsaved edits now. Until it does, this schema gets out of date.
    if (isDirty) this.#prepared = undefined;
    if (this.#offered?.text !== text) return;
    this.#base = this.#offered.base;
    this.#offered = undefined;
  }

  /** A save wrote what the text says; edits since then count from there. */
  saved(base: TableShape | undefined): void {
    this.#base = base;
  }
}
