import { once } from 'node:events';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { nodeExecutable, serverFolder, type Release } from './packages';
import { start } from './processes';
import { placeExtension } from './profile';
import { root } from './root';
import { outerEnvironment } from './server';

/**
 * Installs the tested extension into a folder of extensions, and returns its own folder there. Copies the build, or
 * installs the package of `npm test -- --package file.vsix`.
 */
export async function installExtension(release: Release, extensions: string): Promise<string> {
  const file = process.env.HYDROGEN_PACKAGE;
  return file ? installPackage(release, path.resolve(root, file), extensions) : placeExtension(extensions, 'copy');
}

/**
 * Installs a package with VS Code's command line, also over an existing version. Returns the folder of the extension.
 */
export async function installPackage(release: Release, file: string, extensions: string): Promise<string> {
  await mkdir(extensions, { recursive: true });
  const [node, server] = await Promise.all([nodeExecutable(release), serverFolder(release)]);
  const flags = [
    ['--install-extension', file, '--extensions-dir', extensions],
    ['--server-data-dir', path.join(extensions, 'server'), '--accept-server-license-terms'],
  ].flat();
  const child = start(node, [path.join(server, 'out', 'server-main.js'), ...flags], {
    env: outerEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  const name = (await readdir(extensions))
    .filter(name => name.startsWith('hydrogen-baas.'))
    .sort()
    .at(-1);
  if (child.exitCode !== 0 || name === undefined) throw new Error(`${file} could not be installed.\n${output}`);
  return path.join(extensions, name);
}
