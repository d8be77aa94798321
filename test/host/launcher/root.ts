import { existsSync } from 'node:fs';
import path from 'node:path';

/** The folder of package.json. Tests are bundled to out/, so the number of folders between them varies. */
export const root = upwards(import.meta.dirname);

function upwards(folder: string): string {
  return existsSync(path.join(folder, 'package.json')) ? folder : upwards(path.dirname(folder));
}

/** Prints a progress message to stderr, so that stdout contains only results. */
export function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

/**
 * Returns true if the source of a built test still exists. A build does not delete the output of removed tests, because
 * another run may be reading out/ at that time.
 */
export function hasSource(built: string): boolean {
  const source = path.relative(path.join(root, 'out'), built).replace(/\.[cm]js$/, '.ts');
  return existsSync(path.join(root, source));
}
