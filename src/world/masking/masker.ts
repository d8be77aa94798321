import { createHmac, randomBytes } from 'node:crypto';
import { formOf, keepsPartsOf, shortCard, type Form } from './personalForms';

const digits = '0123456789';
const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const hexDigits = '0123456789abcdef';
const ideographs = { first: 0x4e00, count: 0x51a6 };
/** A prefix of SIM cards for data only, so no person has such a phone number. */
const unusedPrefix = '140';
/** This area code is unused, because those of identity cards begin at 11. */
const unusedArea = '00';
const emoji = { first: 0x1f600, count: 0x40 };
/** The number of attempts to find an unused replacement of the usual length. Later attempts are longer. */
const shortAttempts = 40;
/**
 * After this many attempts, a used replacement is accepted: some forms cannot be longer, and a hostile value must not
 * cause an endless loop.
 */
const maximumAttempts = 400;

/**
 * Replaces personal values by values of the same shape. Equal values get equal replacements. Different values get
 * different replacements as long as the form has enough, so joins and unique indexes still work. Replacements are derived
 * from a random key that exists only in this object, so nobody can compute a value from its replacement.
 */
export class Masker {
  readonly #key = randomBytes(32);
  readonly #replacements = new Map<string, string>();
  readonly #usedReplacements = new Set<string>();

