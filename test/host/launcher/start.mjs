// `npm start`: installs, builds, and opens a VS Code with the extension on its sandbox. Plain Node without dependencies,
// because a fresh clone has none yet.
import { prepare, say } from '../../prepare.mjs';

try {
  await prepare({ tests: true });
  const { tryOut } = await import('../../../out/test/host/launcher/tryOut.mjs');
  await tryOut();
} catch (error) {
  say(error.message);
  process.exit(1);
}
