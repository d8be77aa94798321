import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, open, readdir, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type * as vscode from 'vscode';
import { hasEnded } from '../../../files/processes';

// Process IDs are reused, so the folder name has a random part.
const windowFolder = `${process.pid}-${randomUUID().slice(0, 8)}`;

/**
 * Stores responses that are too large for memory in files that only this user can read. The files contain unmasked
 * credentials, so they are deleted when the window closes.
 */
export class LargeResponses implements vscode.Disposable {
  readonly #folder: string;
  readonly #ownFolder: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.#ownFolder = path.join(folder, windowFolder);
  }

  begin(): LargeResponse {
    return new LargeResponse(this.#ownFolder);
  }

  delete(file: string): Promise<void> {
    return rm(file, { force: true });
  }

  /** Deletes files of crashed windows. */
  async sweep(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    const abandoned = names.filter(name => name !== windowFolder && !isOtherProcess(Number.parseInt(name, 10)));
    await Promise.allSettled(
      abandoned.map(name => rm(path.join(this.#folder, name), { recursive: true, force: true })),
    );
  }

  dispose(): void {
    // Synchronous, because a closing window does not wait.
    rmSync(this.#ownFolder, { recursive: true, force: true });
  }
}

/** A response being received. Nothing is written until the first chunk arrives. */
export class LargeResponse {
  readonly #folder: string;
  #file: FileHandle | undefined;
  #name: string | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async write(chunk: Uint8Array): Promise<void> {
    if (this.#file === undefined) {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      this.#name = path.join(this.#folder, `${randomUUID()}.txt`);
      this.#file = await open(this.#name, 'wx', 0o600);
    }
    await this.#file.appendFile(chunk);
  }

  /** Discards the written data, because another response follows. */
  async restart(): Promise<void> {
    await this.#file?.close();
    if (this.#name !== undefined) await rm(this.#name, { force: true });
    this.#file = undefined;
    this.#name = undefined;
  }

  /** Ends writing. Resolves to the path of the file if it was written and `isWanted`; otherwise deletes the file. */
  async end(isWanted: boolean): Promise<string | undefined> {
    if (!isWanted) await this.restart();
    await this.#file?.close();
    return this.#name;
  }
}

/** Whether another process has this ID and runs. A folder with the ID of this process was left by an earlier one. */
function isOtherProcess(pid: number): boolean {
  return Number.isInteger(pid) && pid !== process.pid && !hasEnded(pid);
}
