import { isBuiltin } from 'node:module';

/** A position in code. Both numbers begin at 1. */
export interface CodePosition {
  line: number;
  column: number;
}

const entryStart = /^(?=\d{4}-\d\d-\d\dT\S+ [A-Z]+ )/m;
// Logs are untrusted text of up to 1 MB, so these patterns are applied to single lines, in linear time.
const frame = /^\s+at (.+):([1-9]\d{0,8}):([1-9]\d{0,8})\)?$/;
/** The first line of the stack of a syntax error, which contains the file and the line number. */
const syntaxErrorLine = /^(?:\S+ ERROR )?\S.*\.js:([1-9]\d{0,8})$/;
const foreignCode = /^(node:|internal\/|\[(worker )?eval\])|(^|[/\\])node_modules[/\\]/;

/**
 * Returns the position in a function where a run failed: its innermost frame in the last stack trace of the log. Earlier
 * stack traces belong to errors that the function caught. Ignores the file name, because a function is one file. Skips
 * frames of Node and of packages.
 * @param name the name of the function
 */
export function failedPosition(log: string, name: string): CodePosition | undefined {
  for (const entry of log.split(entryStart).reverse()) {
    const lines = entry.split('\n');
    const frames = lines.map(line => frame.exec(line)).filter(match => match !== null);
    if (frames.length === 0) continue;
    const errorLine = lines.map(line => syntaxErrorLine.exec(line)?.[1]).find(line => line !== undefined);
    if (errorLine !== undefined) return { line: Number(errorLine), column: 1 };
    const ownFrame = frames.find(([, location = '']) => isOwn(fileOf(location), name));
    if (ownFrame !== undefined) return { line: Number(ownFrame[2]), column: Number(ownFrame[3]) };
  }
  return undefined;
}

function isOwn(file: string, name: string): boolean {
  return !foreignCode.test(file) && (file === `${name}.js` || !isFileOfNode12(file));
}

/** True for files such as `fs.js`: Node 12, the runtime of the service, writes them without `node:`. */
function isFileOfNode12(file: string): boolean {
  return file.endsWith('.js') && isBuiltin(file.slice(0, -'.js'.length));
}

/** Returns the file of a frame, such as `f.js` for `main (f.js`. */
function fileOf(location: string): string {
  const at = location.lastIndexOf(' (');
  return at < 0 ? location : location.slice(at + 2);
}
