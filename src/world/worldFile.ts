import { readFile, stat } from 'node:fs/promises';
import { longestWorld, readWorld, WorldError, type World } from './world';

/** Reads a world file. @throws WorldError, `tooLarge` before the file is read; errors of the file system */
export async function loadWorld(file: string): Promise<World> {
  if ((await stat(file)).size > longestWorld) throw new WorldError('tooLarge');
  return readWorld(await readFile(file, 'utf8'));
}
