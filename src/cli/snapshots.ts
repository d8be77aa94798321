import { lstat, readFile } from 'node:fs/promises';
import type { CheckFile } from '../requests/checks/runHost';
import { snapshotsEnding, type SnapshotFile, type SnapshotStore } from '../requests/checks/snapshotStore';
import { writeWholeFile } from './files';
import { t } from './language';
import type { CheckOptions } from './checkOptions';

/** Returns the snapshot file beside a document. */
export function snapshotFile(document: string): SnapshotFile {
  const file = document + snapshotsEnding;
  return {
    name: file,
    path: file,
    async kind() {
      const stats = await lstat(file).catch(() => undefined);
      return stats === undefined ? 'none' : stats.isFile() ? 'file' : 'other';
    },
    read: () => readFile(file, 'utf8'),
    write: text => writeWholeFile(file, text),
  };
}

/**
 * Returns lines about written snapshots, and about snapshots that no request uses. With `--update-snapshots`, removes
 * the unused ones.
 */
export async function snapshotLines(
  files: readonly CheckFile[],
  snapshots: ReadonlyMap<string, SnapshotStore>,
  { updateSnapshots }: CheckOptions,
): Promise<string[]> {
  const lines: string[] = [];
  for (const { name, document } of files) {
    const fileSnapshots = snapshots.get(name);
    if (fileSnapshots === undefined) continue;
    const file = name + snapshotsEnding;
    for (const label of fileSnapshots.written) lines.push(t('{0}: written for {1}', file, label));
    const orphans = await fileSnapshots.orphans(document);
    if (updateSnapshots && orphans.length > 0) await fileSnapshots.remove(orphans);
    for (const label of orphans) {
      lines.push(
        updateSnapshots
          ? t('{0}: removed {1}', file, label)
          : t('{0}: no request uses this snapshot; --update-snapshots removes it: {1}', file, label),
      );
    }
  }
  return lines;
}
