import { createScanner } from 'jsonc-parser';
import { scanned } from './scanner';

/** A number as written: IDs beyond 2^53 and long decimals keep every digit. */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** JSON with exact numbers; objects are maps, so that every name is valid, `__proto__` included. */
export type Json = null | boolean | string | ExactNumber | readonly Json[] | JsonObject;
export type JsonObject = ReadonlyMap<string, Json>;

/** Offsets in a text; `end` is exclusive. */
export interface Range {
  start: number;
  end: number;
}

/** A value and its range. */
export interface JsonNode extends Range {
  value: Json;
  /** The items of a list. */
  items?: JsonNode[];
  /** The fields of an object; each range is that of the name. */
  fields?: (Range & { name: string; node: JsonNode })[];
}

export interface JsonSyntaxProblem extends Range {
  /** `duplicateName`: JSON allows it, but only one of the two values could be kept. */
  code: 'unexpectedToken' | 'unexpectedEnd' | 'badString' | 'duplicateName' | 'tooDeep';
}

/** Deeper than the service accepts, and shallow enough for recursive functions. */
const deepest = 200;
const words = new Map<number, null | boolean>([
  [scanned.null, null],
  [scanned.true, true],
  [scanned.false, false],
]);
const { openBrace, closeBrace, openBracket, closeBracket, comma, colon, lineBreak, space, endOfFile } = scanned;
const { string: stringKind, number: numberKind } = scanned;

/** Parses strict JSON: one value, no comments. */
export function parseJson(text: string): { node: JsonNode } | { problem: JsonSyntaxProblem } {
  try {
    return { node: parse(text) };
  } catch (error) {
    if (error instanceof JsonSyntaxError) return { problem: error.problem };
    throw error;
  }
}

/** Parses JSON from the service without positions; `undefined` for any other text. */
export function valueOf(text: string): Json | undefined {
  const parsed = parseJson(text);
  return 'node' in parsed ? parsed.node.value : undefined;
}

/** @param indent spaces per level; absent: one line without spaces */
export function writeJson(value: Json, indent?: number): string {
  return write(value, indent === undefined ? undefined : ' '.repeat(indent), '');
}

/** Whether two values are equal: names in any order, numbers by their value (1.0 is 1); `undefined` is a missing value. */
export function sameJson(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true;
  if (one instanceof ExactNumber) {
    return other instanceof ExactNumber && (one.text === other.text || decimal(one.text) === decimal(other.text));
  }
  if (isList(one)) {
    return isList(other) && one.length === other.length && one.every((item, index) => sameJson(item, other[index]));
  }
  if (!isJsonObject(one) || !isJsonObject(other) || one.size !== other.size) return false;
  return [...one].every(([name, value]) => other.has(name) && sameJson(value, other.get(name)));
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return value instanceof Map;
}

/** Whether a number has no fraction, in any notation. */
export function isInteger({ text }: ExactNumber): boolean {
  return Number(/e(.*)$/.exec(decimal(text))?.[1] ?? 0) >= 0;
}

/** A canonical text of a number: its digits without leading and trailing zeros, and the power of ten. */
function decimal(text: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE](.+))?$/.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return '0';
  const short = digits.replace(/0+$/, '');
  return `${sign}${short}e${Number(power) - fraction.length + digits.length - short.length}`;
}

class JsonSyntaxError extends Error {
  readonly problem: JsonSyntaxProblem;

  constructor(problem: JsonSyntaxProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

function parse(text: string): JsonNode {
  const scanner = createScanner(text, false);
  let kind = 0;
  // Start of the current token.
  let start = 0;
  let end = 0;
  const next = (): void => {
    do kind = scanner.scan();
    while (kind === space || kind === lineBreak);
    start = scanner.getTokenOffset();
    end = start + scanner.getTokenLength();
  };
  const refuse = (code?: JsonSyntaxProblem['code']): never => {
    const usual = kind === endOfFile ? 'unexpectedEnd' : 'unexpectedToken';
    throw new JsonSyntaxError({ code: code ?? (text.charAt(start) === '"' ? 'badString' : usual), start, end });
  };
  const readString = (): string => {
    if (kind !== stringKind || Number(scanner.getTokenError()) !== 0) refuse();
    return scanner.getTokenValue();
  };
  const readPlain = (): Json => {
    const word = words.get(kind);
    if (word !== undefined) return word;
    if (kind !== numberKind) return readString();
    if (Number(scanner.getTokenError()) !== 0) refuse();
    return new ExactNumber(text.slice(start, end));
  };
  /** Whether another part of a list or an object follows. */
  const hasNext = (closing: number | undefined): boolean => {
    if (kind === closing) return false;
    if (kind !== comma) refuse();
    next();
    if (kind === closing) refuse();
    return true;
  };
  const readList = (from: number, depth: number): JsonNode => {
    const items: JsonNode[] = [];
    const value: Json[] = [];
    next();
    for (let more = kind !== closeBracket; more; more = hasNext(closeBracket)) {
      const node = readValue(depth);
      items.push(node);
      value.push(node.value);
    }
    const node = { start: from, end, value, items };
    next();
    return node;
  };
  const readObject = (from: number, depth: number): JsonNode => {
    const fields: JsonNode['fields'] = [];
    const value = new Map<string, Json>();
    next();
    for (let more = kind !== closeBrace; more; more = hasNext(closeBrace)) {
      const name = readString();
      const at = { start, end };
      if (value.has(name)) refuse('duplicateName');
      next();
      if (kind !== colon) refuse();
      next();
      const node = readValue(depth);
      value.set(name, node.value);
      fields.push({ start: at.start, end: at.end, name, node });
    }
    const node = { start: from, end, value, fields };
    next();
    return node;
  };
  const readValue = (depth: number): JsonNode => {
    if (depth > deepest) refuse('tooDeep');
    if (kind === openBracket) return readList(start, depth + 1);
    if (kind === openBrace) return readObject(start, depth + 1);
    const node = { start, end, value: readPlain() };
    next();
    return node;
  };
  next();
  const node = readValue(0);
  if (kind !== endOfFile) refuse('unexpectedToken');
  return node;
}

function write(value: Json, indent: string | undefined, before: string): string {
  if (value instanceof ExactNumber) return value.text;
  if (!isList(value) && !isJsonObject(value)) return JSON.stringify(value);
  const inner = before + (indent ?? '');
  const colon = indent === undefined ? ':' : ': ';
  const parts = isList(value)
    ? value.map(item => write(item, indent, inner))
    : [...value].map(([name, item]) => `${JSON.stringify(name)}${colon}${write(item, indent, inner)}`);
  const [open, close] = isList(value) ? '[]' : '{}';
  if (indent === undefined || parts.length === 0) return `${open}${parts.join(',')}${close}`;
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${before}${close}`;
}
