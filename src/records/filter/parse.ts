import type { Range } from '../../json/json';
import { spellings, type Comparison, type Operand } from './operators';
import type { FilterProblem } from './filterProblem';
import type { FilterToken } from './tokens';

export type FilterNode = FilterJoin | FilterNot | FilterTest;

interface FilterJoin {
  kind: 'and' | 'or';
  parts: readonly FilterNode[];
}

interface FilterNot {
  kind: 'not';
  part: FilterNode;
}

export interface FilterTest {
  kind: 'test';
  column: FilterToken;
  operator: Comparison;
  /** The range of the operator's words. */
  at: Range;
  values: readonly FilterValue[];
}

/** A value as written: one token, or a list of tokens. */
export type FilterValue = FilterToken | FilterList;
interface FilterList extends Range {
  kind: 'list';
  items: readonly FilterValue[];
}

/** The possible continuations of a filter that ends too early. */
export interface Expectation {
  kind: 'column' | 'operator' | 'value' | 'connector' | 'close';
  column?: FilterToken;
  operator?: Comparison;
  /** The operator as written so far; it may have more words. */
  written?: Range & { spelling: string };
}

type ParsedFilter =
  | { node: FilterNode | undefined }
  | {
      problem: FilterProblem;
      /** Set when the only problem is that the filter ends too early. */ expected: Expectation | undefined;
    };

/** The maximum nesting depth: more than any real filter has, and safe for recursive functions. */
const deepest = 50;

/** Parses `a = 1 and (b contains x or not c is null)`; without tokens there is no node. */
export function parseFilter(tokens: readonly FilterToken[], length: number): ParsedFilter {
  if (tokens.length === 0) return { node: undefined };
  const parser = new FilterParser(tokens, length);
  try {
    return { node: parser.parse() };
  } catch (error) {
    if (error instanceof FilterSyntaxError) return { problem: error.problem, expected: error.expected };
    throw error;
  }
}

class FilterSyntaxError extends Error {
  readonly problem: FilterProblem;
  readonly expected: Expectation | undefined;

  constructor(problem: FilterProblem, expected: Expectation | undefined) {
    super(problem.code);
    this.problem = problem;
    this.expected = expected;
  }
}

const codes = {
  column: 'expectedColumn',
  operator: 'expectedOperator',
  value: 'expectedValue',
  connector: 'expectedConnector',
  close: 'expectedClose',
} as const satisfies Record<Expectation['kind'], FilterProblem['code']>;

/** An operator at the current place. */
interface FoundOperator {
  operator: Comparison;
  operand: Operand;
  spelling: string;
  /** The number of words of the spelling. */
  words: number;
}

