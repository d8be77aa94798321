import { spawn } from 'node:child_process';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './root';

const sources = [
  'src',
  'l10n',
  'media',
  'syntaxes',
  'esbuild.mjs',
  'esbuild.plugins.mjs',
  'tsconfig.json',
  '.vscodeignore',
  '.npmrc',
];
const documents = [
  'package.json',
  'package.nls.json',
  'package.nls.zh-cn.json',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  'THIRD_PARTY_NOTICES',
];

/**
 * Creates a package of each version like `npm run package`, in a separate folder, so that the build of the checkout, which
 * other tests use, stays as it is. Returns the files in the order of the versions.
 */
export async function makePackages(folder: string, versions: readonly string[]): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  for (const name of [...sources, ...documents]) {
    await cp(path.join(root, name), path.join(folder, name), { recursive: true });
  }
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  await run(folder, 'esbuild.mjs', '--production');
  const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { scripts: object };
  const scripts = { ...manifest.scripts, 'vscode:prepublish': undefined }; // built once, for all versions
  const files: string[] = [];
  for (const version of versions) {
    const file = path.join(folder, `${version}.vsix`);
    await writeFile(path.join(folder, 'package.json'), JSON.stringify({ ...manifest, scripts, version }));
    const flags = ['--no-dependencies', '--no-rewrite-relative-links', '--allow-missing-repository'];
    await run(folder, 'node_modules/@vscode/vsce/vsce', 'package', ...flags, '--out', file);
    files.push(file);
  }
  return files;
}

async function run(folder: string, ...args: string[]): Promise<void> {
  let output = '';
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise(resolve => child.on('close', resolve));
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${String(code)}.\n${output}`);
}
