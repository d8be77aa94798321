// Builds dist/ (what ships). `--production` minifies, `--tests` also builds out/, `--watch` keeps building, `--clean` starts from
// nothing.
import { readFile, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import * as esbuild from 'esbuild';

const root = path.dirname(fileURLToPath(import.meta.url));
const flags = new Set(process.argv.slice(2));
const production = flags.has('--production');

/**
 * undici's index and its `fetch` register a process-wide dispatcher, which every other extension in the host would
 * inherit.
 */
const noGlobalDispatcher = {
  name: 'no-global-dispatcher',
  setup(build) {
    build.onEnd(async result => {
      if (result.outputFiles !== undefined) return; // a build in memory, which nothing will load
      for (const file of Object.keys(result.metafile?.outputs ?? {}).filter(name => name.endsWith('.js'))) {
        if ((await readFile(path.resolve(root, file), 'utf8')).includes('undici.globalDispatcher')) {
          throw new Error(`${file} registers a process-wide undici dispatcher`);
        }
      }
    });
  },
};

/** Of undici only what is used: its index also loads `fetch`, mocks, WebSocket, caches and more, most of its code. */
const partsOfUndici = {
  name: 'parts-of-undici',
  setup(build) {
    build.onResolve({ filter: /^undici$/ }, args => ({ path: args.path, namespace: 'parts-of-undici' }));
    build.onLoad({ filter: /.*/, namespace: 'parts-of-undici' }, () => ({
      resolveDir: root,
      contents: `module.exports = {
        Agent: require('undici/lib/dispatcher/agent.js'),
        Pool: require('undici/lib/dispatcher/pool.js'),
        ProxyAgent: require('undici/lib/dispatcher/proxy-agent.js'),
      };
      Object.assign(require('undici/lib/dispatcher/dispatcher.js').prototype, {
        request: require('undici/lib/api/api-request.js'),
        connect: require('undici/lib/api/api-connect.js'), // the tunnels of a proxy
      });`,
    }));
  },
};

/**
 * Parts of packages that nothing here runs, and what stands in their place.
 * - postcss, 90 kB: the sanitizer parses `style` attributes with it; ours lets no `style` through.
 * - domutils, 80 kB with what it needs: htmlparser2 offers it, the sanitizer only takes the parser.
 * - tldts, 135 kB: tough-cookie looks hosts up in the list of public suffixes, to refuse cookies for all of `com`. Our jar does
 *   not ask for that (src/api/openApi/authorize.ts); else the suffix is only where the walk over the parent domains ends.
 * - llhttp with SIMD, 72 kB: undici carries its parser twice, and the one without SIMD runs on every processor.
 * - HTTP/2, 10 kB: undici offers it to a server only when it is told to.
 * - bodies that are forms, 40 kB: ours are texts and bytes (src/api/http/sendOnce.ts).
 * - dayjs, 7 kB: the sanitizer takes the check of links from launder, which has one of dates as well.
 */
const leftOut = {
  postcss: `exports.parse = () => { throw new Error('no style attribute is let through'); };`,
  domutils: '',
  tldts: `exports.getDomain = host => host.slice(host.lastIndexOf('.') + 1);`,
  './client-h2.js': `module.exports = () => { throw new Error('HTTP/2 is not offered'); };`,
  '../web/fetch/body.js': `exports.extractBody = () => { throw new Error('no body is a form'); };`,
  dayjs: `module.exports = () => { throw new Error('no date is checked'); };`,
  '../llhttp/llhttp_simd-wasm.js': `throw new Error('undici falls back to the parser without SIMD');`,
};

const leaveOut = {
  name: 'leave-out',
  setup(build) {
    const names = Object.keys(leftOut).map(name => name.replaceAll('.', '\\.'));
    const filter = new RegExp(`^(${names.join('|')})$`);
    build.onResolve({ filter }, args => ({ path: args.path, namespace: 'left-out' }));
    build.onLoad({ filter: /.*/, namespace: 'left-out' }, args => ({ contents: leftOut[args.path] }));
  },
};

/**
 * Tables of packages that are base64, which a package hardly compresses: as Brotli undici's parser takes 9 of 24 kB less of it,
 * the names of HTML's letters 4 of 20. Every system that VS Code runs on has the low byte of a number first.
 */
const packedTables = {
  name: 'packed-tables',
  setup(build) {
    const unpacked = bytes =>
      `require('node:zlib').brotliDecompressSync(Buffer.from('${brotliCompressSync(bytes).toString('base64')}', 'base64'))`;
    build.onLoad({ filter: /[\\/]llhttp-wasm\.js$/ }, async ({ path: file }) => {
      const { default: code } = await import(pathToFileURL(file));
      return { contents: `module.exports = ${unpacked(code)};` };
    });
    build.onLoad({ filter: /[\\/]decode-data-html\.js$/ }, async ({ path: file }) => {
      const { htmlDecodeTree } = await import(pathToFileURL(file));
      const bytes = unpacked(Buffer.from(htmlDecodeTree.buffer));
      return { contents: `exports.htmlDecodeTree = new Uint16Array(new Uint8Array(${bytes}).buffer);` };
    });
  },
};

/** The parts that use what the window holds. */
const partsOfWindow = {
  requests: ['src/ui/requests/register', 'src/ui/checks/register', 'src/requests/history/documented'],
  localSandbox: ['src/sandbox/sandbox'],
  recordLanguage: ['src/ui/data/language/recordLanguage'],
  connection: ['src/ui/connection/diagnoseCommand'],
  grid: ['src/ui/data/grid/gridEditor'],
};

/**
 * They are loaded by the window, so that what it holds is there already. esbuild does not know: it would put apart what the
 * window and one part use, and what the window and two of them use, each in a small chunk of its own.
 */
const afterWindow = {
  name: 'after-window',
  setup(build) {
    build.onResolve({ filter: /./ }, ({ path: name, kind, resolveDir }) => {
      if (!['dynamic-import', 'entry-point'].includes(kind)) return undefined;
      const file = path.relative(root, path.resolve(resolveDir, name)).replaceAll(path.sep, '/').replace(/\.ts$/, '');
      const part = Object.keys(partsOfWindow).find(part => partsOfWindow[part].includes(file));
      return part === undefined ? undefined : { path: part, namespace: 'after-window' };
    });
    build.onLoad({ filter: /./, namespace: 'after-window' }, ({ path: part }) => ({
      resolveDir: root,
      contents: [`import './src/ui/window'`, ...partsOfWindow[part].map(file => `export * from './${file}'`)].join(';'),
    }));
  },
};

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node22',
  metafile: true,
  logLevel: 'warning',
  sourcemap: production ? false : 'linked',
  minify: production,
  charset: 'utf8', // letters stay letters, which a package compresses better than their numbers
  legalComments: 'none', // THIRD_PARTY_NOTICES has them
};

