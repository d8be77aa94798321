import { terminalLine } from '../api/terminalLine';
import { lstat, readFile } from 'node:fs/promises';
import type { CheckFile } from '../requests/checks/runHost';
import { snapshotsEnding, type SnapshotFile, type Snapshots } from '../requests/checks/snapshots';
import { writeOwnFile } from './files';

import type { Options } from './options';

/** Where the snapshots of a document are: beside it. A link is none of ours to write through. */
export function snapshotFile(document: string): SnapshotFile {
  const file = document + snapshotsEnding;
  const isThere = async () => {
    const found = await lstat(file).catch(() => undefined);
    if (found !== undefined && !found.isFile()) throw new Error('no file');
    return found !== undefined;
  };
  return {
    read: async () => ((await isThere()) ? readFile(file, 'utf8') : undefined),
    write: text => writeOwnFile(file, text),
  };
}

/** What was written, and what no request has any more; `--update-snapshots` takes it out when all requests were run. */
export async function snapshotLines(
  files: readonly CheckFile[],
  snapshots: ReadonlyMap<string, Snapshots>,
  { updateSnapshots }: Options,
): Promise<string> {
  const lines: string[] = [];
  for (const { name, document } of files) {
    const own = snapshots.get(name);
    if (own === undefined) continue;
    const file = name + snapshotsEnding;
    for (const label of own.written) lines.push(`${file}: written for ${label}`);
    const orphans = await own.orphans(document);
    if (updateSnapshots && orphans.length > 0) await own.remove(orphans);
    const what = updateSnapshots ? 'removed' : 'no request uses this snapshot; --update-snapshots removes it:';
    for (const label of orphans) lines.push(`${file}: ${what} ${label}`);
  }
  return lines.map(line => `${terminalLine(line)}\n`).join('');
}
