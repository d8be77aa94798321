import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'mocha';
import ts from 'typescript';

const source = fileURLToPath(new URL('../../../../src/', import.meta.url));

type Graph = Map<string, Set<string>>;

/** Returns the files of a folder with their imports: values, types and dynamic imports. */
function importsIn(folder: string): Graph {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts'));
  const files = new Set(names.map(name => name.replaceAll(path.sep, '/')));
  return new Map(
    [...files].map(file => {
      const { importedFiles } = ts.preProcessFile(readFileSync(path.join(folder, file), 'utf8'));
      const imported = importedFiles
        .filter(({ fileName }) => fileName.startsWith('.'))
        .map(({ fileName }) => `${path.posix.join(path.posix.dirname(file), fileName)}.ts`)
        .filter(name => files.has(name));
      return [file, new Set(imported)];
    }),
  );
}

/** Returns the imports between the folders of `parent`. A file directly in `parent` counts as a separate folder. */
function betweenFolders(graph: Graph, parent: string): Graph {
  const folderOf = (file: string): string | undefined =>
    file.startsWith(`${parent}/`) ? file.slice(parent.length + 1).split('/')[0] : undefined;
  const folders: Graph = new Map();
  for (const [file, imported] of graph) {
    const from = folderOf(file);
    if (from === undefined) continue;
    const known = folders.get(from) ?? new Set();
    for (const to of [...imported].map(folderOf)) if (to !== undefined && to !== from) known.add(to);
    folders.set(from, known);
  }
  return folders;
}

/** Returns the cycles that a depth-first search finds. Visits each place once. */
function circles(graph: Graph): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (name: string, way: readonly string[]): void => {
    if (way.includes(name)) found.push([...way.slice(way.indexOf(name)), name].join(' → '));
    if (way.includes(name) || done.has(name)) return;
    for (const next of graph.get(name) ?? []) visit(next, [...way, name]);
    done.add(name);
  };
  for (const name of graph.keys()) visit(name, []);
  return found;
}

describe('the imports of the source', () => {
  const graph = importsIn(source);

  it('include values, types and dynamic imports', () => {
    const text =
      "import a from './a';\nimport type { B } from './b';\nexport * from './c';\nexport type D = import('./d').D;\nvoid import('./e');";
    assert.deepEqual(
      ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName),
      ['./a', './b', './c', './d', './e'],
    );
    assert.ok(graph.get('extension.ts')?.size);
  });

  it('are followed around a cycle', () => {
    const round = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c', 'd'])],
      ['c', new Set(['a'])],
      ['d', new Set<string>()],
    ]);
    assert.deepEqual(circles(round), ['a → b → c → a']);
  });

  it('form no cycle of files', () => assert.deepEqual(circles(graph), []));

  for (const parent of ['api', 'requests', 'sandbox', 'ui', 'ui/requests']) {
    it(`form no cycle of folders in src/${parent}`, () => assert.deepEqual(circles(betweenFolders(graph, parent)), []));
  }
});
