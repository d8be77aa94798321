import { createScanner, type JSONScanner } from 'jsonc-parser';
import { scanned } from './scanner';
import { ExactNumber, readValue, type Json, type JsonObject } from './valueReader';

export { ExactNumber, type Json, type JsonObject };

/** Offsets in a text in UTF-16 units, as in the editor; `end` is exclusive. */
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

/** Maximum depth: more than the service accepts, but shallow enough for recursive functions. */
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
    return { node: new JsonReader(text).read() };
  } catch (error) {
    if (error instanceof JsonSyntaxError) return { problem: error.problem };
    throw error;
  }
}

/** Sets a member, or deletes it if the value is `undefined`. */
export function setMember(object: Map<string, Json>, name: string, value: Json | undefined): void {
  if (value === undefined) object.delete(name);
  else object.set(name, value);
}

/** Parses JSON from the service without positions; `undefined` for any other text. */
export function valueOf(text: string): Json | undefined {
  const value = readValue(text, deepest);
  if (value !== undefined) return value;
  const parsed = parseJson(text);
  return 'node' in parsed ? parsed.node.value : undefined;
}

/**
 * Writes a value as JSON.
 * @param indent spaces per level; absent: one line without spaces
 */
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

/** Returns a canonical text of a number: its digits without leading and trailing zeros, and the power of ten. */
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

class JsonReader {
  readonly #text: string;
  readonly #scanner: JSONScanner;
  /** The current token. */
  #kind = 0;
  #start = 0;
  #end = 0;

  constructor(text: string) {
    this.#text = text;
    this.#scanner = createScanner(text, false);
  }

  /** @throws JsonSyntaxError */
  read(): JsonNode {
    this.#next();
    const node = this.#value(0);
    if (this.#kind !== endOfFile) this.#refuse('unexpectedToken');
    return node;
  }

  #next(): void {
    do this.#kind = this.#scanner.scan();
    while (this.#kind === space || this.#kind === lineBreak);
    this.#start = this.#scanner.getTokenOffset();
    this.#end = this.#start + this.#scanner.getTokenLength();
  }

  #refuse(code?: JsonSyntaxProblem['code']): never {
    const usual = this.#kind === endOfFile ? 'unexpectedEnd' : 'unexpectedToken';
    const isString = this.#text.charAt(this.#start) === '"';
    throw new JsonSyntaxError({
      code: code ?? (isString ? 'badString' : usual),
      start: this.#start,
      end: this.#end,
    });
  }

  #value(depth: number): JsonNode {
    if (depth > deepest) this.#refuse('tooDeep');
    if (this.#kind === openBracket) return this.#list(this.#start, depth + 1);
    if (this.#kind === openBrace) return this.#object(this.#start, depth + 1);
    const node = { start: this.#start, end: this.#end, value: this.#plain() };
    this.#next();
    return node;
  }

  #list(start: number, depth: number): JsonNode {
    const items: JsonNode[] = [];
    const value: Json[] = [];
    this.#next();
    for (let more = this.#kind !== closeBracket; more; more = this.#hasNext(closeBracket)) {
      const node = this.#value(depth);
      items.push(node);
      value.push(node.value);
    }
    const node = { start, end: this.#end, value, items };
    this.#next();
    return node;
  }

  #object(start: number, depth: number): JsonNode {
    const fields: JsonNode['fields'] = [];
    const value = new Map<string, Json>();
    this.#next();
    for (let more = this.#kind !== closeBrace; more; more = this.#hasNext(closeBrace)) {
      const name = this.#string();
      const at = { start: this.#start, end: this.#end };
      if (value.has(name)) this.#refuse('duplicateName');
      this.#next();
      if (this.#kind !== colon) this.#refuse();
      this.#next();
      const node = this.#value(depth);
      value.set(name, node.value);
      fields.push({ start: at.start, end: at.end, name, node });
    }
    const node = { start, end: this.#end, value, fields };
    this.#next();
    return node;
  }

  /** Whether another item or field follows. Skips the comma before it. */
  #hasNext(closing: number): boolean {
    if (this.#kind === closing) return false;
    if (this.#kind !== comma) this.#refuse();
    this.#next();
    if (this.#kind === closing) this.#refuse();
    return true;
  }

  #plain(): Json {
    const word = words.get(this.#kind);
    if (word !== undefined) return word;
    if (this.#kind !== numberKind) return this.#string();
    if (Number(this.#scanner.getTokenError()) !== 0) this.#refuse();
    return new ExactNumber(this.#text.slice(this.#start, this.#end));
  }

  #string(): string {
    if (this.#kind !== stringKind || Number(this.#scanner.getTokenError()) !== 0) this.#refuse();
    return this.#scanner.getTokenValue();
  }
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
