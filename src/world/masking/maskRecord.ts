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
import { isPersonalName } from '../../api/masking/personalNames';

/**
 * How the columns of a table are masked. In columns that are in none of the sets, only personal values are masked.
 */
export interface MaskRules {
  /** Columns that are masked completely. */
  columns: ReadonlySet<string>;
  /** Columns that are not masked, such as IDs, times and permissions. */
  unmasked: ReadonlySet<string>;
  /** Pointer columns. Their IDs are not masked; any other value is masked completely, because it is unexpected. */
  pointers?: ReadonlySet<string>;
  /** Whether keys with personal names are masked. Default: true; only tests switch it off. */
  byName?: boolean;
  /** Whether values with personal forms are masked. Default: true; only tests switch it off. */
  byForm?: boolean;
}

/** The number of masked values of each column. */
export type MaskCounts = Map<string, number>;

/** Returns the record with personal values masked, and adds the number of masked values to `counts`. */
export function maskRecord(record: JsonObject, rules: MaskRules, masker: Masker, counts: MaskCounts): JsonObject {
  return new Map(
    [...record].map(([name, value]) => {
      if (rules.unmasked.has(name)) return [name, value];
      const count = () => counts.set(name, (counts.get(name) ?? 0) + 1);
      const values = new ValueMasker(masker, rules, count);
      const isPointer = rules.pointers?.has(name) === true;
      if (isPointer && isPointerId(value)) return [name, value];
      // Checks the name again, because the column may have been added after the schema was read.
      const isPersonal = isPointer || rules.columns.has(name) || (rules.byName !== false && isPersonalName(name));
      return [name, isPersonal ? values.maskWhole(value) : values.maskParts(value)];
    }),
  );
}

/** True if a value is the ID of a record or user, or empty. A string of digits with a personal form is not an ID. */
export function isPointerId(value: Json | undefined): boolean {
  if (typeof value !== 'string') return value === null || value === undefined || value instanceof ExactNumber;
  return value === '' || /^[\da-f]{24}$/i.test(value) || (/^\d{1,20}$/.test(value) && formOf(value) === undefined);
}

/**
 * Adds the replacements of an earlier run to the masker, from a value before and after masking. Skips parts that the
 * earlier run did not change.
 */
export function learnMasks(raw: Json | undefined, masked: Json | undefined, masker: Masker): void {
  if (isJsonObject(raw) && isJsonObject(masked)) {
    learnKeys(raw, masked, masker);
    for (const [name, value] of raw) learnMasks(value, masked.get(name), masker);
  } else if (isList(raw) && isList(masked)) {
    raw.forEach((item, index) => learnMasks(item, masked[index], masker));
  } else {
    const [before, after] = [plainText(raw), plainText(masked)];
    const [inner, maskedInner] = [embeddedJson(raw), embeddedJson(masked)];
    if (inner !== undefined && maskedInner !== undefined) return learnMasks(inner, maskedInner, masker);
    if (before === undefined || after === undefined || before === after) return;
    learnParts(before, after, masker);
  }
}

/**
 * Learns the replacement of a masked key and its value. Skips an object with several masked keys, because their order
 * after masking is unknown.
 */
function learnKeys(raw: JsonObject, masked: JsonObject, masker: Masker): void {
  const [before, ...otherRawKeys] = [...raw.keys()].filter(name => !masked.has(name));
  const [after, ...otherMaskedKeys] = [...masked.keys()].filter(name => !raw.has(name));
  if (before === undefined || after === undefined || otherRawKeys.length + otherMaskedKeys.length > 0) return;
  learnParts(before, after, masker);
  learnMasks(raw.get(before), masked.get(after), masker);
}

/**
 * Learns the replacements of the personal values in a text. If the text around them differs, the whole text was masked, so
 * its replacement is learned instead. If the masked text still contains all parts around the values, learns nothing,
 * because the column may be masked completely now.
 */
