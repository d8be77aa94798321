import { changedText, type TextChange } from '../../../src/records/text/recordsEdit';
import { RecordDocument, type TextSource } from '../../../src/records/document/recordDocument';
import type { JsonObject } from '../../../src/json/json';
import type { RecordsForm } from '../../../src/records/text/recordsText';
import type { Table } from '../../../src/records/table/schema';

/** The text of an open document, as an editor holds it. */
export class OpenText implements TextSource {
  version = 1;
  readonly document: RecordDocument;
  #text: string;

  constructor(document: RecordDocument, text: string) {
    this.document = document;
    this.#text = text;
    document.open(this);
  }

  getText(): string {
    return this.#text;
  }

  /** Replaces the part of the text that differs. */
  replace(text: string): void {
    const before = this.#text;
    let start = 0;
    while (start < Math.min(before.length, text.length) && before[start] === text[start]) start += 1;
    let rest = 0;
    const most = Math.min(before.length, text.length) - start;
    while (rest < most && before.at(-1 - rest) === text.at(-1 - rest)) rest += 1;
    this.change([{ start, end: before.length - rest, text: text.slice(start, text.length - rest) }]);
  }

  /** Makes one edit, undo or redo. Like VS Code, reports the changes from the last to the first. */
  change(changes: readonly TextChange[], isUndo = false): void {
    if (changes.length === 0) return;
    this.#text = changedText(this.#text, changes);
    this.version += 1;
    const sorted = [...changes].sort((one, other) => other.start - one.start);
    this.document.changed(
      sorted.map(({ start, end, text }) => ({ rangeOffset: start, rangeLength: end - start, text })),
      isUndo,
    );
  }
}

/** Opens a document that shows these records as read. */
export function openRecords(table: Table, records: readonly JsonObject[], form: RecordsForm = 'page'): OpenText {
  const document = new RecordDocument(form);
  document.table = table;
  return new OpenText(document, document.offer(records));
}
