import assert from 'node:assert/strict';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type BuildOptions, type Metafile } from 'esbuild';
import { before, describe, it } from 'mocha';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** Maximum number of bytes that VS Code reads and runs at activation in every window. */
const largestActivation = 48_000;
const maximumChunks = 20;
/** Maximum number of bytes that a page of records loads and runs before it shows anything. */
const largestGridPage = 60_000;

/** Maximum number of bytes that the process of a cloud function runs before the function. */
const largestFunctionProgram = 25_000;
/** Maximum number of bytes that the thread for a large response loads. */
const largestWorker = 75_000;

type Output = Metafile['outputs'][string];

describe('the chunks of the extension', function () {
  let outputs: Map<string, Output>;

  before(async () => {
    const { product } = (await import(pathToFileURL(path.join(root, 'esbuild.mjs')).href)) as { product: BuildOptions };
    const { metafile } = await build({ ...product, metafile: true, minify: true, sourcemap: false, write: false });
    outputs = new Map(Object.entries(metafile?.outputs ?? assert.fail('there is no metafile')));
  });

  /** Returns a chunk and all chunks that its static imports reach. */
  function reach(name: string, found = new Map<string, Output>()): Map<string, Output> {
    const output = outputs.get(name) ?? assert.fail(`there is no ${name}`);
    if (found.has(name)) return found;
    found.set(name, output);
    for (const { path: next, kind, external } of output.imports) {
      if (kind === 'import-statement' && external !== true) reach(next, found);
    }
    return found;
  }

  const sources = (chunks: Map<string, Output>) => [...chunks.values()].flatMap(({ inputs }) => Object.keys(inputs));

  it(`have at most ${largestActivation / 1000} kB for activation`, () => {
    const sizes = [...reach('dist/extension.js')].map(([name, { bytes }]) => ({ name, bytes }));
    const sum = sizes.reduce((total, { bytes }) => total + bytes, 0);
    assert.ok(sum <= largestActivation, JSON.stringify({ sum, sizes }));
  });

  it('contain no package and only the remaining lifetime from the core for activation', () => {
    const loaded = sources(reach('dist/extension.js'));
    assert.deepEqual(
      loaded.filter(name => !/^src\/(extension\.ts|ui\/)/.test(name)),
      ['src/auth/timeLeft.ts'],
    );
  });

  it('separate request documents, undici, the sandbox, the preview and the grid from the window', () => {
    const loaded = sources(reach('dist/window.js'));
    for (const apart of [
      'src/ui/requests/',
      'src/sandbox/',
      'node_modules/undici',
      'node_modules/sanitize-html',
      'src/ui/records/grid/',
    ]) {
      assert.deepEqual(
        loaded.filter(name => name.includes(apart)),
        [],
      );
    }
  });

  const largestScripts = {
    'the page of the grid': ['gridPage', 'dist/gridPage.js', largestGridPage],
    'the process of a cloud function': ['functionProgram', 'dist/functionProgram.cjs', largestFunctionProgram],
    'the thread for large responses': ['worker', 'dist/responseWorker.js', largestWorker],
  } as const;
  for (const [place, [bundle, file, largest]] of Object.entries(largestScripts)) {
    it(`have at most ${largest / 1000} kB for ${place}`, async () => {
      const options = (
        (await import(pathToFileURL(path.join(root, 'esbuild.mjs')).href)) as Record<string, BuildOptions>
      )[bundle];
      const built = await build({ ...options, metafile: true, minify: true, sourcemap: false, write: false });
      const { bytes } = built.metafile.outputs[file] ?? assert.fail(`there is no ${file}`);
      assert.ok(bytes <= largest, String(bytes));
    });
  }

  it('are few, and contain every source once', () => {
    assert.ok(outputs.size <= maximumChunks, [...outputs.keys()].join(' '));
    const all = sources(outputs).filter(name => name.startsWith('src/'));
    assert.equal(new Set(all).size, all.length);
  });
});
