/** Decodes percent-encoded text. Returns any other text unchanged: a password may contain `%`, which encodes nothing. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
