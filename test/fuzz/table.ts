import { randomInt } from 'node:crypto';
import { fuzz } from './fuzz';
import { parsers } from './parsers';

// Usage: `npm run fuzz [-- cases seed name]`. Prints each parser's number of inputs, total time and longest case.
const [cases = 5_000, seed = randomInt(2 ** 31)] = process.argv.slice(2, 4).map(Number);
const [name = ''] = process.argv.slice(4);
let total = 0;
process.stdout.write('| parser | cases | seconds | longest (ms) |\n| --- | --- | --- | --- |\n');
for (const parser of parsers.filter(one => one.name.includes(name))) {
  const { cases: done, milliseconds, longest, failure } = await fuzz(parser, cases * (parser.weight ?? 1), seed);
  total += done;
  process.stdout.write(`| ${parser.name} | ${done} | ${(milliseconds / 1000).toFixed(1)} | ${longest.toFixed(1)} |\n`);
  if (failure === undefined) continue;
  process.exitCode = 1;
  process.stderr.write(`${failure}\n`);
}
process.stdout.write(`\n${total} cases with seed ${seed}\n`);
