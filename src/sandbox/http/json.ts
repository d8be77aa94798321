import { HttpError } from './httpError';
import { jsonValue } from '../../json/jsonValue';

/** Deeper than any real document, and shallow enough for recursive functions. */
const maximumDepth = 64;

/**
 * Parses untrusted JSON.
 * @param label the name of the text in the error: "The body", "where"
 * @throws HttpError 400 for invalid JSON, or when it nests too deep
 */
export function parseJson(text: string, label: string): unknown {
  // Counted before parsing: a value with a million levels is cheap to send and expensive to parse.
  if (depthOf(text) > maximumDepth)
    throw new HttpError(400, `${label} is nested more than ${maximumDepth} levels deep.`);
  const value = jsonValue(text);
  if (value === undefined) throw new HttpError(400, `${label} is not JSON.`);
  return value;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the depth of brackets outside of strings. Stops counting beyond the limit. */
function depthOf(text: string): number {
  let depth = 0;
  let deepestLevel = 0;
  let inString = false;
  for (let index = 0; index < text.length && deepestLevel <= maximumDepth; index += 1) {
    const character = text.charCodeAt(index);
    if (inString) {
      if (character === backslash) index += 1;
      else if (character === quote) inString = false;
    } else if (character === quote) inString = true;
    else if (character === brace || character === bracket) deepestLevel = Math.max(deepestLevel, ++depth);
    else if (character === brace + 2 || character === bracket + 2) depth -= 1;
  }
  return deepestLevel;
}

const [quote, backslash, bracket, brace] = [34, 92, 91, 123];
