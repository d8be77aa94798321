import { HttpError } from './httpError';
import { jsonValue } from '../../json/jsonValue';

/** Deeper than any real document, and shallow enough for recursive functions. */
const deepest = 64;

/**
 * Parses untrusted JSON.
 * @param what the name of the text in the error: "The body", "where"
 * @throws HttpError 400 for invalid JSON, or when it nests too deep
 */
export function parseJson(text: string, what: string): unknown {
  // Counted before parsing: a value with a million levels is cheap to send and expensive to parse.
  if (depthOf(text) > deepest) throw new HttpError(400, `${what} is nested more than ${deepest} levels deep.`);
  const value = jsonValue(text);
  if (value === undefined) throw new HttpError(400, `${what} is not JSON.`);
  return value;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the depth of brackets outside of strings. Stops counting beyond the limit. */
function depthOf(text: string): number {
  let depth = 0;
  let highest = 0;
  let quoted = false;
  for (let index = 0; index < text.length && highest <= deepest; index += 1) {
    const character = text.charCodeAt(index);
    if (quoted) {
      if (character === backslash) index += 1;
      else if (character === quote) quoted = false;
    } else if (character === quote) quoted = true;
    else if (character === brace || character === bracket) highest = Math.max(highest, ++depth);
    else if (character === brace + 2 || character === bracket + 2) depth -= 1;
  }
  return highest;
}

const [quote, backslash, bracket, brace] = [34, 92, 91, 123];
