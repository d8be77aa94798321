import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { startFront } from './front';
import { nodeExecutable, serverFolder, type Release } from './packages';
import { start, stop } from './processes';
import type { Profile } from './profile';

interface ServerOptions {
  release?: Release;
  /** Environment variables of the extension host. */
  env?: Record<string, string>;
  /** Lets the page's address name an extension under development and its tests. */
  automation?: boolean;
  /** The built-in extensions to load; absent: all. */
  ownExtensions?: readonly string[];
  /** The built-in extensions to leave out, if `ownExtensions` is absent. */
  unneeded?: readonly string[];
  /** Whether the workspace has to be trusted first; absent: every workspace is trusted. */
  restricted?: boolean;
}

export interface Server {
  /** `http://127.0.0.1:<port>`. */
  origin: string;
  /** The address that opens the profile's workspace; it contains the connection token that the server requires. */
  address: string;
  /** `127.0.0.1:<port>`, the authority of `vscode-remote:` addresses. */
  authority: string;
  /** Resolves when the server has ended for any reason. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

/** Requests to an extension gallery would only fill the log, and wait without a network. */
const noGallery = JSON.stringify({ serviceUrl: '' });

/**
 * Starts a VS Code server on free ports of the loopback interface, with the folders of the profile. The server gives
 * access to the developer's shell, so it requires a new random token. The token is passed in a file, because every user
 * of the machine can see the arguments of a process.
 */
export async function startServer(profile: Profile, options: ServerOptions = {}): Promise<Server> {
  const { release = 'newest', env = {}, automation = false, restricted = false, unneeded = [] } = options;
  const [node, folder] = await Promise.all([nodeExecutable(release), serverFolder(release)]);
  const { ownExtensions = unneeded.length > 0 ? await others(folder, unneeded) : undefined } = options;
  const token = randomBytes(24).toString('hex');
  const tokenFile = path.join(profile.folder, 'connection-token');
  await writeFile(tokenFile, token, { mode: 0o600 });
  const flags = [
    ['--host', '127.0.0.1', '--port', '0', '--connection-token-file', tokenFile, '--accept-server-license-terms'],
    ['--user-data-dir', profile.userData, '--server-data-dir', path.join(profile.folder, 'server')],
    ['--extensions-dir', profile.extensions, '--default-folder', profile.workspace],
    restricted ? [] : ['--disable-workspace-trust'],
    ['--telemetry-level', 'off', '--log', 'info', '--force-disable-user-env'],
    automation ? ['--enable-smoke-test-driver'] : [],
    ownExtensions ? ['--builtin-extensions-dir', await linkExtensions(profile, folder, ownExtensions)] : [],
  ].flat();
  const child = start(node, [path.join(folder, 'out', 'server-main.js'), ...flags], {
    env: { ...outerEnvironment(), EXTENSIONS_GALLERY: noGallery, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(path.join(profile.folder, 'server.log'));
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  try {
    const front = await startFront(await listeningPort(child), token);
    return {
      origin: front.origin,
      address: `${front.origin}/?tkn=${token}`,
      authority: front.origin.slice('http://'.length),
      ended: new Promise(resolve => child.once('exit', () => resolve())),
      stop: async () => {
        await front.close();
        await stop(child);
        log.end();
      },
    };
  } catch (error) {
    await stop(child);
    throw error;
  }
}

/** Returns the built-in extensions apart from the unneeded ones. */
async function others(server: string, unneeded: readonly string[]): Promise<string[]> {
  const names = await readdir(path.join(server, 'extensions'));
  return names.filter(name => !unneeded.includes(name));
}

async function linkExtensions(profile: Profile, server: string, names: readonly string[]): Promise<string> {
  const folder = path.join(profile.folder, 'own-extensions');
  await mkdir(folder);
  for (const name of names) await symlink(path.join(server, 'extensions', name), path.join(folder, name), 'junction');
  return folder;
}

/**
 * Returns the environment without the variables of a VS Code terminal, which would make the server act as a part of
 * that VS Code.
 */
export function outerEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(VSCODE_|ELECTRON_|npm_|NODE_OPTIONS$)/.test(name));
  return Object.fromEntries(kept);
}

/** Resolves with the port of the server when its page is available. */
function listeningPort(child: ReturnType<typeof start>): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (why: string) => reject(new Error(`The VS Code server ${why}.\n${output}`));
    const timer = setTimeout(() => fail('did not start within two minutes'), 120_000);
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const port = /Web UI available at \S+?:(\d+)/.exec(output)?.[1];
      if (!port) return;
      clearTimeout(timer);
      child.stdout?.off('data', read);
      resolve(Number(port));
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', error => fail(`could not be run: ${error.message}`));
    child.on('exit', code => fail(`ended with ${code}`));
  });
}
