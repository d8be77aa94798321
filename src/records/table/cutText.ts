/** Cells show longer texts truncated. */
export const longestShown = 300;

export function cutText(text: string): string {
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

/**
 * @param cell a `ShownCell`
 * @returns whether it is truncated
 */
export function isCut(cell: string): boolean {
  return cell.startsWith('S') || (cell.endsWith('…') && cell.length > longestShown);
}
