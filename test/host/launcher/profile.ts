import { cp, mkdir, mkdtemp, readFile, realpath, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { removeAtSignal, removeFolder } from './processes';
import { root } from './root';

/** The separate folders of one VS Code. */
export interface Profile {
  folder: string;
  userData: string;
  extensions: string;
  workspace: string;
  /** Removes everything, unless `HYDROGEN_KEEP=1` keeps it for inspection. */
  remove(): Promise<void>;
}

/** Settings for a quiet, offline workbench; a test can override each. */
const quietSettings = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'remote.autoForwardPorts': false,
  'remote.autoForwardPortsSource': 'output', // otherwise the host lists the sockets of the machine every two seconds
  'git.openRepositoryInParentFolders': 'never',
  'files.autoSave': 'off',
};

/** Makes an empty profile with an empty workspace, and `settings` as the user's settings. */
export async function makeProfile(settings: Record<string, unknown> = {}): Promise<Profile> {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'hydrogen-')));
  const folders = {
    folder,
    userData: path.join(folder, 'user'),
    extensions: path.join(folder, 'extensions'),
    workspace: path.join(folder, 'workspace'),
  };
  const userSettings = path.join(folders.userData, 'User', 'settings.json');
  for (const made of [path.dirname(userSettings), folders.extensions, folders.workspace]) {
    await mkdir(made, { recursive: true });
  }
  await writeFile(userSettings, JSON.stringify({ ...quietSettings, ...settings }, undefined, 2));
  if (process.env.HYDROGEN_KEEP === '1') return { ...folders, remove: async () => undefined };
  const remove = () => removeFolder(folder);
  const forget = removeAtSignal(remove);
  return { ...folders, remove: () => remove().finally(forget) };
}

const shipped = ['package.json', 'package.nls.json', 'package.nls.zh-cn.json', 'dist', 'l10n', 'media', 'syntaxes'];

/**
 * Puts the built extension into `folder`, and returns its own folder there. Tests use a copy, which a concurrent build
 * does not change. `tryOut` uses a link, so a reload of the window loads the next build.
 */
export async function placeExtension(folder: string, how: 'copy' | 'link'): Promise<string> {
  const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as Record<string, string>;
  const target = path.join(folder, `${manifest.publisher}.${manifest.name}-${manifest.version}`);
  if (how === 'link') {
    await symlink(root, target, 'junction');
    return target;
  }
  await mkdir(target, { recursive: true });
  for (const name of shipped) {
    await cp(path.join(root, name), path.join(target, name), { recursive: true }).catch(ignoreMissing);
  }
  return target;
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
