/**
 * One line of foreign text for a terminal or the log of a CI system: no control characters, none that turn the direction of text, and
 * nothing that GitHub, Azure or TeamCity take for a command.
 */
export function terminalLine(text: string): string {
  return text
    .replace(/[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, ' ')
    .replace(/^(\s*)(?=::)/, '$1\\')
    .replace(/##(?=\w*\[)/g, '#\\#');
}
