import { readFile, stat } from 'node:fs/promises';
import { longestWorld, readWorld, WorldError, type World } from './world';

/** Reads a world file. Checks its size before reading. @throws WorldError; errors of the file system */
export async function loadWorld(file: string): Promise<World> {
  if ((await stat(file)).size > longestWorld) throw new WorldError('tooLarge');
  return readWorld(await readFile(file, 'utf8'));
}
