/** A place in a text. Both numbers begin at 1. */
export interface CodePlace {
  line: number;
  column: number;
}

const entryStart = /^(?=\d{4}-\d\d-\d\dT\S+ [A-Z]+ )/m;
const frame = /^\s+at (?:.* \()?(.+):(\d+):(\d+)\)?$/gm;
/** The first line of a syntax error's stack: the file and its line. */
const syntaxError = /^(?:\S+ ERROR )?\S.*\.js:(\d+)$/m;
const otherCode = /^(node:|internal\/|\[(worker )?eval\])|(^|[/\\])node_modules[/\\]/;

/**
 * Returns the line of a function where a run failed: the innermost frame of the function in the last stack of the log.
 * Earlier stacks are those of errors that the function has caught. The code of a function is one file, so the file’s name
 * does not matter; frames of Node and of packages do not count.
 */
export function failedPlace(log: string): CodePlace | undefined {
  for (const entry of log.split(entryStart).reverse()) {
    const frames = [...entry.matchAll(frame)];
    if (frames.length === 0) continue;
    const wrong = syntaxError.exec(entry)?.[1];
    if (wrong !== undefined) return { line: Number(wrong), column: 1 };
    const own = frames.find(([, file = '']) => !otherCode.test(file));
    if (own !== undefined) return { line: Number(own[2]), column: Number(own[3]) };
  }
  return undefined;
}
