// Builds dist/ (what ships). `--production` minifies, `--tests` also builds out/, `--watch` keeps building, `--clean` removes dist/
// and out/ first.
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import {
  afterWindow,
  deleteOldChunks,
  functionPrograms,
  noGlobalDispatcher,
  programFile,
  programLanguage,
  programText,
  replace,
  withoutEntities,
} from './esbuild.plugins.mjs';

const root = path.dirname(fileURLToPath(import.meta.url));
const flags = new Set(process.argv.slice(2));
const production = flags.has('--production');

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node22',
  outdir: 'dist',
  metafile: true,
  logLevel: 'warning',
  sourcemap: production ? false : 'linked',
  minify: production,
  charset: 'utf8',
  legalComments: 'none', // THIRD_PARTY_NOTICES has them
};

/** The CommonJS form of jsonc-parser loads its parts with a `require` that no bundler follows. Node itself needs that form. */
const bundled = { ...shared, alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' } };

/** CommonJS packages call `require`, which an ES module does not have. */
const requireForPackages =
  "import { createRequire as createRequire$ } from 'node:module'; const require = createRequire$(import.meta.url);";

/** The extension: ES modules with shared chunks. */
export const product = {
  ...bundled,
  entryPoints: {
    extension: 'src/extension.ts',
    window: 'src/ui/window.ts',
    requests: 'src/ui/requests/register.ts',
    http: 'src/api/http/httpClient.ts',
    localSandbox: 'src/sandbox/sandbox.ts',
    connection: 'src/ui/connection/diagnoseCommand.ts',
    preview: 'src/ui/documents/preview/sanitizedHtml.ts',
    recordLanguage: 'src/ui/records/language/recordLanguage.ts',
    grid: 'src/ui/records/grid/gridEditor.ts',
    transfer: 'src/ui/records/transfer/transfer.ts',
  },
  format: 'esm',
  splitting: true,
  chunkNames: 'shared-[hash]',
  external: ['vscode'],
  banner: { js: requireForPackages },
  plugins: [afterWindow, replace, noGlobalDispatcher, programFile, deleteOldChunks('dist/shared-')],
};

/** `npm run sandbox`: one file that is not shipped. */
const sandboxProgram = {
  ...bundled,
  entryPoints: { sandbox: 'src/sandbox/cli.ts' },
  outdir: 'dist/program',
  format: 'esm',
  banner: { js: requireForPackages },
  plugins: [programText],
};

/** The thread for large responses: one file, because it starts for one piece of work. */
export const worker = {
  ...bundled,
  entryPoints: { responseWorker: 'src/ui/requests/responses/responseWorker.ts' },
  format: 'esm',
  plugins: [withoutEntities],
};

/** The program that runs a cloud function, on any Node from 12 on. */
export const functionProgram = {
  ...shared,
  ...functionPrograms,
  entryPoints: { functionProgram: 'src/sandbox/functions/runtime/functionProgram.ts' },
  outExtension: { '.js': '.cjs' },
  sourcemap: false,
};

/** The program `hydrogen` of the npm package: one file. */
const commandLine = {
  ...bundled,
  target: 'node20',
  entryPoints: { cli: 'src/cli/main.ts' },
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  banner: { js: '#!/usr/bin/env node' },
  plugins: [replace, noGlobalDispatcher, programLanguage, programText],
};

/** The scripts and the styles of the grid's page and of the preview of an import, for the browser of the oldest supported VS Code. */
export const gridPage = {
  ...bundled,
  entryPoints: [
    ...['main.ts', 'grid.css'].map(file => ({ in: `src/ui/records/grid/webview/${file}`, out: 'gridPage' })),
    ...['ts', 'css'].map(end => ({ in: `src/ui/records/grid/webview/importPreview.${end}`, out: 'importPreview' })),
  ],
  platform: 'browser',
  target: 'chrome128',
  format: 'iife',
};

async function testFiles(folder) {
  const entries = await readdir(path.join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
    .map(entry => path.relative(root, path.join(entry.parentPath, entry.name)));
}

/** Tests for plain Node become ES modules with shared chunks. Code that runs inside VS Code becomes CommonJS. */
async function tests() {
  const inHost = [...(await testFiles('test/host/suite')), path.join('bench', 'activation', 'measure.ts')];
  const inNode = [...(await testFiles('test')), ...(await testFiles('bench'))].filter(file => !inHost.includes(file));
  const options = (entryPoints, format, end) => ({
    ...{ ...shared, entryPoints, format, target: 'node20', outdir: 'out', outbase: '.', outExtension: { '.js': end } },
    ...{ sourcemap: 'inline', minify: false, packages: 'external', external: ['vscode'], plugins: [programText] },
  });
  const plugins = [programText, deleteOldChunks('out/chunks/')];
  const inChunks = { splitting: true, chunkNames: 'chunks/[hash]', plugins };
  return [{ ...options(inNode, 'esm', '.mjs'), ...inChunks }, options(inHost, 'cjs', '.cjs')];
}

async function build() {
  if (flags.has('--clean')) {
    await Promise.all(['dist', 'out'].map(folder => rm(path.join(root, folder), { recursive: true, force: true })));
  }
  const jobs = [product, worker, functionProgram, gridPage, sandboxProgram, commandLine];
  if (flags.has('--tests')) jobs.push(...(await tests()));
  if (flags.has('--watch')) {
    for (const job of jobs) await (await esbuild.context({ ...job, logLevel: 'info' })).watch();
    return;
  }
  await Promise.all(jobs.map(job => esbuild.build(job)));
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) await build();
