import { createHmac, randomBytes } from 'node:crypto';
import { keepsPartsOf, shortCard, type Form } from './personalForms';

const digits = '0123456789';
const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const hexDigits = '0123456789abcdef';
const ideographs = { first: 0x4e00, count: 0x51a6 };
/** The prefix of data cards, so no person has such a phone number. */
const unusedPrefix = '140';
/** Not a real area, because the area codes of identity cards begin at 11. */
const unusedArea = '00';
const emoji = { first: 0x1f600, count: 0x40 };
/** The number of attempts to find an unused replacement before replacements are made longer. */
const attempts = 40;
/**
 * After this many attempts a used replacement is accepted. Some forms cannot be longer, and a hostile value must not
 * cause an endless loop.
 */
const mostAttempts = 400;

/**
 * Replaces personal values by values of the same shape. Equal values get equal replacements, and different values get
 * different ones if the form has enough of them, so joins and unique indexes still work. Replacements are derived from
 * a random key that exists only in this object, so nobody can compute a value from its replacement.
 */
export class Masker {
  readonly #key = randomBytes(32);
  readonly #replacements = new Map<string, string>();
  readonly #taken = new Set<string>();

  /**
   * Registers the replacement that an earlier run chose, so that the value gets it again. A value that the earlier run
   * kept is masked now.
   */
  learn(value: string, replacement: string): void {
    if (value === replacement || this.#replacements.has(value) || this.#taken.has(replacement)) return;
    this.#replacements.set(value, replacement);
    this.#taken.add(replacement);
  }

  replace(value: string, form: Form): string {
    const known = this.#replacements.get(value);
    if (known !== undefined) return known;
    const made = this.#unused(value, form);
    this.#replacements.set(value, made);
    this.#taken.add(made);
    return made;
  }

  #unused(value: string, form: Form): string {
    // The next run would take a replacement that keeps these parts by chance for a text that was masked only partly.
    const keepsParts = keepsPartsOf(value);
    for (let attempt = 0; ; attempt++) {
      const stream = new ByteStream(this.#key, `${attempt} ${value}`);
      const longer = attempt < attempts ? '' : text(stream, digits, attempt - attempts + 1);
      const made = writers[form](value, stream, longer);
      const isUnusable = made === value || this.#taken.has(made) || (attempt < attempts && keepsParts(made));
      if (attempt > mostAttempts || !isUnusable) return made;
    }
  }
}

/** @param longer digits to add if all short replacements are used */
type Writer = (value: string, stream: ByteStream, longer: string) => string;

const writers: Readonly<Record<Form, Writer>> = {
  phone(value, stream, longer) {
    const start = value.length - value.replace(/^(?:\+|00)?86[- \u2010-\u2015]?/, '').length;
    return `${value.slice(0, start)}${unusedPrefix}${ofShape(value.slice(start + unusedPrefix.length), stream, true)}${longer}`;
  },
  email(value, stream, longer) {
    const [, local = '', at = '@'] = /^(.*)([@＠]|%40|&#\w+;)/s.exec(value) ?? [];
    return `${ofShape(local, stream)}${longer}${at}example.com`;
  },
  landline: (value, stream) => `0${ofShape(value.slice(1), stream, true)}`,
  // Keeps the time of day.
  date(value, stream, longer) {
    const year = longer === '' ? `19${text(stream, '56789', 1)}` : `1${text(stream, digits, 2)}`;
    const [month, day] = [1 + stream.below(12), 1 + stream.below(28)].map(part => String(part).padStart(2, '0'));
    return `${year}${text(stream, digits, 1)}-${month}-${day}${value.slice(10)}`;
  },
  identityCard(value, stream) {
    const area = unusedArea + text(stream, digits, 4);
    const birth = `19${text(stream, '678', 1)}${text(stream, digits, 1)}0${text(stream, '123456789', 1)}${text(stream, '12', 1)}${text(stream, digits, 1)}`;
    const last = text(stream, digits, 3);
    if (value.replace(/[- ]/g, '').length === shortCard) return area + birth.slice(2) + last;
    return area + birth + last + checkDigit(area + birth + last);
  },
  openid: (value, stream, longer) => `o${ofShape(value.slice(1), stream)}${longer}`,
  hex(value, stream, longer) {
    const made = text(stream, hexDigits, value.length) + longer;
    return /[A-F]/.test(value) ? made.toUpperCase() : made;
  },
  credential: (value, stream, longer) => ofShape(value, stream) + longer,
  shape: (value, stream, longer) => ofShape(value, stream) + longer,
};

/** Returns the last character of an identity card number (ISO 7064 MOD 11-2). */
function checkDigit(body: string): string {
  const sum = [...body].reduce((total, digit, index) => total + Number(digit) * (2 ** (17 - index) % 11), 0);
  return '10X98765432'.charAt(sum % 11);
}

/**
 * Replaces each character by one of the same kind. Spaces and punctuation stay. The first digit is not 0, so that a
 * number remains a number.
 * @param isInside true if a digit precedes this text, so its first digit may be 0
 */
function ofShape(value: string, stream: ByteStream, isInside = false): string {
  let hasDigit = isInside;
  return [...value]
    .map(character => {
      if (/\d/.test(character)) {
        const digit = text(stream, hasDigit ? digits : digits.slice(1), 1);
        hasDigit = true;
        return digit;
      }
      if (/[a-z]/.test(character)) return text(stream, lower, 1);
      if (/[A-Z]/.test(character)) return text(stream, upper, 1);
      if (/\p{Extended_Pictographic}/u.test(character)) return ofRange(stream, emoji);
      return /[\p{L}\p{N}]/u.test(character) ? ofRange(stream, ideographs) : character;
    })
    .join('');
}

function text(stream: ByteStream, alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet.charAt(stream.below(alphabet.length))).join('');
}

function ofRange(stream: ByteStream, { first, count }: { first: number; count: number }): string {
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
      this.#block = createHmac('sha256', this.#key).update(`${this.#blocks++} ${this.#label}`).digest();
      this.#position = 0;
    }
    const value = this.#block.readUInt32BE(this.#position);
    this.#position += 4;
    return value % limit;
  }
}
