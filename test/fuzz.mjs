// `npm run fuzz [-- cases seed]`: builds, then gives every parser so many inputs, and prints a table. Plain Node without
// dependencies, because on a fresh clone there are none yet.
import { prepare, run, say } from './prepare.mjs';

try {
  await prepare({ tests: true });
  const table = ['out/test/fuzz/table.mjs', ...process.argv.slice(2)];
  process.exitCode = await run(process.execPath, table, { stdio: 'inherit' });
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}
