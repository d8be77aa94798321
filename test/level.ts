import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { hasSource } from './host/launcher/root';
import { runMocha } from './mocha';

// Runs the tests of one folder in plain Node: `node out/test/level.mjs ui --results file --grep text --timeout 60000`.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { results: { type: 'string' }, grep: { type: 'string' }, timeout: { type: 'string' } },
});
const folder = path.join(import.meta.dirname, positionals[0] ?? 'unit');
const files = (await readdir(folder, { recursive: true }).catch(() => []))
  .filter(name => name.endsWith('.test.mjs'))
  .sort()
  .map(name => path.join(folder, name))
  .filter(hasSource);

const { passed, failed } = await runMocha({
  files,
  results: values.results,
  grep: values.grep,
  timeout: Number(values.timeout ?? 10_000),
  modules: true,
});
// A server or a timer that a test left behind must not keep the whole run waiting.
process.exit(failed > 0 || passed === 0 ? 1 : 0);
