import { readdirSync } from 'node:fs';
import path from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';
import { runMocha } from '../../mocha';
import { testLine } from '../launcher/results';
import { onNewest } from './onNewest';

/** VS Code calls this inside its extension host. The launcher relies only on the results file. */
export async function run(): Promise<void> {
  const { HYDROGEN_RESULTS: results, HYDROGEN_GREP: grep, HYDROGEN_PART: part = '0/1' } = process.env;
  const isComplete = process.env.HYDROGEN_FEWER !== '1';
  if (!results) throw new Error('HYDROGEN_RESULTS does not name the file for the results.');
  const [index = 0, count = 1] = part.split('/').map(Number);
  const all = readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.test.cjs'));
  const lost = onNewest.find(name => !all.includes(name));
  if (lost) throw new Error(`There is no test ${lost}.`);
  const files = all
    .filter(name => isComplete || !onNewest.includes(name))
    .sort()
    .filter((_, position) => position % count === index)
    .map(name => path.join(__dirname, name));
  Mocha.reporters.Base.consoleLog = (...args: unknown[]) => {
    for (const line of format(...args)
      .replace(/\n$/, '')
      .split('\n'))
      console.log(testLine + line);
  };
  const { failed } = await runMocha({ files, results, grep, timeout: 300_000, modules: false });
  if (failed > 0) throw new Error(`${failed} failed`);
}
