import { createHash } from 'node:crypto';
import { jsonOf, parseExactly } from '../../json/exactIntegers';
import { delimitedValue, type CheckOperator } from '../document/checkLine';
import { parseDuration } from '../document/directiveValues';
import { matches, SlowPattern } from './pattern';

/**
 * Returns whether a value passes a comparison with an expected text. Like httpYac, converts the text to the type of the
 * value first. Integers beyond 2^53 are bigints, so that every digit counts.
 * @throws SlowPattern; SyntaxError for an invalid regular expression
 */
export function passesComparison(value: unknown, operator: CheckOperator, expectedText: string): boolean {
  const expected = operator === 'matches' ? expectedText : asTypeOf(value, expectedText);
  return comparisons[operator](value, expected, expectedText);
}

/** Returns the quote or slash around an expected value if the comparison passes without it. */
export function surplusDelimiter(value: unknown, operator: CheckOperator, expectedText: string): string | undefined {
  const delimited = delimitedValue(operator, expectedText);
  if (delimited === undefined || operator === '!=') return undefined;
  try {
    return passesComparison(value, operator, delimited.inner) ? delimited.sign : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof SlowPattern) return undefined;
    throw error;
  }
}

/** Converts a duration with a unit, such as `2s`, to milliseconds. Returns any other text unchanged. */
export function inMilliseconds(expected: string): string {
  const milliseconds = /[a-z]$/.test(expected) ? parseDuration(expected) : undefined;
  return milliseconds === undefined ? expected : String(milliseconds);
}

type Comparer = (value: unknown, expected: unknown, expectedText: string) => boolean;

const comparisons: Record<CheckOperator, Comparer> = {
  '==': (value, expected) =>
    typeof value === 'object' ? jsonOf(value) === jsonOf(expected) : isEqual(value, expected),
  // Passes for every list and object, as in httpYac, which compares them by identity here.
  '!=': (value, expected) => !isEqual(value, expected),
  '>': (value, expected) => compareNumbers(value, expected, (one, other) => one > other),
  '>=': (value, expected) => compareNumbers(value, expected, (one, other) => one >= other),
  '<': (value, expected) => compareNumbers(value, expected, (one, other) => one < other),
  '<=': (value, expected) => compareNumbers(value, expected, (one, other) => one <= other),
  includes: (value, expected) =>
    compareTexts(value, expected, (one, other) => one.includes(other)) ??
    (Array.isArray(value) && value.includes(expected)),
  startsWith: (value, expected) => compareTexts(value, expected, (one, other) => one.startsWith(other)) ?? false,
  endsWith: (value, expected) => compareTexts(value, expected, (one, other) => one.endsWith(other)) ?? false,
  matches: (value, expected) => compareTexts(value, expected, matches) ?? false,
  exists: value => Boolean(value),
  isFalse: value => !value,
  isArray: value => Array.isArray(value),
  isBoolean: value => typeof value === 'boolean',
  isNumber: value => typeof value === 'number' || typeof value === 'bigint',
  isString: value => typeof value === 'string',
  sha256: hashIs('sha256'),
  sha512: hashIs('sha512'),
  md5: hashIs('md5'),
};

function hashIs(algorithm: 'sha256' | 'sha512' | 'md5'): Comparer {
  return (value, _, expectedText) => {
    const text = textOf(value);
    return text !== undefined && createHash(algorithm).update(text).digest('base64') === expectedText;
  };
}

function isEqual(value: unknown, expected: unknown): boolean {
  return (
    value === expected || (typeof value === 'bigint' && typeof expected === 'number' && Number(value) === expected)
  );
}

/** Converts the expected text to the type of the value. */
function asTypeOf(value: unknown, written: string): unknown {
  if (typeof value === 'number' || typeof value === 'bigint') return numberOf(written);
  if (typeof value === 'boolean') return booleanOf(written);
  if (value === undefined) return written === 'undefined' ? undefined : written;
  if (typeof value !== 'object') return written;
  const parsed = parseExactly(written);
  return parsed === undefined ? written : parsed;
}

/** Returns the number at the start of a text. An integer beyond 2^53 becomes a bigint to keep its digits. */
function numberOf(value: unknown): number | bigint | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  const text = textForNumber(value).trim();
  const number = Number.parseFloat(text);
  if (Number.isNaN(number)) return undefined;
  const whole = /^-?\d+(?![\d.eE])/.exec(text)?.[0];
  return whole !== undefined && !Number.isSafeInteger(number) ? BigInt(whole) : number;
}

/** Converts arrays to text like JavaScript, so that `[5]` is read as 5. Objects become an empty text. */
function textForNumber(value: unknown): string {
  if (value === undefined || value === null) return '';
  return Array.isArray(value)
    ? value.map(textForNumber).join(',')
    : typeof value === 'object'
      ? ''
      : `${value as string}`;
}

function booleanOf(text: string): boolean {
  const word = text.trim().toLowerCase();
  if (word === 'true' || word === 'false') return word === 'true';
  const number = Number.parseFloat(word);
  return Number.isNaN(number) ? word !== '' : number !== 0;
}

function compareNumbers(
  value: unknown,
  expected: unknown,
  compare: (one: number | bigint, other: number | bigint) => boolean,
): boolean {
  const [one, other] = [numberOf(value), numberOf(expected)];
  return one !== undefined && other !== undefined && compare(one, other);
}

/** Compares two values as text. Returns `undefined` if one of them is empty or has no text. */
function compareTexts(
  value: unknown,
  expected: unknown,
  compare: (one: string, other: string) => boolean,
): boolean | undefined {
  const [one, other] = [textOf(value), textOf(expected)];
  return one === undefined || one === '' || other === undefined || other === '' ? undefined : compare(one, other);
}

/** Returns the text of a value, or `undefined` for undefined, null and false. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return value === undefined || value === null || value === false ? undefined : jsonOf(value);
}
