import { installedDesktop, desktopFolders } from './desktop';
import { start } from './processes';
import { makeProfile, placeExtension, type Profile } from './profile';
import { say } from './root';
import { startServer } from './server';

/** The extension starts its sandbox by itself, and shows it, when it finds this in its environment. */
const env = { HYDROGEN_START_SANDBOX: '1' };

/**
 * Opens a VS Code with the extension on its sandbox, with a profile of its own: the desktop one where it is installed,
 * else the packaged server, whose address is printed. Resolves when it has ended; Ctrl+C ends it.
 */
export async function tryOut(): Promise<void> {
  const profile = await makeProfile();
  try {
    // A link, so that the next build is there after "Developer: Reload Window".
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
  // Chromium refuses its sandbox to root.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const flags = ['--disable-workspace-trust', '--skip-welcome', '--skip-release-notes', '--disable-updates', ...asRoot];
  const inherited: NodeJS.ProcessEnv = { ...process.env, ...env };
  delete inherited.ELECTRON_RUN_AS_NODE; // a terminal of VS Code may set it, and the executable would act as Node
  const child = start(executable, [profile.workspace, ...desktopFolders(profile), ...flags], {
    env: inherited,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', () => resolve());
  });
}
