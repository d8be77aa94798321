/** Milliseconds between the two presses of a double click. */
const longest = 500;

/**
 * VS Code runs the command of a row for each press of a double click, and does not say so. The second press of the same row
 * gets what the first one made, and is told: then what is opened stays open, as in VS Code's own Explorer.
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
      // What failed is tried anew, however soon.
      if (last === press) last = undefined;
      throw error;
    }
  };
}
