import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { npm } from './npm';

/** Unpacks a package of the registry without installing it, and returns the folder of its package.json. */
export async function unpackPackage(specifier: string, folder: string): Promise<string> {
  await npm(['pack', specifier], folder);
  const archive = (await readdir(folder)).find(name => name.endsWith('.tgz'));
  if (!archive) throw new Error(`npm pack left no archive of ${specifier}`);
  await untar(path.join(folder, archive), folder);
  await rm(path.join(folder, archive));
  return path.join(folder, 'package');
}

/** Unpacks a tar archive with the system's `tar`, which Linux, macOS and Windows 10 include. */
export async function untar(archive: string, folder: string): Promise<void> {
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn('tar', ['-xf', archive, '-C', folder], { stdio: ['ignore', 'ignore', 'inherit'] });
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) throw new Error(`tar could not unpack ${archive}`);
}

/** Inflates a Brotli file. */
export async function inflate(from: string, to: string): Promise<void> {
  await pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to));
}
