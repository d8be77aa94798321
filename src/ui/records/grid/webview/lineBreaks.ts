/** Returns a text with the line breaks that an input gives it: the browser replaces CRLF and CR by LF. */
export function asInInput(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}

/**
 * Restores the line breaks of a text that was edited in an input. Without this, an edit of one character would change
 * every line. A text with different line breaks keeps those of the input, because their places are unknown.
 */
export function withLineBreaksOf(original: string, edited: string): string {
  if (edited === asInInput(original)) return original;
  const breaks = new Set(original.match(/\r\n?|\n/g));
  const [only] = breaks;
  return only === undefined || breaks.size > 1 ? edited : edited.replaceAll('\n', only);
}
