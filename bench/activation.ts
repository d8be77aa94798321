// Measures the cost of the extension in a window that does not use it, and the cost of its first use. Takes seven fresh
// extension hosts per figure, in turn with an empty extension and one that only loads undici, on the newest and the
// oldest VS Code. `HYDROGEN_ROUNDS` replaces the number seven, `HYDROGEN_VSCODE` selects one release.
// `HYDROGEN_COMMONJS=1` also measures the same extension as CommonJS, and `HYDROGEN_BESIDE` the one in the folder of
// another checkout, built with `--production`.
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type BuildOptions } from 'esbuild';
import { launchBrowser } from '../test/host/launcher/browser';
import { versions, type Release } from '../test/host/launcher/packages';
import { makeProfile, type Profile } from '../test/host/launcher/profile';
import { root } from '../test/host/launcher/root';
import { startServer } from '../test/host/launcher/server';
import { placeCandidate, useFreshHost, type Figures, type Step } from './activation/freshHost';

const rounds = Number(process.env.HYDROGEN_ROUNDS ?? 7);
const besideCode = ['package.json', 'package.nls.json', 'l10n', 'media', 'syntaxes'];
const application = {
  name: 'Library',
  clientId: 'library-client',
  serverDomain: 'http://127.0.0.1:9',
  authUrl: 'http://127.0.0.1:9',
};
const introduction = `Wall time and memory of \`await extension.activate()\` in a fresh extension host, ${rounds} of each, in turn. The settings have one
application, and the window was open before, so its status bar item is drawn.

The first use in a fresh host has three figures: from the click on the icon until the first row is painted; from the call of a
command until it has run; from the opening of a request document until its code lenses are there.`;
const firsts: readonly [Step, string][] = [
  ['tree', 'the tree is shown'],
  ['command', 'a command is run'],
  ['document', 'a request document is opened'],
];

const releases = process.env.HYDROGEN_VSCODE
  ? [process.env.HYDROGEN_VSCODE as Release]
  : (['newest', 'oldest'] as const);
const beside = process.env.HYDROGEN_BESIDE;
const ours = [
  'Hydrogen',
  ...(process.env.HYDROGEN_COMMONJS === '1' ? ['Hydrogen as CommonJS'] : []),
  ...(beside ? ['Hydrogen of another checkout'] : []),
];
let profile: Profile;
const folderOf = (name: string) => path.join(profile.folder, 'candidates', name);

process.stdout.write(`## Activation\n\n${introduction}\n`);
for (const release of releases) {
  profile = await makeProfile({ 'hydrogen.applications': [application] });
  try {
    const bare = await placeBare();
    for (const name of ours) await placeOurs(name);
    process.stdout.write(
      `\n### VS Code ${versions[release].vscode}\n\n${report(await measure(release, bare), bare)}\n`,
    );
  } finally {
    await profile.remove();
  }
}

/**
 * Copies an extension. `Hydrogen` gets freshly built code, the CommonJS variant is converted from the same chunks, and
 * the other checkout is copied unchanged.
 */
async function placeOurs(name: string): Promise<void> {
  const { product } = (await import(pathToFileURL(path.join(root, 'esbuild.mjs')).href)) as { product: BuildOptions };
  const folder = folderOf(name);
  const [modules, dist] = [path.join(profile.folder, 'modules'), path.join(folder, 'dist')];
  const shipped = { ...product, minify: true, sourcemap: false };
  if (name === 'Hydrogen of another checkout' && beside) {
    await placeCandidate(folder, beside, [...besideCode, 'dist']);
    return;
  }
  if (name === 'Hydrogen') {
    await placeCandidate(folder, root, besideCode);
    await build({ ...shipped, outdir: dist });
    return;
  }
  await placeCandidate(folder, root, besideCode, { type: 'commonjs' });
  await build({ ...shipped, outdir: modules, banner: {} });
  const entryPoints = (await readdir(modules)).map(file => path.join(modules, file));
  const supported = { 'dynamic-import': false };
  await build({
    entryPoints,
    outdir: dist,
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    minify: true,
    supported,
  });
}

