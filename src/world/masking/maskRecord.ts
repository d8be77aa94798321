import {
  ExactNumber,
  isJsonObject,
  isList,
  sameJson,
  valueOf,
  writeJson,
  type Json,
  type JsonObject,
} from '../../json/json';
import type { Masker } from './masker';
import { findPersonal, formOf, keepsPartsOf, partsBetween } from './personalForms';
import { isPersonalName } from './personalNames';

/**
 * How the columns of a table are masked. Personal values are masked in the texts of all columns that are not in `kept`.
 */
export interface MaskRules {
  /** Columns that are masked completely, because of their names or because the user chose them. */
  columns: ReadonlySet<string>;
  /** Columns that are not masked: IDs, times, permissions. */
  kept: ReadonlySet<string>;
  /** Pointer columns. IDs are not masked; any other value is masked completely, because it may be anything. */
  pointers?: ReadonlySet<string>;
  /**
   * True by default: keys with personal names and values with personal forms are masked. Tests switch off one of them.
   */
  byName?: boolean;
  byForm?: boolean;
}

/** The number of masked values of each column. */
export type MaskCounts = Map<string, number>;

/** Returns the record with personal values masked, and adds the number of masked values to `counts`. */
export function maskRecord(record: JsonObject, rules: MaskRules, masker: Masker, counts: MaskCounts): JsonObject {
  return new Map(
    [...record].map(([name, value]) => {
      if (rules.kept.has(name)) return [name, value];
      const count = () => counts.set(name, (counts.get(name) ?? 0) + 1);
      const work = new RecordMasker(masker, rules, count);
      const isPointer = rules.pointers?.has(name) === true;
      if (isPointer && isPointerId(value)) return [name, value];
      // The name is checked again, because a column may have been added after the schema was read.
      const isPersonal = isPointer || rules.columns.has(name) || (rules.byName !== false && isPersonalName(name));
      return [name, isPersonal ? work.whole(value) : work.parts(value)];
    }),
  );
}

/** True if a value is the ID of a record or user, or empty. A string that looks like a phone number is not an ID. */
export function isPointerId(value: Json | undefined): boolean {
  if (typeof value !== 'string') return value === null || value === undefined || value instanceof ExactNumber;
  return value === '' || /^[\da-f]{24}$/i.test(value) || (/^\d{1,20}$/.test(value) && formOf(value) === undefined);
}

/**
 * Teaches the masker the replacements of an earlier run from a record before and after masking. Values that the earlier
 * run did not change are skipped.
 */
export function learnMasks(raw: Json | undefined, masked: Json | undefined, masker: Masker): void {
  if (isJsonObject(raw) && isJsonObject(masked)) {
    learnKeys(raw, masked, masker);
    for (const [name, value] of raw) learnMasks(value, masked.get(name), masker);
  } else if (isList(raw) && isList(masked)) {
    raw.forEach((item, index) => learnMasks(item, masked[index], masker));
  } else {
    const [before, after] = [plainText(raw), plainText(masked)];
    const [inner, maskedInner] = [jsonIn(raw), jsonIn(masked)];
    if (inner !== undefined && maskedInner !== undefined) return learnMasks(inner, maskedInner, masker);
    if (before === undefined || after === undefined || before === after) return;
    learnParts(before, after, masker);
  }
}

/**
 * Learns the replacement of a masked key and its value. An object with several masked keys is skipped, because the
 * order of the replacements is not known.
 */
function learnKeys(raw: JsonObject, masked: JsonObject, masker: Masker): void {
  const [before, ...others] = [...raw.keys()].filter(name => !masked.has(name));
  const [after, ...unknown] = [...masked.keys()].filter(name => !raw.has(name));
  if (before === undefined || after === undefined || others.length + unknown.length > 0) return;
  learnParts(before, after, masker);
  learnMasks(raw.get(before), masked.get(after), masker);
}

/**
 * Learns the replacements of the personal values in a text, or of the whole text if the parts between them differ too.
 * Nothing is learned from a text that has kept these parts: its column may have to be masked completely now.
 */
function learnParts(before: string, after: string, masker: Masker): void {
  const [spans, replaced] = [findPersonal(before), findPersonal(after)];
  const isSame =
    spans.length > 0 &&
    spans.length === replaced.length &&
    partsBetween(before, spans).join('\0') === partsBetween(after, replaced).join('\0');
  if (!isSame) return keepsPartsOf(before)(after) ? undefined : masker.learn(before, after);
  spans.forEach(({ start, end }, index) => {
    const to = replaced[index];
    if (to !== undefined) masker.learn(before.slice(start, end), after.slice(to.start, to.end));
  });
}

class RecordMasker {
  readonly #masker: Masker;
  readonly #rules: MaskRules;
  readonly #count: () => void;

  constructor(masker: Masker, rules: MaskRules, count: () => void) {
    this.#masker = masker;
    this.#rules = rules;
    this.#count = count;
  }

  /** Masks every string and number in a value, and personal forms in keys. */
  whole(value: Json): Json {
    if (isJsonObject(value)) return new Map([...value].map(([name, inner]) => [this.text(name), this.whole(inner)]));
    if (isList(value)) return value.map(item => this.whole(item));
    const text = plainText(value);
    if (text === undefined || text.trim() === '') return value;
    this.#count();
    // The exponent is dropped, because it is not a digit of the value.
    if (value instanceof ExactNumber) return new ExactNumber(numeric(this.#replaced(text.replace(/e.*$/i, ''))));
    return this.#replaced(text);
  }

  /** Masks the parts of a value that are personal by the name of their key or by their form. */
  parts(value: Json): Json {
    if (isJsonObject(value)) {
      return new Map(
        [...value].map(([name, inner]) => {
          const isPersonal = this.#rules.byName !== false && isPersonalName(name);
          return [this.text(name), isPersonal ? this.whole(inner) : this.parts(inner)];
        }),
      );
    }
    if (isList(value)) return value.map(item => this.parts(item));
    const inner = jsonIn(value);
    if (inner !== undefined) {
      const masked = this.parts(inner);
      return sameJson(masked, inner) ? value : writeJson(masked);
    }
    if (typeof value === 'string') return this.text(value);
    if (
      value instanceof ExactNumber &&
      this.#rules.byForm !== false &&
      formOf(value.text.replace(/\.0+$/, '')) !== undefined
    ) {
      return this.whole(value);
    }
    return value;
  }

  #replaced(text: string): string {
    return this.#masker.replace(text, formOf(text) ?? 'shape');
  }

  text(value: string): string {
    if (this.#rules.byForm === false) return value;
    let from = 0;
    let masked = '';
    for (const { start, end, form } of findPersonal(value)) {
      this.#count();
      masked += value.slice(from, start) + this.#masker.replace(value.slice(start, end), form);
      from = end;
    }
    return masked + value.slice(from);
  }
}

/** Returns the object or list that a string contains as JSON; `undefined` for any other value. */
function jsonIn(value: Json | undefined): Json | undefined {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return undefined;
  const inner = valueOf(value);
  return isJsonObject(inner) || isList(inner) ? inner : undefined;
}

/** Returns the text of a string or number; `undefined` for any other value. */
function plainText(value: Json | undefined): string | undefined {
  if (value instanceof ExactNumber) return value.text;
  return typeof value === 'string' ? value : undefined;
}

/** Turns letters into digits and a first 0 into 1, because some forms have them and a number in JSON must not. */
function numeric(replacement: string): string {
  return replacement
    .replace(/[a-z]/gi, letter => String(letter.charCodeAt(0) % 10))
    .replace(/^(-?)0(?=\d)/, (_, sign: string) => `${sign}1`);
}
