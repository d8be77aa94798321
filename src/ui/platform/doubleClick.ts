/** Milliseconds between the two presses of a double click. */
const longest = 500;

/**
 * Detects double clicks on rows: VS Code runs a row's command for each click. The second click gets the result of the
 * first with `again: true`, so the opened tab becomes permanent, as in VS Code's Explorer.
 */
export function createDoubleClick<T>(): (row: string, make: () => Promise<T>) => Promise<{ made: T; again: boolean }> {
  let last: { row: string; at: number; making: Promise<T> } | undefined;
  return async (row, make) => {
    const again = last?.row === row && Date.now() - last.at < longest;
    const press = again && last !== undefined ? last : { row, at: Date.now(), making: make() };
    last = press;
    try {
      return { made: await press.making, again };
    } catch (error) {
      // A failed press does not count as the first click.
      if (last === press) last = undefined;
      throw error;
    }
  };
}
