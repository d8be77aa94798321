import type fc from 'fast-check';

/** A parser or decoder with its inputs and invariants. */
export interface Parser {
  name: string;
  /** Generator of inputs. They are plain data, because a failed case is stored as JSON. */
  input: fc.Arbitrary<unknown>;
  check: (input: never) => void | Promise<void>;
  /** Factor for the number of cases. Default: 1. */
  weight?: number;
}

export function parser<T>(name: string, input: fc.Arbitrary<T>, check: (input: T) => void | Promise<void>): Parser {
  return { name, input, check };
}

type Constructor = new (...args: never[]) => Error;

/** Returns the result of `read`; `undefined` if it throws one of the parser's own errors. */
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
