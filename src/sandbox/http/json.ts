import { HttpError } from './httpError';

/** Deeper than any real document, and shallow enough that nothing which walks a value can overflow the stack. */
const deepest = 64;

/**
 * JSON from outside.
 *
 * @param what names the text in the error: "The body", "where"
 * @throws HttpError 400 when it is no JSON, or nested too deeply
 */
export function parseJson(text: string, what: string): unknown {
  // Counted before parsing: a value with a million levels is cheap to send and expensive to hold.
  if (depthOf(text) > deepest) throw new HttpError(400, `${what} is nested more than ${deepest} levels deep.`);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new HttpError(400, `${what} is not JSON.`);
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** How deep brackets outside of strings are nested. Stops counting beyond the limit. */
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
