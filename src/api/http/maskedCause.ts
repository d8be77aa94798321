import { type Secret } from '../secret';
import { redact } from '../masking/text';

const deepest = 5;

/**
 * Copies a foreign error for use as a `cause`: name, code, system call, message and stack, with masked credentials.
 * Leaves out other properties, because a parser's error holds the bytes of the response.
 */
export function maskedCause(error: unknown, known: readonly Secret[], depth = 0): Error | undefined {
  if (!(error instanceof Error) || depth > deepest) return undefined;
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  const cause = maskedCause(inner, known, depth + 1);
  const copy = new Error(redact(error.message, known), cause === undefined ? undefined : { cause });
  Object.defineProperty(copy, 'name', { value: error.name, configurable: true });
  copy.stack = redact(error.stack ?? String(error), known);
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (typeof syscall === 'string') Object.assign(copy, { syscall });
  return typeof code === 'string' ? Object.assign(copy, { code }) : copy;
}
