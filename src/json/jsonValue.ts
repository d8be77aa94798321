/** Parses the JSON of a file. Some editors on Windows write a byte order mark before it. */
export function jsonOfFile(text: string): unknown {
  return jsonValue(text.replace(/^\ufeff/, ''));
}

/** Parses JSON as `JSON.parse` does; `undefined` for any other text. */
export function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
