/**
 * Returns the end of a value: a quote with as many backslashes as the opening quote, not counting escaped backslashes
 * at the end of the value. A quote with fewer backslashes ends the surrounding string.
 */
export function valueEnd(text: string, start: number, escapes: number, quoteMark = '"'): number {
  for (let quote = text.indexOf(quoteMark, start); quote >= 0; quote = text.indexOf(quoteMark, quote + 1)) {
    let backslashes = 0;
    while (quote - backslashes > start && text.charAt(quote - backslashes - 1) === '\\') backslashes++;
    if (backslashes < escapes) return quote - backslashes;
    if (backslashes % (2 * (escapes + 1)) === escapes) return quote - escapes;
  }
  return text.length;
}

/** Decodes a text that is written with this number of backslashes before its quotes. */
export function unescaped(written: string, escapes: number): string {
  if (!written.includes('\\')) return written;
  let value = written;
  try {
    for (let left = escapes; left >= 0; left = left === 0 ? -1 : (left - 1) / 2)
      value = String(JSON.parse(`"${value}"`));
  } catch {
    // Keeps the value as far as it could be decoded.
  }
  return value;
}
