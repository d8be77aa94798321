// `npm run fuzz [-- cases seed]`: builds, then gives every parser this number of inputs, and prints a table. Plain Node
// without dependencies, because a fresh clone has none yet.
import { prepare, run, say } from './prepare.mjs';

try {
  await prepare({ tests: true });
  const table = ['out/test/fuzz/table.mjs', ...process.argv.slice(2)];
  process.exitCode = await run(process.execPath, table, { stdio: 'inherit' });
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}
