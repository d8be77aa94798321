/** Parses JSON as `JSON.parse` does; `undefined` for any other text. */
export function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
