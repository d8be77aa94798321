import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type BuildOptions } from 'esbuild';
import { root } from '../../host/launcher/root';

/** A package whose code is in the shipped files. */
export interface Bundled {
  name: string;
  version: string;
  /** Licence as in package.json, e.g. `MIT`. */
  license: string;
  /** Installation folder, with `/` between its parts. */
  folder: string;
}

/** Returns the packages whose code is in the shipped files, sorted by name. */
export async function bundledPackages(): Promise<Bundled[]> {
  const { product, worker, gridPage } = (await import(pathToFileURL(path.join(root, 'esbuild.mjs')).href)) as {
    product: BuildOptions;
    worker: BuildOptions;
    gridPage: BuildOptions;
  };
  const folders = new Set<string>();
  for (const options of [product, worker, gridPage]) {
    const { metafile } = await build({ ...options, metafile: true, sourcemap: false, write: false });
    for (const { inputs } of Object.values(metafile?.outputs ?? assert.fail('there is no metafile'))) {
      for (const file of Object.keys(inputs)) {
        const [folder] = /^(.*\/)?node_modules\/(@[^/]+\/)?[^/]+/.exec(file) ?? [];
        if (folder !== undefined) folders.add(folder);
      }
    }
  }
  const found = [...folders].map(async folder => {
    const manifest = JSON.parse(await readFile(path.join(root, folder, 'package.json'), 'utf8')) as Bundled;
    const { name, version, license } = manifest;
    return { name, version, license, folder };
  });
  return (await Promise.all(found)).sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Notices for code in packages that do not include its licence. */
const withoutText = {
  undici: `It holds llhttp (MIT):

Copyright Fedor Indutny, 2018.

The text of the licence is that of undici, above.`,
};

/** Returns the text of THIRD_PARTY_NOTICES. */
export async function notices(packages: readonly Bundled[]): Promise<string> {
  const parts = packages.map(async ({ name, version, license, folder }) => {
    const more = name === 'undici' ? [withoutText.undici] : [];
    return [`${name} ${version} (${license})`, await licenseText(folder), ...more].join('\n\n');
  });
  const head = 'The extension holds code of these packages, each under the licence that stands below its name.';
  return `${[head, ...(await Promise.all(parts))].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

async function licenseText(folder: string): Promise<string> {
  const names = await readdir(path.join(root, folder));
  const file = names.find(name => /^(mit-)?licen[cs]e(\.|$)/i.test(name)) ?? assert.fail(`${folder} has no licence`);
  return (await readFile(path.join(root, folder, file), 'utf8')).replaceAll('\r\n', '\n').trim();
}
