import { existsSync, readFileSync, realpathSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import { cacheFolder } from './cache';
import type { HostRunPlaces } from './hostRun';
import { versions, type Release } from './packages';
import { say } from './root';

/**
 * Returns the executable of a desktop VS Code: an installed one (newest release only), else a downloaded one. Returns
 * `undefined` if `HYDROGEN_HOST` is `server`. Unless it is `desktop`, also returns `undefined` without a screen or if
 * the download fails.
 */
export async function usableDesktop(release: Release): Promise<string | undefined> {
  const host = process.env.HYDROGEN_HOST;
  if (host === 'server') return undefined;
  if (host !== 'desktop' && !hasScreen()) return undefined;
  const installed = release === 'newest' ? installedDesktop() : undefined;
  if (installed) return installed;
  if (host !== 'desktop' && !(await downloadIsReachable())) return undefined;
  try {
    return await downloadAndUnzipVSCode({
      version: versions[release].vscode,
      cachePath: path.join(cacheFolder(), 'desktop'),
      extractSync: true,
      timeout: 15_000,
    });
  } catch (error) {
    if (host === 'desktop') throw error;
    say(`Desktop VS Code could not be downloaded (${String(error)}); the packaged server takes its place.`);
    return undefined;
  }
}

/** Runs the tests on a desktop VS Code and resolves with its exit code. */
export async function runOnDesktop(executable: string, { profile, extension, tests, env }: HostRunPlaces) {
  try {
    return await runTests({
      vscodeExecutablePath: executable,
      extensionDevelopmentPath: extension,
      extensionTestsPath: tests,
      extensionTestsEnv: { ...env, ELECTRON_RUN_AS_NODE: undefined },
      launchArgs: [profile.workspace, ...desktopFolders(profile)],
    });
  } catch (error) {
    return (error as { code?: number }).code ?? 1;
  }
}

/** Returns flags for separate folders, so that VS Code can run beside an open one and does not use its settings. */
export function desktopFolders(profile: HostRunPlaces['profile']): string[] {
  return [`--user-data-dir=${profile.userData}`, `--extensions-dir=${profile.extensions}`];
}

/** Returns an installed desktop VS Code that is new enough for the extension, if there is a screen. */
export function installedDesktop(): string | undefined {
  if (!hasScreen()) return undefined;
  return candidates().find(file => existsSync(file) && isNewEnough(file));
}

function hasScreen(): boolean {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
}

function candidates(): string[] {
  const { env, platform } = process;
  if (platform === 'darwin') {
    const applications = ['/Applications', path.join(os.homedir(), 'Applications')];
    const bundles = applications.map(folder => path.join(folder, 'Visual Studio Code.app/Contents/MacOS'));
    return bundles.flatMap(folder => [path.join(folder, 'Code'), path.join(folder, 'Electron')]);
  }
  if (platform === 'win32') {
    const bases = [env.LOCALAPPDATA && path.join(env.LOCALAPPDATA, 'Programs'), env.ProgramFiles];
    return bases.flatMap(base => (base ? [path.join(base, 'Microsoft VS Code', 'Code.exe')] : []));
  }
  const usual = ['/usr/share/code/code', '/opt/visual-studio-code/code', '/snap/code/current/usr/share/code/code'];
  // `code` on the PATH is a shell script in bin/; the executable is in the folder above.
  const scripts = (env.PATH ?? '').split(path.delimiter).map(folder => path.join(folder, 'code'));
  const found = scripts.filter(file => existsSync(file)).map(file => realpathSync(file));
  return [...found.map(file => path.join(path.dirname(file), '..', 'code')), ...usual];
}

function isNewEnough(executable: string): boolean {
  const folder = path.dirname(executable);
  const manifest = [folder, path.dirname(folder)]
    .flatMap(base => [path.join(base, 'resources/app/package.json'), path.join(base, 'Resources/app/package.json')])
    .find(file => existsSync(file));
  if (!manifest) return false;
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 1 || minor >= 103;
}

/**
 * True if VS Code can be downloaded. Waits at most three seconds, so that a closed network does not delay the tests.
 */
async function downloadIsReachable(): Promise<boolean> {
  try {
    const address = 'https://update.code.visualstudio.com/api/releases/stable';
    return (await fetch(address, { signal: AbortSignal.timeout(3000) })).ok;
  } catch {
    return false;
  }
}
