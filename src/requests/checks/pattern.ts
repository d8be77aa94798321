import vm from 'node:vm';

/**
 * Time limit for one regular expression in milliseconds, because catastrophic backtracking may never end. The limit is
 * the same for every text, so that a verdict does not depend on earlier comparisons.
 */
const longestMatch = 250;
/** The limit by the clock on a busy machine, in milliseconds. */
const longestWait = 2000;

/** Thrown when a regular expression exceeds its time limit. */
export class SlowPattern extends Error {}

let matcher: { script: vm.Script; context: vm.Context } | undefined;

/**
 * Returns whether a text matches a regular expression.
 * @throws SlowPattern; SyntaxError for an invalid regular expression
 */
export function matches(text: string, pattern: string): boolean {
  // Compile here first: a SyntaxError from the vm context fails `instanceof`.
  new RegExp(pattern, 'u');
  matcher ??= { script: new vm.Script('new RegExp(pattern, "u").test(text)'), context: vm.createContext({}) };
  const { script, context } = matcher;
  Object.assign(context, { pattern, text });
  try {
    for (let timeout = longestMatch; timeout <= longestWait; timeout *= 2) {
      const before = process.cpuUsage();
      try {
        return script.runInContext(context, { timeout }) as boolean;
      } catch {
        const { user, system } = process.cpuUsage(before);
        // The limit is measured by the clock. A busy machine may not have run this process meanwhile: then try again.
        if ((user + system) / 1000 > longestMatch / 2) break;
      }
    }
    throw new SlowPattern();
  } finally {
    Object.assign(context, { pattern: '', text: '' });
  }
}
