// Plugins of the build. They exclude code from the bundles and split the extension into chunks.
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';

const root = path.dirname(fileURLToPath(import.meta.url));

/** Fails the build if undici's process-wide dispatcher is in a file: every other extension in the host would inherit it. */
export const noGlobalDispatcher = {
  name: 'no-global-dispatcher',
  setup(build) {
    build.onEnd(async ({ outputFiles, metafile }) => {
      if (outputFiles !== undefined) return; // a build in memory, which nothing loads
      for (const file of Object.keys(metafile?.outputs ?? {}).filter(name => name.endsWith('.js'))) {
        const text = await readFile(path.resolve(root, file), 'utf8');
        if (text.includes('undici.globalDispatcher')) throw new Error(`${file} registers a process-wide dispatcher`);
      }
    });
  },
};

const day = 24 * 3600 * 1000;

/**
 * Deletes chunks of earlier builds, whose names contain another hash. Keeps those of the last day, because a window or a
 * test run may still load them.
 * @param prefix the beginning of their paths, relative to the root
 */
export const deleteOldChunks = prefix => ({
  name: 'delete-old-chunks',
  setup(build) {
    build.onEnd(async ({ outputFiles, metafile }) => {
      if (outputFiles !== undefined || metafile === undefined) return; // a build in memory, or a failed one
      const folder = prefix.slice(0, prefix.lastIndexOf('/'));
      const chunks = (await readdir(path.join(root, folder)))
        .map(name => `${folder}/${name}`)
        .filter(name => name.startsWith(prefix) && !(name in metafile.outputs));
      for (const name of chunks) {
        // Another build may have deleted it meanwhile.
        const time = (await stat(path.join(root, name)).catch(() => undefined))?.mtimeMs ?? Infinity;
        if (Date.now() - time > day) await rm(path.join(root, name), { force: true });
      }
    });
  },
});

/** Programs for Node 12, in which a cloud function runs. */
export const functionPrograms = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node12',
  // esbuild begins with Node 14.6, because of `?.#field`, which is lowered here anyway.
  supported: { 'class-private-field': true, 'class-private-static-field': true },
  format: 'cjs',
  minify: true,
  charset: 'utf8',
  legalComments: 'none',
};

/** `import text from './module?program'`: the bundled module as a text, for a thread that has no file. */
export const programText = {
  name: 'program-text',
  setup(build) {
    const namespace = 'program-text';
    build.onResolve({ filter: /\?program$/ }, ({ path: name, resolveDir }) => ({
      path: path.resolve(resolveDir, name.replace('?program', '.ts')),
      namespace,
    }));
    build.onLoad({ filter: /./, namespace }, async ({ path: file }) => {
      const { outputFiles, metafile } = await esbuild.build({
        ...functionPrograms,
        entryPoints: [file],
        metafile: true,
        write: false,
      });
      const watchFiles = Object.keys(metafile.inputs).map(name => path.join(root, name));
      return { contents: outputFiles[0].text, loader: 'text', watchFiles };
    });
  },
};

/** Like `programText`, for the extension: the text is that of the file which ships for the process of a function. */
export const programFile = {
  name: 'program-file',
  setup(build) {
    const namespace = 'program-file';
    build.onResolve({ filter: /\?program$/ }, () => ({ path: 'functionProgram.cjs', namespace }));
    build.onLoad({ filter: /./, namespace }, ({ path: file }) => ({
      resolveDir: root,
      contents: `import { readFileSync } from 'node:fs';
        export default readFileSync(new URL('${file}', import.meta.url), 'utf8');`,
    }));
  },
};

/** The used parts of undici: its index also loads `fetch`, mocks, WebSocket and caches, and registers the dispatcher. */
const undici = `
  module.exports = {
    Agent: require('undici/lib/dispatcher/agent.js'),
    Pool: require('undici/lib/dispatcher/pool.js'),
    ProxyAgent: require('undici/lib/dispatcher/proxy-agent.js'),
    buildConnector: require('undici/lib/core/connect.js'),
  };
  Object.assign(require('undici/lib/dispatcher/dispatcher.js').prototype, {
    request: require('undici/lib/api/api-request.js'),
    connect: require('undici/lib/api/api-connect.js'), // the tunnels of a proxy
  });`;

