import { randomBytes } from 'node:crypto';
import { Secret } from '../src/api/secret';
import { readBody } from '../src/requests/sending/readBody';

const rounds = 9;
const headers = 101;

/** A response that names so many credentials, and repeats each of them in another place. */
function response(credentials: number): string {
  const tokens = Array.from({ length: credentials }, () => randomBytes(15).toString('hex'));
  const objects = tokens.map((access_token, id) => ({
    id,
    access_token,
    link: `https://a.example/?next=${access_token}&page=2`,
  }));
  return JSON.stringify({ meta: { limit: 20 }, objects });
}

function measure(text: string): number {
  const known = [new Secret(randomBytes(20).toString('hex'))];
  const values = Array.from({ length: headers }, (_, index): [string, string] => [
    'x-trace',
    `id ${index}; ${randomBytes(12).toString('hex')}`,
  ]);
  const bytes = Buffer.from(text);
  const start = process.cpuUsage();
  readBody(bytes, 'application/json', known, { statusText: 'OK', headers: values });
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const rows = [1, 1_000, 10_000, 100_000].map(credentials => {
  const text = response(credentials);
  measure(text);
  const taken = Array.from({ length: rounds }, () => measure(text));
  return `| ${credentials.toLocaleString('en')} | ${Math.round(text.length / 1000)} | ${median(taken).toFixed(1)} | ${Math.max(...taken).toFixed(1)} |`;
});
process.stdout.write(`## Masking

A response that names so many different credentials, each twice, with ${headers} headers: to find them, to mask the body and the
headers. Milliseconds of the processor, medians of ${rounds} runs. A response of more than 64 kB is masked in a thread of its own; VS Code goes on meanwhile.

| credentials | kB | ms | longest (ms) |
| ---: | ---: | ---: | ---: |
${rows.join('\n')}
`);