/** Packages that are CommonJS ask for the modules of Node with `require`, which an ES module does not have. */
const requireForPackages =
  "import { createRequire as createRequire$ } from 'node:module'; const require = createRequire$(import.meta.url);";

/**
 * ES modules: what several parts use stands once, in a chunk that they share, and each part is loaded by the first dynamic
 * import of it.
 */
export const product = {
  ...shared,
  entryPoints: {
    extension: 'src/extension.ts',
    window: 'src/ui/window.ts',
    requests: 'src/ui/requests/register.ts',
    http: 'src/api/http/httpClient.ts',
    localSandbox: 'src/sandbox/sandbox.ts',
    connection: 'src/ui/connection/diagnoseCommand.ts',
    preview: 'src/ui/documents/preview/contentHtml.ts',
    recordLanguage: 'src/ui/data/language/recordLanguage.ts',
    grid: 'src/ui/data/grid/gridEditor.ts',
  },
  outdir: 'dist',
  format: 'esm',
  splitting: true,
  chunkNames: 'shared-[hash]',
  external: ['vscode'],
  // Its CommonJS form loads its parts with a `require` of its own, which no bundler follows.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  banner: { js: requireForPackages },
  plugins: [afterWindow, partsOfUndici, noGlobalDispatcher, leaveOut, packedTables],
};

/** `npm run sandbox`: one file that is not shipped. */
const sandboxProgram = {
  ...shared,
  entryPoints: { sandbox: 'src/sandbox/cli.ts' },
  outdir: 'dist/program',
  format: 'esm',
  banner: { js: requireForPackages },
};

/** The thread that works on large responses: one file that loads no other, because it starts for one piece of work. */
export const worker = {
  ...shared,
  entryPoints: { responseWorker: 'src/ui/requests/responses/responseWorker.ts' },
  outdir: 'dist',
  format: 'esm',
  alias: product.alias,
};

/** `hydrogen check`: one file of the npm package, which needs no other. */
export const commandLine = {
  ...shared,
  target: 'node20',
  entryPoints: { cli: 'src/cli/main.ts' },
  outdir: 'dist',
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  banner: { js: '#!/usr/bin/env node' },
  alias: product.alias,
  plugins: [partsOfUndici, noGlobalDispatcher, leaveOut, packedTables],
};

/** What runs in the page of the grid, which is a browser's: one script and one sheet of styles. */
export const gridPage = {
  ...shared,
  entryPoints: ['main.ts', 'grid.css'].map(file => ({ in: `src/ui/data/grid/webview/${file}`, out: 'gridPage' })),
  outdir: 'dist',
  platform: 'browser',
  target: 'chrome128', // of the oldest VS Code that is supported
  format: 'iife',
};

async function testFiles(folder, recursive = true) {
  const entries = await readdir(path.join(root, folder), { recursive, withFileTypes: true }).catch(() => []);
  return entries
    .filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
    .map(entry => path.relative(root, path.join(entry.parentPath, entry.name)));
}

/** Tests for plain Node become ES modules; what runs inside VS Code in their place becomes CommonJS. */
async function tests() {
  const inHost = [...(await testFiles('test/host/suite')), path.join('bench', 'activation', 'measure.ts')];
  const inNode = [...(await testFiles('test')), ...(await testFiles('bench'))].filter(file => !inHost.includes(file));
  const common = { ...shared, target: 'node20', outdir: 'out', outbase: '.', sourcemap: 'inline', minify: false };
  return [
    { ...common, entryPoints: inNode, format: 'esm', packages: 'external', outExtension: { '.js': '.mjs' } },
    {
      ...common,
      entryPoints: inHost,
      format: 'cjs',
      packages: 'external',
      external: ['vscode'],
      outExtension: { '.js': '.cjs' },
    },
  ].filter(options => options.entryPoints.length > 0);
}

async function build() {
  if (flags.has('--clean')) {
    await Promise.all(['dist', 'out'].map(folder => rm(path.join(root, folder), { recursive: true, force: true })));
  }
  const built = [product, worker, gridPage, sandboxProgram, commandLine];
  const jobs = flags.has('--tests') ? [...built, ...(await tests())] : built;
  if (flags.has('--watch')) {
    for (const job of jobs) await (await esbuild.context({ ...job, logLevel: 'info' })).watch();
    return;
  }
  await Promise.all(jobs.map(job => esbuild.build(job)));
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) await build();
