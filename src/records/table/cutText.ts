/** The maximum length of a text in a cell. Longer texts are truncated. */
export const longestShown = 300;

export function cutText(text: string): string {
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

/**
 * Whether a cell is truncated.
 * @param cell a `ShownCell`
 */
export function isCut(cell: string): boolean {
  return cell.startsWith('S') || (cell.endsWith('…') && cell.length > longestShown);
}
