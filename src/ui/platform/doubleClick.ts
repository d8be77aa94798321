/** The longest double-click time of any system, in milliseconds. */
const longest = 500;

/** True if a click now is the second one of a double click. @param firstAt Unix milliseconds of the first click */
export function isSecondClick(firstAt: number): boolean {
  return Date.now() - firstAt < longest;
}

/**
 * Detects double clicks on rows: VS Code runs a row's command for each click. The second click gets the result of the
 * first with `again: true`, so the opened tab becomes permanent, as in VS Code's Explorer.
 */
export function createDoubleClick<T>(): (row: string, make: () => Promise<T>) => Promise<{ made: T; again: boolean }> {
  let last: { row: string; at: number; making: Promise<T> } | undefined;
  return async (row, make) => {
    const again = last?.row === row && isSecondClick(last.at);
    const press = again && last !== undefined ? last : { row, at: Date.now(), making: make() };
    last = press;
    try {
      return { made: await press.making, again };
    } catch (error) {
      // After a failure, the next click is a first click again.
      if (last === press) last = undefined;
      throw error;
    }
  };
}
