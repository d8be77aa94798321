import { readFile, stat } from 'node:fs/promises';
import { longestWorld, readWorld, WorldError, type World } from '../world/world';
import { t } from './language';
import { WrongInput } from './options';

/** @throws WrongInput; its cause is `missing` if there is no file */
export async function readWorldFile(file: string): Promise<World> {
  let text: string;
  try {
    const { size } = await stat(file);
    if (size > longestWorld) throw new WorldError('tooLarge');
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof WorldError) throw new WrongInput(worldProblem(file, error));
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new WrongInput(t('{0} cannot be read.', file), isMissing ? { cause: 'missing' } : {});
  }
  try {
    return readWorld(text);
  } catch (error) {
    if (error instanceof WorldError) throw new WrongInput(worldProblem(file, error));
    throw error;
  }
}

function worldProblem(file: string, { code, place }: WorldError): string {
  switch (code) {
    case 'notWorld':
      return t('{0} is not a world file.', file);
    case 'newer':
      return t('{0} comes from a newer version of this program. Update the program.', file);
    case 'tooLarge':
      return t('{0} is larger than {1} MB. Read fewer records into it.', file, longestWorld / 1e6);
    case 'invalid':
      return t('{0} is not valid: check {1}.', file, place);
  }
}
