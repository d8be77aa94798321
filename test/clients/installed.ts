import { createHash } from 'node:crypto';
import { copyFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { cached } from '../host/launcher/cache';
import { npm } from '../host/launcher/npm';
import { root } from '../host/launcher/root';

const folder = path.join(root, 'test', 'clients');

/**
 * Installs the service's own clients and httpYac from the lock file in this folder, without running install scripts.
 * Returns the installation folder.
 */
export async function clientsFolder(): Promise<string> {
  const lock = await readFile(path.join(folder, 'package-lock.json'));
  const name = `clients-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`;
  return cached(name, "the service's own clients", async making => {
    for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
      await copyFile(path.join(folder, file), path.join(making, file));
    }
    await npm(['ci', '--ignore-scripts'], making);
  });
}