/** Creates the extensions for comparison. Returns their names. */
async function placeBare(): Promise<string[]> {
  const sources: Record<string, [format: 'cjs' | 'esm', source: string]> = {
    'an empty extension': ['cjs', 'exports.activate = () => undefined;'],
    'an empty extension, ES module': ['esm', 'export const activate = () => undefined;'],
    'an extension that only loads undici': ['cjs', `require('undici'); exports.activate = () => undefined;`],
  };
  for (const [name, [format, contents]] of Object.entries(sources)) {
    const source = path.join(profile.folder, 'sources', name);
    const main = format === 'cjs' ? 'main.cjs' : 'main.mjs';
    await mkdir(source, { recursive: true });
    const manifest = {
      name: 'bare',
      publisher: 'hydrogen-bench',
      version: '0.0.0',
      engines: { vscode: '^1.103.0' },
      main,
    };
    await writeFile(path.join(source, 'package.json'), JSON.stringify(manifest));
    const outfile = path.join(source, main);
    await build({
      stdin: { contents, resolveDir: root },
      outfile,
      format,
      bundle: true,
      minify: true,
      platform: 'node',
    });
    await placeCandidate(folderOf(name), source, ['package.json', main]);
  }
  return Object.keys(sources);
}

async function measure(release: Release, bare: readonly string[]): Promise<Map<string, Figures[]>> {
  const server = await startServer(profile, { release, automation: true });
  const browser = await launchBrowser();
  const found = new Map<string, Figures[]>();
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    let workspaces = 0;
    const use = async (name: string, step: Step) => {
      // A window opens with its last view. So the step `tree` needs a folder that was opened before, but never with the
      // tree.
      const workspace = path.join(profile.folder, 'workspaces', step === 'tree' ? `${++workspaces}` : name);
      await mkdir(workspace, { recursive: true });
      const useHost = (step: Step) => useFreshHost(context, server, workspace, folderOf(name), step);
      if (step === 'tree') await useHost('used');
      return useHost(step);
    };
    // The first start of each extension fills the disk cache, and the cache for its status bar item.
    for (const name of ours) await use(name, 'used');
    for (const name of bare) await use(name, 'nothing');
    const all = [
      ...bare.map(name => [name, 'nothing'] as const),
      ...ours.flatMap(name => firsts.map(([step]) => [name, step] as const)),
    ];
    for (let round = 0; round < rounds; round++) {
      for (const [name, step] of round % 2 === 0 ? all : all.toReversed()) {
        const key = `${name} ${step}`;
        found.set(key, [...(found.get(key) ?? []), await use(name, step)]);
      }
    }
    return found;
  } finally {
    await browser.close();
    await server.stop();
  }
}

function report(found: Map<string, Figures[]>, bare: readonly string[]): string {
  const of = (name: string, step: Step, figure: keyof Figures) =>
    (found.get(`${name} ${step}`) ?? []).map(each => each[figure] ?? NaN);
  const activations = [
    ...bare.map(name => [name, 'nothing'] as const),
    ...ours.map(name => [name, 'command'] as const),
  ];
  const rows = activations.map(
    ([name, step]) =>
      `| ${name} | ${row(of(name, step, 'activation'))} | ${median(of(name, step, 'heap')).toFixed(1)} | ${median(of(name, step, 'rss')).toFixed(1)} |`,
  );
  const ratio = (to: string) =>
    (median(of('Hydrogen', 'command', 'activation')) / median(of(to, 'nothing', 'activation'))).toFixed(1);
  const uses = firsts.flatMap(([step, label]) =>
    ours.map(name => `| ${name}: ${label} | ${row(of(name, step, 'first'))} |`),
  );
  return `| | median (ms) | least (ms) | most (ms) | heap (MB) | RSS (MB) |
| --- | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}

Target: at most 3 times an empty extension. Hydrogen takes ${ratio('an empty extension')} times the CommonJS one, ${ratio('an empty extension, ES module')} times the ES module.

| first use | median (ms) | least (ms) | most (ms) |
| --- | ---: | ---: | ---: |
${uses.join('\n')}`;
}

function row(values: readonly number[]): string {
  return [median(values), Math.min(...values), Math.max(...values)].map(value => value.toFixed(1)).join(' | ');
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
