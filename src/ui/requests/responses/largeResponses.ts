import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, open, readdir, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type * as vscode from 'vscode';

/** A response being received. Nothing is written until the first chunk arrives. */
export interface LargeResponse {
  write(chunk: Uint8Array): Promise<void>;
  /** Discards the written data, because another response follows. */
  restart(): Promise<void>;
  /** Ends writing. Resolves to the path of the file if it was written and `isWanted`; otherwise deletes the file. */
  end(isWanted: boolean): Promise<string | undefined>;
}

/**
 * Stores responses that are too large for memory in files that only this user can read. The files contain unmasked
 * credentials, so they are deleted when the window closes.
 */
export interface LargeResponses extends vscode.Disposable {
  begin(): LargeResponse;
  delete(file: string): Promise<void>;
  /** Deletes files of crashed windows. */
  sweep(): Promise<void>;
}

// Process IDs are reused, so the folder name has a random part.
const windowFolder = `${process.pid}-${randomUUID().slice(0, 8)}`;

export function createLargeResponses(folder: string): LargeResponses {
  const ownFolder = path.join(folder, windowFolder);
  return {
    begin() {
      let file: FileHandle | undefined;
      let name: string | undefined;
      const discard = async () => {
        await file?.close();
        if (name !== undefined) await rm(name, { force: true });
        file = undefined;
        name = undefined;
      };
      return {
        async write(chunk) {
          if (file === undefined) {
            await mkdir(ownFolder, { recursive: true, mode: 0o700 });
            name = path.join(ownFolder, `${randomUUID()}.txt`);
            file = await open(name, 'wx', 0o600);
          }
          await file.appendFile(chunk);
        },
        restart: discard,
        async end(isWanted) {
          if (!isWanted) await discard();
          await file?.close();
          return name;
        },
      };
    },
    delete: file => rm(file, { force: true }),
    async sweep() {
      const names = await readdir(folder).catch(() => []);
      const abandoned = names.filter(name => name !== windowFolder && !isAlive(Number.parseInt(name, 10)));
      await Promise.allSettled(abandoned.map(name => rm(path.join(folder, name), { recursive: true, force: true })));
    },
    // Synchronous, because a closing window does not wait.
    dispose: () => rmSync(ownFolder, { recursive: true, force: true }),
  };
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
