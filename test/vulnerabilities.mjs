// Asks the registry for known vulnerabilities in shipped packages. A registry that does not respond fails nothing, because
// the tests also pass offline.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './prepare.mjs';

/** Seconds. */
const patience = 30;

/** The output of npm. It exits with 1 both when it found something and when it could not ask. */
function audit() {
  const script = process.env.npm_execpath;
  const own = script !== undefined && /\.[cm]?js$/.test(script);
  const args = ['audit', '--package-lock-only', '--json', '--fetch-retries=0'];
  args.push(`--fetch-timeout=${patience * 1000}`);
  const options = {
    cwd: root,
    timeout: 2 * patience * 1000,
    maxBuffer: 2 ** 26,
    shell: !own && process.platform === 'win32',
  };
  return new Promise(resolve => {
    const done = (error, output) => resolve(parse(output));
    if (own) execFile(process.execPath, [script, ...args], options, done);
    else execFile('npm', args, options, done);
  });
}

function parse(output) {
  try {
    return JSON.parse(output);
  } catch {
    return {};
  }
}

/** The packages whose code ships. All are development dependencies, because the build bundles them. */
const shipped = [...readFileSync(path.join(root, 'THIRD_PARTY_NOTICES'), 'utf8').matchAll(/^(\S+) \d\S* \(.+\)$/gm)];
const names = new Set(shipped.map(([, name]) => name));

const { vulnerabilities, metadata, message, error } = await audit();
if (vulnerabilities === undefined || metadata === undefined) {
  const why = String(message ?? error?.summary ?? 'npm said nothing');
  console.log(`skipped: the registry does not answer (${why.split('\n', 1)[0]})`);
} else {
  const found = Object.values(vulnerabilities).filter(({ name }) => names.has(name));
  for (const { name, severity, range, via } of found) {
    const why = via.map(one => (typeof one === 'string' ? `through ${one}` : `${one.title} ${one.url}`));
    console.log(`${name} ${range}, ${severity}: ${why.join('; ')}`);
  }
  process.exitCode = found.length > 0 ? 1 : 0;
}