class FilterParser {
  readonly #tokens: readonly FilterToken[];
  readonly #length: number;
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly FilterToken[], length: number) {
    this.#tokens = tokens;
    this.#length = length;
  }

  parse(): FilterNode {
    const node = this.#joined('or');
    if (this.#peek() !== undefined) this.#fail({ kind: 'connector' });
    return node;
  }

  #joined(kind: 'and' | 'or'): FilterNode {
    const part = () => (kind === 'or' ? this.#joined('and') : this.#unary());
    const parts = [part()];
    while (this.#skipWord(kind) || this.#skipSign(kind === 'or' ? '||' : '&&')) parts.push(part());
    return parts.length === 1 ? (parts[0] as FilterNode) : { kind, parts };
  }

  #unary(): FilterNode {
    if (this.#skipWord('not') || this.#skipSign('!')) {
      return this.#nested(() => ({ kind: 'not', part: this.#unary() }));
    }
    if (!this.#skipSign('(')) return this.#test();
    return this.#nested(() => {
      const node = this.#joined('or');
      if (!this.#skipSign(')')) this.#fail({ kind: this.#peek() === undefined ? 'close' : 'connector' });
      return node;
    });
  }

  #nested<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > deepest) this.#refuse('tooDeep');
    const node = read();
    this.#depth -= 1;
    return node;
  }

  #test(): FilterTest {
    const column = this.#peek();
    const isName = column?.kind === 'name' || (column?.kind === 'word' && !isConnector(column));
    if (column === undefined || !isName || column.text === '') return this.#fail({ kind: 'column' });
    if (!column.isClosed) this.#refuse('unclosed');
    this.#at += 1;
    const { operator, operand, at } = this.#operator(column);
    const expected: Expectation = { kind: 'value', column, operator, written: at };
    return { kind: 'test', column, operator, at, values: this.#operands(operand, expected) };
  }

  #operator(column: FilterToken): { operator: Comparison; operand: Operand; at: Range & { spelling: string } } {
    const start = this.#peek();
    this.#refuseNegation();
    const longest = this.#longestOperator();
    if (start === undefined || longest === undefined) return this.#fail({ kind: 'operator', column });
    this.#at += longest.words;
    const { operator, operand, spelling } = longest;
    const end = this.#tokens[this.#at - 1]?.end ?? start.end;
    return { operator, operand, at: { start: start.start, end, spelling } };
  }

  /** Refuses `not` before an operator; only `not in` is an operator itself. */
  #refuseNegation(): void {
    const word = this.#peek();
    if (word?.kind !== 'word' || word.text.toLowerCase() !== 'not') return;
    const next = this.#tokens[this.#at + 1];
    const negated = next?.kind === 'word' ? next.text.toLowerCase() : undefined;
    const isOperator = spellings.some(({ spelling }) => spelling === negated);
    if (isOperator && negated !== 'in') this.#refuse('cannotNegate', { operator: negated });
  }

  /** Returns the operator at this place with the most words: `is not empty` rather than `is not`. */
  #longestOperator(): FoundOperator | undefined {
    let longest: FoundOperator | undefined;
    for (const { operator, spelling, operand } of spellings) {
      const words = spelling.split(' ');
      const isHere = words.every((word, index) => this.#isSpelled(this.#tokens[this.#at + index], word));
      if (isHere && words.length > (longest?.words ?? 0))
        longest = { operator, operand, spelling, words: words.length };
    }
    return longest;
  }

  #isSpelled(token: FilterToken | undefined, word: string): boolean {
    if (token === undefined || (token.kind !== 'word' && token.kind !== 'sign')) return false;
    return token.text.toLowerCase() === word;
  }

  #operands(operand: Operand, expected: Expectation): FilterValue[] {
    switch (operand) {
      case 'none':
        return [];
      case 'one':
        return [this.#value(expected)];
      case 'two': {
        const from = this.#value(expected);
        if (!this.#skipWord('and') && !this.#skipSign('&&') && !this.#skipSign(',')) {
          this.#fail({ kind: 'connector', operator: 'between' }, 'expectedAnd');
        }
        return [from, this.#value(expected)];
      }
      case 'list': {
        const list = this.#list(expected);
        if (list === undefined) return this.#fail(expected, 'expectedList');
        return [list];
      }
    }
  }

  #value(expected: Expectation): FilterValue {
    const list = this.#isSign('[') ? this.#list(expected) : undefined;
    if (list !== undefined) return list;
    const token = this.#peek();
    if (token === undefined || token.kind === 'sign' || isConnector(token)) return this.#fail(expected);
    if (!token.isClosed) this.#refuse('unclosed');
    this.#at += 1;
    return token;
  }

  /** Parses `(a, b)` or `[a, b]`; `undefined` where no list begins. */
  #list(expected: Expectation): FilterList | undefined {
    const open = this.#peek();
    if (open === undefined || (!this.#skipSign('(') && !this.#skipSign('['))) return undefined;
    return this.#nested(() => {
      const closing = open.text === '(' ? ')' : ']';
      const items: FilterValue[] = [];
      if (!this.#isSign(closing)) {
        do items.push(this.#value(expected));
        while (this.#skipSign(','));
      }
      const close = this.#peek();
      if (close === undefined || !this.#skipSign(closing)) return this.#fail({ ...expected, kind: 'close' });
      return { kind: 'list', start: open.start, end: close.end, items };
    });
  }

  #peek(): FilterToken | undefined {
    return this.#tokens[this.#at];
  }

  #isSign(sign: string): boolean {
    const token = this.#peek();
    return token?.kind === 'sign' && token.text === sign;
  }

  #skipSign(sign: string): boolean {
    const isHere = this.#isSign(sign);
    if (isHere) this.#at += 1;
    return isHere;
  }

  #skipWord(word: string): boolean {
    const token = this.#peek();
    const isHere = token?.kind === 'word' && token.text.toLowerCase() === word;
    if (isHere) this.#at += 1;
    return isHere;
  }

  #fail(expected: Expectation, code: FilterProblem['code'] = codes[expected.kind]): never {
    const token = this.#peek();
    const range = token ?? { start: this.#length, end: this.#length };
    const problem = { code, start: range.start, end: range.end };
    throw new FilterSyntaxError(problem, token === undefined ? expected : undefined);
  }

  #refuse(code: FilterProblem['code'], more: Partial<FilterProblem> = {}): never {
    const { start, end } = this.#peek() ?? this.#tokens.at(-1) ?? { start: 0, end: this.#length };
    throw new FilterSyntaxError({ code, start, end, ...more }, undefined);
  }
}

function isConnector({ kind, text }: FilterToken): boolean {
  return kind === 'word' && ['and', 'or'].includes(text.toLowerCase());
}
