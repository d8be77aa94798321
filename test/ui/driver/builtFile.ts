import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Profile } from '../../host/launcher/profile';

/** Returns the path of a file below dist/ in the profile's copy of the extension. */
export async function builtFile({ extensions }: Profile, name: string): Promise<string> {
  const folder = (await readdir(extensions)).find(name => name.startsWith('hydrogen-baas.'));
  if (folder === undefined) throw new Error('The profile does not hold the extension.');
  return path.join(extensions, folder, 'dist', name);
}