/** Modules whose content is replaced. All but undici are unused code of packages, 430 kB. */
const replacements = {
  postcss: `exports.parse = () => { throw new Error('no style attribute is let through'); };`,
  domutils: '', // offered by htmlparser2, not used by the sanitizer
  // The list of public suffixes, which the cookie jar does not ask for (src/api/openApi/authorize.ts).
  tldts: `exports.getDomain = host => host.slice(host.lastIndexOf('.') + 1);`,
  '../llhttp/llhttp_simd-wasm.js': `throw new Error('undici falls back to the parser without SIMD');`,
  './client-h2.js': `module.exports = () => { throw new Error('only HTTP/1.1 is offered'); };`,
  '../web/fetch/body.js': `exports.extractBody = () => { throw new Error('no body is a form'); };`,
  dayjs: `module.exports = () => { throw new Error('no date is checked'); };`,
  undici,
};

export const replace = {
  name: 'replace',
  setup(build) {
    const names = Object.keys(replacements).map(name => name.replaceAll('.', '\\.'));
    const namespace = 'replace';
    build.onResolve({ filter: new RegExp(`^(${names.join('|')})$`) }, ({ path }) => ({ path, namespace }));
    build.onLoad({ filter: /.*/, namespace }, ({ path: name }) => ({ resolveDir: root, contents: replacements[name] }));
  },
};

/** The thread indents markup and decodes nothing of it, so it has no tables of entities, 95 kB. */
export const withoutEntities = {
  name: 'without-entities',
  setup(build) {
    const namespace = 'without-entities';
    const contents = `export class EntityDecoder {} export const htmlDecodeTree = [], xmlDecodeTree = [], DecodingMode = {};
      export const fromCodePoint = String.fromCodePoint;`;
    build.onResolve({ filter: /^(domutils|entities\/decode)$/ }, ({ path }) => ({ path, namespace }));
    build.onLoad({ filter: /./, namespace }, ({ path }) => ({ contents: path === 'domutils' ? '' : contents }));
  },
};

/** Reduces the Chinese bundle to what the program can say: the texts of its sources and of the message tables. */
export const programLanguage = {
  name: 'program-language',
  setup(build) {
    build.onLoad({ filter: /bundle\.l10n\.zh-cn\.json$/ }, async ({ path: file }) => {
      const folders = [
        'src/cli',
        'src/api/messages',
        'src/requests/messages',
        'src/records/transfer',
        'src/functions',
      ].map(folder => path.join(root, folder));
      const filesIn = async folder =>
        (await readdir(folder, { withFileTypes: true }))
          .filter(entry => entry.isFile())
          .map(({ name }) => path.join(folder, name));
      const names = await Promise.all(folders.map(filesIn));
      const sources = await Promise.all(names.flat().map(name => readFile(name, 'utf8')));
      const isUsed = ([text]) => sources.some(source => source.includes(`'${text}'`));
      const all = Object.entries(JSON.parse(await readFile(file, 'utf8')));
      return {
        contents: JSON.stringify(Object.fromEntries(all.filter(isUsed))),
        loader: 'json',
        watchFiles: names.flat(),
      };
    });
  },
};

/** Chunks that the window loads, and the modules that it imports of each. */
const partsOfWindow = {
  requests: ['src/ui/requests/register', 'src/ui/checks/register', 'src/requests/checks/documentedAt'],
  localSandbox: ['src/sandbox/sandbox', 'src/ui/sandbox/world/worldCommands', 'src/world/worldFolder'],
  recordLanguage: ['src/ui/records/language/recordLanguage'],
  connection: ['src/ui/connection/diagnoseCommand'],
  grid: ['src/ui/records/grid/gridEditor'],
  transfer: ['src/ui/records/transfer/transfer'],
  functions: ['src/ui/functions/functions', 'src/ui/functions/run/runs'],
};

/**
 * Makes each part import the window, which is loaded by then. Otherwise esbuild would put code that the window shares with one or
 * two parts into many small chunks.
 */
export const afterWindow = {
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
