import { findNamed } from '../../api/masking/named';
import { findShaped } from '../../api/masking/shaped';
import { fieldSpans } from '../../api/masking/text';
import { optionValues } from './optionValues';
import { isPersonalName } from '../../api/masking/personalNames';

/** How a value is replaced. `shape` keeps the kind of each character. `degrees` is a longitude or latitude. */
export type Form =
  | 'phone'
  | 'landline'
  | 'date'
  | 'email'
  | 'identityCard'
  | 'openid'
  | 'hex'
  | 'credential'
  | 'degrees'
  | 'shape';

/** A personal value in a text, from offset `start` up to but not including `end`. */
interface PersonalSpan {
  start: number;
  end: number;
  form: Form;
}

/** The number of digits of an identity card from before 1999, which has no century and no check digit. */
export const shortCard = 15;

interface Pattern {
  form: Form;
  pattern: RegExp;
  /** Rejects matches that are not personal values. */
  isValid?: (value: string, text: string, index: number) => boolean;
}

const patterns: readonly Pattern[] = [
  // `%40` is `@` in URLs, `&#64;` in HTML.
  {
    form: 'email',
    pattern: /[\p{L}\p{N}._%+-]{1,64}(?:[@＠]|%40|&#(?:64|x40);)[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}/gu,
  },
  // 18 characters. The birth date distinguishes a card from other numbers of 18 digits.
  {
    form: 'identityCard',
    pattern: /(?<![\d０-９])[\d０-９]{6}[- ]?[\d０-９]{8}[- ]?[\d０-９]{3}[\d０-９XxＸ](?![\d０-９])/g,
    isValid: hasBirthDate,
  },
  // In groups of 3, 4 and 4 digits, or of 3, 3 and 5.
  {
    form: 'phone',
    pattern:
      /(?<![\d０-９])(?:(?:\+|00)?86[- \u2010-\u2015]?)?[1１][3-9３-９][\d０-９](?:[-. _·\u00a0\u200b\u2010-\u2015]{0,3}[\d０-９]{4}[-. _·\u00a0\u200b\u2010-\u2015]{0,3}[\d０-９]{4}|[- \u00a0\u2010-\u2015]{1,3}[\d０-９]{3}[- \u00a0\u2010-\u2015]{1,3}[\d０-９]{5})(?![\d０-９])/g,
    isValid: isOutsideRecordId,
  },
  // A short card. Comes after the phone numbers, because those with 0086 also have 15 digits.
  {
    form: 'identityCard',
    pattern: /(?<![\d０-９]|\d\.)[\d０-９]{6}[- ]?[\d０-９]{6}[- ]?[\d０-９]{3}(?![\d０-９])/g,
    isValid: hasBirthDate,
  },
  { form: 'landline', pattern: /(?<![\d-])0\d{2,3}(?:[)）] ?|[- \u2010-\u2015])\d{3,4}[- ]?\d{4}(?!\d)/g },
  // A phone number of another country, with its country code.
  { form: 'shape', pattern: /(?<![\w+])\+[1-9]\d{0,2}[- ]?\d{3,4}[- ]?\d{3,4}(?:[- ]?\d{2,4})?(?!\d)/g },
  { form: 'openid', pattern: /(?<![\w-])o[\w-]{27}(?![\w-])/g, isValid: value => /[A-Z\d]/.test(value) },
  // At least 28 digits, because IDs of records and files have 24 digits and are not masked.
  { form: 'hex', pattern: /(?<![\dA-Za-z])(?:[\da-f]{28,}|[\dA-F]{28,})(?![\dA-Za-z])/g },
];

/**
 * Finds phone numbers, e-mail addresses, identity cards, openids, long hexadecimal values and credentials in a text of any
 * kind. The spans are in order and do not overlap.
 */
export function findPersonal(text: string): PersonalSpan[] {
  const spans: PersonalSpan[] = [];
  for (const { form, pattern, isValid } of patterns) {
    for (const { 0: value, index } of text.matchAll(pattern)) {
      if (isValid?.(value, text, index) !== false) spans.push({ start: index, end: index + value.length, form });
    }
  }
  const named = /[:=：]/.test(text) ? [...findNamed(text), ...fieldSpans(text, isPersonalName)] : [];
  const credentials = [...findShaped(text), ...optionValues(text), ...named];
  for (const { start, end } of credentials) spans.push({ start, end, form: 'credential' });
  spans.sort((one, other) => one.start - other.start || other.end - one.end);
  let coveredEnd = 0;
  return spans.flatMap(span => {
    // If an earlier span covers the beginning of this one, only the rest is used.
    const start = Math.max(span.start, coveredEnd);
    if (start >= span.end) return [];
    coveredEnd = span.end;
    return [{ ...span, start }];
  });
}

/** Returns the parts of a text around its personal values. */
export function partsBetween(text: string, personal: readonly { start: number; end: number }[]): string[] {
  return [...personal, { start: text.length, end: 0 }].map(({ start }, index) =>
    text.slice(personal[index - 1]?.end ?? 0, start),
  );
}

/**
 * Returns a function that tests whether a replacement still contains all parts around the personal values of the text, in
 * their order, as if only these values were masked.
 */
export function keepsPartsOf(text: string): (replacement: string) => boolean {
  const parts = partsBetween(text, findPersonal(text)).filter(part => /[\p{L}\p{N}]/u.test(part));
  return replacement => {
    let end = 0;
    const isKept = (part: string) => {
      const at = replacement.indexOf(part, end);
      end = at + part.length;
      return at >= 0;
    };
    return parts.length > 0 && parts.every(isKept);
  };
}

/** Returns the form of a text that is exactly one personal value or date; `undefined` for any other text. */
export function formOf(text: string): Form | undefined {
  if (/^\d{4}-\d\d-\d\d(?:[T ][\d:.+Z-]*)?$/.test(text)) return 'date';
  const [span, ...others] = findPersonal(text);
  return span !== undefined && others.length === 0 && span.start === 0 && span.end === text.length
    ? span.form
    : undefined;
}

/** True if a match is not part of a hexadecimal ID of a record or file, which has 24 digits. */
function isOutsideRecordId(value: string, text: string, index: number): boolean {
  const before = /[\da-f]*$/.exec(text.slice(Math.max(0, index - 40), index))?.[0] ?? '';
  const after = /^[\da-f]*/.exec(text.slice(index + value.length, index + value.length + 40))?.[0] ?? '';
  return before.length + value.length + after.length < 20 || before.length + after.length === 0;
}

/** The first digits of the provinces, and `00` of replacements. */
const province = /^(?:00|1[1-5]|2[1-3]|3[1-7]|4[1-6]|5[0-4]|6[1-5]|71|8[1-3]|91)/;

function hasBirthDate(value: string, text: string, index: number): boolean {
  const card = value.normalize('NFKC').replace(/[- ]/g, '');
  const isShort = card.length === shortCard;
  const birth = isShort ? `19${card.slice(6, 12)}` : card.slice(6, 14);
  const [year, month, day] = [birth.slice(0, 4), birth.slice(4, 6), birth.slice(6)].map(Number);
  return (
    isOutsideRecordId(value, text, index) &&
    // One of thirty numbers contains a date of six digits by chance, so the province is checked too.
    (!isShort || province.test(card)) &&
    year !== undefined &&
    month !== undefined &&
    day !== undefined &&
    year >= 1900 &&
    year <= 2099 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= 31
  );
}
