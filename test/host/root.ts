import { existsSync } from 'node:fs';
import path from 'node:path';

/** The folder of package.json. Tests are bundled to out/, so no fixed number of steps upwards would do. */
export const root = upwards(import.meta.dirname);

function upwards(folder: string): string {
  return existsSync(path.join(folder, 'package.json')) ? folder : upwards(path.dirname(folder));
}

/** Progress goes to stderr, so that stdout stays free for results. */
export function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
