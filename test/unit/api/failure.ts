import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { ApiError } from '../../../src/api/errors';

/** Returns the error of a call that is expected to fail. */
export async function failure(call: Promise<unknown>): Promise<ApiError> {
  const outcome = await call.then(
    value => ({ value }),
    (error: unknown) => ({ error }),
  );
  assert.ok('error' in outcome, 'the call was expected to fail');
  assert.ok(outcome.error instanceof ApiError, inspect(outcome.error));
  return outcome.error;
}

/** Returns the defined fields of an error, without stack and cause. */
export function fields(error: ApiError): Record<string, unknown> {
  const { code, method, url, status, serverMessage, expected, received, retryAfter, reason } = error;
  const all = { code, method, url, status, serverMessage, expected, received, retryAfter, reason };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** Asserts that an error shows none of the secrets, regardless of how it is printed. */
export function assertHoldsNone(error: Error, secrets: readonly string[]): void {
  const printed = [
    JSON.stringify(error),
    inspect(error, { depth: Infinity, showHidden: true, getters: true }),
    inspect(structuredClone(error), { depth: Infinity }),
  ];
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    printed.push(current.message, current.stack ?? '', String(current), JSON.stringify(current));
    printed.push(...Object.values(current).map(value => inspect(value, { depth: Infinity })));
  }
  for (const secret of secrets) {
    const found = printed.filter(text => text.includes(secret));
    assert.deepEqual(found, [], `"${secret}" is in the error`);
  }
}
