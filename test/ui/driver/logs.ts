import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Profile } from '../../host/launcher/profile';

export interface Log {
  file: string;
  text: string;
}

/**
 * Returns the log files of the profile: those of VS Code (including one per output channel) and the server's output.
 */
export async function readLogs({ userData, folder }: Profile): Promise<Log[]> {
  const logs = path.join(userData, 'logs');
  const entries = await readdir(logs, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter(entry => entry.isFile()).map(entry => path.join(entry.parentPath, entry.name));
  return Promise.all(
    [...files, path.join(folder, 'server.log')].map(async file => ({
      file: path.relative(folder, file),
      text: await readFile(file, 'utf8'),
    })),
  );
}
