import type { JsonObject } from '../../json/json';
import { idOf, readRecordsText, writeRecordsText, type RecordsForm, type Row, type TextProblem } from './recordsText';

const broken: ReadonlySet<TextProblem['code']> = new Set([
  ...(['unexpectedToken', 'unexpectedEnd', 'badString', 'duplicateName', 'tooDeep'] as const),
  ...(['notRecords', 'notARecord'] as const),
]);

/** The records of one text. A text that was written from records is parsed only when positions are needed. */
export class TextRecords {
  readonly text: string;
  readonly form: RecordsForm;
  #fields: readonly JsonObject[] | undefined;
  #parsed: { rows: readonly Row[]; problems: readonly TextProblem[] } | undefined;

  constructor(text: string, form: RecordsForm) {
    this.text = text;
    this.form = form;
  }

  static written(records: readonly JsonObject[], form: RecordsForm): TextRecords {
    const created = new TextRecords(writeRecordsText(records, form), form);
    created.#fields = form === 'page' ? records : records.slice(0, 1);
    return created;
  }

  /** The fields of each record. */
  get fields(): readonly JsonObject[] {
    return (this.#fields ??= this.rows.map(({ fields }) => fields));
  }

  get rows(): readonly Row[] {
    return this.#read().rows;
  }

  /** The problems of the text itself, independent of the records that were read. */
  get problems(): readonly TextProblem[] {
    return this.#read().problems;
  }

  /** The reason why the text is not a list of records. With it, `rows` is incomplete and must not be edited. */
  get broken(): TextProblem | undefined {
    return this.problems.find(({ code }) => broken.has(code));
  }

  /** The IDs that exactly one record has. */
  get uniqueIds(): ReadonlySet<string> {
    const ids = this.fields.flatMap(record => idOf(record) ?? []);
    const unique = new Set(ids);
    if (unique.size === ids.length) return unique;
    const seen = new Set<string>();
    for (const id of ids) {
      if (seen.has(id)) unique.delete(id);
      seen.add(id);
    }
    return unique;
  }

  #read() {
    return (this.#parsed ??= readRecordsText(this.text, this.form));
  }
}