  /**
   * Registers the replacement that an earlier run chose, so that the value gets it again. Ignores a value that the earlier
   * run did not mask.
   */
  learn(value: string, replacement: string): void {
    if (value === replacement || this.#replacements.has(value) || this.#usedReplacements.has(replacement)) return;
    this.#replacements.set(value, replacement);
    this.#usedReplacements.add(replacement);
  }

  replace(value: string, form: Form): string {
    const existing = this.#replacements.get(value);
    if (existing !== undefined && fits(existing, form)) return existing;
    const replacement = this.#newReplacement(value, form);
    this.#replacements.set(value, replacement);
    this.#usedReplacements.add(replacement);
    return replacement;
  }

  #newReplacement(value: string, form: Form): string {
    // A replacement must not contain, by chance, all parts of the value that are not personal. The next run would assume
    // that only the personal values in it were masked.
    const keepsParts = keepsPartsOf(value);
    for (let attempt = 0; ; attempt++) {
      const stream = new ByteStream(this.#key, `${attempt} ${value}`);
      const longer = attempt < shortAttempts ? '' : randomText(stream, digits, attempt - shortAttempts + 1);
      const replacement = generators[form](value, stream, longer);
      const isUnusable =
        replacement === value ||
        this.#usedReplacements.has(replacement) ||
        (attempt < shortAttempts && keepsParts(replacement));
      // The number could be the phone number of a person. Only replacements of phone numbers have an unused prefix.
      const isPhone = () => form !== 'phone' && formOf(replacement) === 'phone';
      if ((attempt > maximumAttempts || !isUnusable) && !isPhone()) return replacement;
    }
  }
}

/** The largest latitude. A longitude up to it is valid too. */
const largestDegrees = 90;

/** False for a replacement of an equal number elsewhere that is not a valid longitude and latitude. */
function fits(replacement: string, form: Form): boolean {
  return form !== 'degrees' || Math.abs(Number(replacement)) <= largestDegrees;
}

/** @param longer digits to add; empty while replacements of the usual length are tried */
type ReplacementGenerator = (value: string, stream: ByteStream, longer: string) => string;

const generators: Readonly<Record<Form, ReplacementGenerator>> = {
  phone(value, stream, longer) {
    const start = value.length - value.replace(/^(?:\+|00)?86[- \u2010-\u2015]?/, '').length;
    return `${value.slice(0, start)}${unusedPrefix}${randomOfShape(value.slice(start + unusedPrefix.length), stream, true)}${longer}`;
  },
  email(value, stream, longer) {
    const [, local = '', at = '@'] = /^(.*)([@＠]|%40|&#\w+;)/s.exec(value) ?? [];
    return `${randomOfShape(local, stream)}${longer}${at}example.com`;
  },
  landline: (value, stream) => `0${randomOfShape(value.slice(1), stream, true)}`,
  // Keeps the time of day.
  date(value, stream, longer) {
    const year = longer === '' ? `19${randomText(stream, '56789', 1)}` : `1${randomText(stream, digits, 2)}`;
    const [month, day] = [1 + stream.below(12), 1 + stream.below(28)].map(part => String(part).padStart(2, '0'));
    return `${year}${randomText(stream, digits, 1)}-${month}-${day}${value.slice(10)}`;
  },
  identityCard(value, stream) {
    const area = unusedArea + randomText(stream, digits, 4);
    const birth = `19${randomText(stream, '678', 1)}${randomText(stream, digits, 1)}0${randomText(stream, '123456789', 1)}${randomText(stream, '12', 1)}${randomText(stream, digits, 1)}`;
    const last = randomText(stream, digits, 3);
    if (value.replace(/[- ]/g, '').length === shortCard) return area + birth.slice(2) + last;
    return area + birth + last + checkDigit(area + birth + last);
  },
  openid: (value, stream, longer) => `o${randomOfShape(value.slice(1), stream)}${longer}`,
  hex(value, stream, longer) {
    const hex = randomText(stream, hexDigits, value.length) + longer;
    return /[A-F]/.test(value) ? hex.toUpperCase() : hex;
  },
  credential: (value, stream, longer) => randomOfShape(value, stream) + longer,
  degrees(value, stream, longer) {
    const decimals = /\.(\d+)/.exec(value)?.[1] ?? '';
    const fraction = randomText(stream, digits, decimals.length) + longer;
    const whole = `${value.startsWith('-') ? '-' : ''}${1 + stream.below(largestDegrees - 1)}`;
    return fraction === '' ? whole : `${whole}.${fraction}`;
  },
  shape: (value, stream, longer) => randomOfShape(value, stream) + longer,
};

/** Returns the last character of an identity card number (ISO 7064 MOD 11-2). */
function checkDigit(body: string): string {
  const sum = [...body].reduce((total, digit, index) => total + Number(digit) * (2 ** (17 - index) % 11), 0);
  return '10X98765432'.charAt(sum % 11);
}

/**
 * Replaces each character by a random one of the same kind. Keeps spaces and punctuation. The first digit is not 0, so
 * that a number remains a number.
 * @param followsDigit true if a digit precedes this text, so its first digit may be 0
 */
function randomOfShape(value: string, stream: ByteStream, followsDigit = false): string {
  let hasDigit = followsDigit;
  return [...value]
    .map(character => {
      if (/\d/.test(character)) {
        const digit = randomText(stream, hasDigit ? digits : digits.slice(1), 1);
        hasDigit = true;
        return digit;
      }
      if (/[a-z]/.test(character)) return randomText(stream, lower, 1);
      if (/[A-Z]/.test(character)) return randomText(stream, upper, 1);
      if (/\p{Extended_Pictographic}/u.test(character)) return randomCharacter(stream, emoji);
      return /[\p{L}\p{N}]/u.test(character) ? randomCharacter(stream, ideographs) : character;
    })
    .join('');
}

function randomText(stream: ByteStream, alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet.charAt(stream.below(alphabet.length))).join('');
}

function randomCharacter(stream: ByteStream, { first, count }: { first: number; count: number }): string {
  return String.fromCodePoint(first + stream.below(count));
}

/** An endless stream of bytes, derived from a key and a label. */
class ByteStream {
  readonly #key: Buffer;
  readonly #label: string;
  #block = Buffer.alloc(0);
  #position = 0;
  #blocks = 0;

  constructor(key: Buffer, label: string) {
    this.#key = key;
    this.#label = label;
  }

  /** Returns a number from 0 to `limit - 1`, nearly uniform. */
  below(limit: number): number {
    if (this.#position + 4 > this.#block.length) {
      this.#block = createHmac('sha256', this.#key)
        .update(`${this.#blocks++} ${this.#label}`)
        .digest();
      this.#position = 0;
    }
    const value = this.#block.readUInt32BE(this.#position);
    this.#position += 4;
    return value % limit;
  }
}
