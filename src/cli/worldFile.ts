import { longestWorld, readWorld, WorldError, worldPieces, type World } from '../world/world';
import { loadWorld } from '../world/worldFile';
import { writeWholeFile } from './files';
import { t } from './language';
import { worldMessages } from './messages';
import { WrongInput } from './options';

/**
 * Reads a world file.
 * @param text the text of the file if it was read already: a pipe can be read only once
 * @throws WrongInput with the cause `missing` if there is no file
 */
export async function readWorldFile(file: string, text?: string): Promise<World> {
  try {
    return text === undefined ? await loadWorld(file) : readWorld(text);
  } catch (error) {
    if (error instanceof WorldError) throw new WrongInput(worldMessages.problem(file, error));
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new WrongInput(t('{0} cannot be read.', file), code === 'ENOENT' ? { cause: 'missing' } : {});
  }
}

/** Writes a world file. After a failure, the file is unchanged. @throws WrongInput */
export async function writeWorldFile(file: string, world: World): Promise<void> {
  try {
    await writeWholeFile(file, worldPieces(world));
  } catch (error) {
    if (!(error instanceof WorldError)) throw error;
    throw new WrongInput(
      t(
        '{0} would be larger than {1} MB, so it was not written. Use a smaller --records, or fewer --tables.',
        file,
        longestWorld / 1e6,
      ),
    );
  }
}
