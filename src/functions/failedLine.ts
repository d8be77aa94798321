/** A place in a text. Both numbers begin at 1. */
export interface CodePlace {
  line: number;
  column: number;
}

const entryStart = /^(?=\d{4}-\d\d-\d\dT\S+ [A-Z]+ )/m;
// Logs are untrusted text of up to 1 MB, so these patterns are applied to single lines, in linear time.
const frame = /^\s+at (.+):([1-9]\d{0,8}):([1-9]\d{0,8})\)?$/;
/** The first line of a syntax error's stack: the file and its line. */
const syntaxError = /^(?:\S+ ERROR )?\S.*\.js:([1-9]\d{0,8})$/;
const otherCode = /^(node:|internal\/|\[(worker )?eval\])|(^|[/\\])node_modules[/\\]/;

/**
 * Returns the place in a function where a run failed: the innermost frame of the function in the last stack trace of
 * the log. Earlier stack traces belong to errors that the function caught. A function is one file, so the file name is
 * ignored. Frames of Node and of packages are skipped.
 */
export function failedPlace(log: string): CodePlace | undefined {
  for (const entry of log.split(entryStart).reverse()) {
    const lines = entry.split('\n');
    const frames = lines.map(line => frame.exec(line)).filter(found => found !== null);
    if (frames.length === 0) continue;
    const wrong = lines.map(line => syntaxError.exec(line)?.[1]).find(line => line !== undefined);
    if (wrong !== undefined) return { line: Number(wrong), column: 1 };
    const own = frames.find(([, called = '']) => !otherCode.test(fileOf(called)));
    if (own !== undefined) return { line: Number(own[2]), column: Number(own[3]) };
  }
  return undefined;
}

/** Returns the file of a frame, such as `f.js` for `main (f.js`. */
function fileOf(called: string): string {
  const at = called.lastIndexOf(' (');
  return at < 0 ? called : called.slice(at + 2);
}
