import { installedDesktop, desktopFolders } from './desktop';
import { start } from './processes';
import { makeProfile, placeExtension, type Profile } from './profile';
import { say } from './root';
import { startServer } from './server';

/** This variable makes the extension start its sandbox and show it. */
const env = { HYDROGEN_START_SANDBOX: '1' };

/**
 * Opens a VS Code with the extension on its sandbox, with a separate profile: the desktop one if it is installed, else the
 * packaged server, whose address is printed. Resolves when it has ended; Ctrl+C ends it.
 */
export async function tryOut(): Promise<void> {
  const profile = await makeProfile();
  try {
    // A link, so that "Developer: Reload Window" loads the next build.
    await placeExtension(profile.extensions, 'link');
    const desktop = process.env.HYDROGEN_HOST === 'server' ? undefined : installedDesktop();
    await (desktop ? onDesktop(desktop, profile) : onServer(profile));
  } finally {
    await profile.remove();
  }
}

async function onServer(profile: Profile): Promise<void> {
  const server = await startServer(profile, { env });
  say('VS Code is ready, with the extension and its sandbox in it. Open this address in a browser; Ctrl+C ends it.');
  process.stdout.write(`${server.address}\n`);
  await server.ended;
  await server.stop();
}

async function onDesktop(executable: string, profile: Profile): Promise<void> {
  say(`Opening ${executable}, with the extension and its sandbox in it. Ctrl+C ends it.`);
  // Chromium does not run its sandbox as root.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const flags = ['--disable-workspace-trust', '--skip-welcome', '--skip-release-notes', '--disable-updates', ...asRoot];
  const inherited: NodeJS.ProcessEnv = { ...process.env, ...env };
  delete inherited.ELECTRON_RUN_AS_NODE; // A terminal of VS Code may set it, which would make the executable behave as Node.
  const child = start(executable, [profile.workspace, ...desktopFolders(profile), ...flags], {
    env: inherited,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', () => resolve());
  });
}
