/**
 * Converts foreign text to one line for a terminal or a CI log. Replaces control characters and characters that change
 * the text direction, and disables commands of GitHub, Azure and TeamCity.
 */
export function terminalLine(text: string): string {
  return text
    .replace(/[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, ' ')
    .replace(/^(\s*)(?=::)/, '$1\\')
    .replace(/##(?=\w*\[)/g, '#\\#');
}
