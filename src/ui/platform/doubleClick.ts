/** The longest double-click time of any system, in milliseconds. */
const longest = 500;

/** True if a click now is the second one of a double click. @param firstAt Unix milliseconds of the first click */
export function isSecondClick(firstAt: number): boolean {
  return Date.now() - firstAt < longest;
}

/**
 * Detects double clicks on rows: VS Code runs a row's command for each click. The second click gets the result of the
 * first with `isSecond: true`, so the opened tab becomes permanent, as in VS Code's Explorer.
 */
export function createDoubleClick<T>(): (
  row: string,
  run: () => Promise<T>,
) => Promise<{ result: T; isSecond: boolean }> {
  let last: { row: string; at: number; running: Promise<T> } | undefined;
  return async (row, run) => {
    const isSecond = last?.row === row && isSecondClick(last.at);
    const click = isSecond && last !== undefined ? last : { row, at: Date.now(), running: run() };
    last = click;
    try {
      return { result: await click.running, isSecond };
    } catch (error) {
      // After a failure, the next click is a first click again.
      if (last === click) last = undefined;
      throw error;
    }
  };
}
