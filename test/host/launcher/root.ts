import { existsSync } from 'node:fs';
import path from 'node:path';

/** The folder of package.json. Tests are bundled to out/, so the number of folders between them varies. */
export const root = upwards(import.meta.dirname);

function upwards(folder: string): string {
  return existsSync(path.join(folder, 'package.json')) ? folder : upwards(path.dirname(folder));
}

/** Progress goes to stderr, so that stdout stays free for results. */
export function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

/**
 * Whether a built test still has its source. A build leaves the files of deleted tests behind, because another run may be
 * reading out/ meanwhile.
 */
export function hasSource(built: string): boolean {
  const source = path.relative(path.join(root, 'out'), built).replace(/\.[cm]js$/, '.ts');
  return existsSync(path.join(root, source));
}