function learnParts(before: string, after: string, masker: Masker): void {
  const [spans, maskedSpans] = [findPersonal(before), findPersonal(after)];
  const isSame =
    spans.length > 0 &&
    spans.length === maskedSpans.length &&
    partsBetween(before, spans).join('\0') === partsBetween(after, maskedSpans).join('\0');
  if (!isSame) return keepsPartsOf(before)(after) ? undefined : masker.learn(before, after);
  spans.forEach(({ start, end }, index) => {
    const to = maskedSpans[index];
    if (to !== undefined) masker.learn(before.slice(start, end), after.slice(to.start, to.end));
  });
}

/** Masks the values of one column. */
class ValueMasker {
  readonly #masker: Masker;
  readonly #rules: MaskRules;
  readonly #count: () => void;

  constructor(masker: Masker, rules: MaskRules, count: () => void) {
    this.#masker = masker;
    this.#rules = rules;
    this.#count = count;
  }

  /** Masks every string and number in a value, and personal forms in keys. */
  maskWhole(value: Json): Json {
    if (isJsonObject(value)) {
      if (isGeoJson(value))
        return new Map([...value, ['coordinates', this.#maskDegrees(value.get('coordinates') ?? null)]]);
      return new Map([...value].map(([name, inner]) => [this.maskText(name), this.maskWhole(inner)]));
    }
    if (isList(value)) return value.map(item => this.maskWhole(item));
    const text = plainText(value);
    if (text === undefined || text.trim() === '') return value;
    this.#count();
    // Drops the exponent, because it is not a digit of the value.
    if (value instanceof ExactNumber) return new ExactNumber(numberText(this.#replace(text.replace(/e.*$/i, ''))));
    return this.#replace(text);
  }

  /** Masks the parts of a value that are personal by the name of their key or by their form. */
  maskParts(value: Json): Json {
    if (isJsonObject(value)) {
      return new Map(
        [...value].map(([name, inner]) => {
          const isPersonal = this.#rules.byName !== false && isPersonalName(name);
          return [this.maskText(name), isPersonal ? this.maskWhole(inner) : this.maskParts(inner)];
        }),
      );
    }
    if (isList(value)) return value.map(item => this.maskParts(item));
    const inner = embeddedJson(value);
    if (inner !== undefined) {
      const masked = this.maskParts(inner);
      return sameJson(masked, inner) ? value : writeJson(masked);
    }
    if (typeof value === 'string') return this.maskText(value);
    if (
      value instanceof ExactNumber &&
      this.#rules.byForm !== false &&
      formOf(value.text.replace(/\.0+$/, '')) !== undefined
    ) {
      return this.maskWhole(value);
    }
    return value;
  }

  /** Masks the numbers of GeoJSON. They stay valid positions, and a ring stays closed. */
  #maskDegrees(value: Json): Json {
    if (isList(value)) return value.map(item => this.#maskDegrees(item));
    if (!(value instanceof ExactNumber)) return this.maskWhole(value);
    this.#count();
    return new ExactNumber(this.#masker.replace(value.text.replace(/e.*$/i, ''), 'degrees'));
  }

  #replace(text: string): string {
    return this.#masker.replace(text, formOf(text) ?? 'shape');
  }

  maskText(value: string): string {
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

/** True for the value of a `geojson` column. The service stores only these types, without other fields. */
function isGeoJson(value: JsonObject): boolean {
  const type = value.get('type');
  return value.size === 2 && (type === 'Point' || type === 'Polygon') && isList(value.get('coordinates'));
}

/** Parses an object or list that is stored as JSON in a string. @returns `undefined` for any other value */
function embeddedJson(value: Json | undefined): Json | undefined {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return undefined;
  const inner = valueOf(value);
  return isJsonObject(inner) || isList(inner) ? inner : undefined;
}

/** Returns the text of a string or number; `undefined` for any other value. */
function plainText(value: Json | undefined): string | undefined {
  if (value instanceof ExactNumber) return value.text;
  return typeof value === 'string' ? value : undefined;
}

/** Makes a replacement a number in JSON: turns letters into digits, and a leading 0 into 1. */
function numberText(replacement: string): string {
  return replacement
    .replace(/[a-z]/gi, letter => String(letter.charCodeAt(0) % 10))
    .replace(/^(-?)0(?=\d)/, (_, sign: string) => `${sign}1`);
}
