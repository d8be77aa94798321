import path from 'node:path';

/** Thrown when a file of a document is outside of the allowed folders. */
export class OutsideError extends Error {
  /** The symbolic link that points outside, relative to its folder; `undefined` if the path itself is outside. */
  readonly link: string | undefined;

  constructor(link?: string) {
    super('outside');
    this.link = link;
  }
}

/**
 * Finds the file of a path and follows links. The file must be in one of the folders, so that a document from elsewhere
 * cannot send other files away.
 * @param realpath rejects when the file does not exist
 * @returns the file and its folder
 * @throws OutsideError
 */
export async function fileInside(
  name: string,
  folders: readonly string[],
  realpath: (name: string) => Promise<string>,
  separator: string = path.sep,
): Promise<{ file: string; folder: string }> {
  const isInside = (folder: string, file: string) =>
    file.startsWith(folder.endsWith(separator) ? folder : folder + separator);
  const written = folders.find(folder => isInside(folder, name));
  if (written === undefined) throw new OutsideError();
  const [file, realFolders] = await Promise.all([realpath(name), Promise.all(folders.map(each => realpath(each)))]);
  const folder = realFolders.find(each => isInside(each, file));
  if (folder !== undefined) return { file, folder };
  // The file is outside. Finds the first step of the path that leads out, for the message.
  const steps = name.slice(written.length).split(separator).filter(Boolean);
  for (const index of steps.keys()) {
    const link = steps.slice(0, index + 1).join(separator);
    const target = await realpath([written.replace(/[\\/]$/, ''), link].join(separator));
    if (!realFolders.some(each => isInside(each, target))) throw new OutsideError(link);
  }
  throw new OutsideError();
}
