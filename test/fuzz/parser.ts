import type fc from 'fast-check';

/** A parser or decoder with its inputs and invariants. */
export interface Parser {
  name: string;
  /** Plain data: a failed case is stored as JSON. */
  input: fc.Arbitrary<unknown>;
  check: (input: never) => void | Promise<void>;
  /** The factor for its number of cases. Default: 1. */
  weight?: number;
}

export function parser<T>(name: string, input: fc.Arbitrary<T>, check: (input: T) => void | Promise<void>): Parser {
  return { name, input, check };
}

type Constructor = new (...args: never[]) => Error;

/** The result; `undefined` where the parser refuses with one of its own errors. */
export function own<T>(type: Constructor, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof type) return undefined;
    throw error;
  }
}

export function parsed(text: string): { value: unknown } | undefined {
  return own(SyntaxError, () => ({ value: JSON.parse(text) as unknown }));
}
