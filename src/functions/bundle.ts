import { readdir, readFile, stat } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import * as v from 'valibot';
import { jsonValue } from '../json/jsonValue';
import type { CodePosition } from './failedLine';
import { functionFile, isInside, type SourceFolder } from './sourceFolder';

const largestSourceMap = 50_000_000;
const sourceMapShape = v.looseObject({
  sources: v.array(v.string()),
  sourceRoot: v.fallback(v.string(), ''),
  mappings: v.fallback(v.string(), ''),
});
type SourceMapFile = v.InferOutput<typeof sourceMapShape>;

/**
 * Returns the first source that is newer than the built file of a function, as a path below the root. The sources are
 * listed in the source map of the file; without a source map, they are the files in its folder.
 */
export async function newerSource(source: SourceFolder, name: string, code: string): Promise<string | undefined> {
  const file = functionFile(source, name);
  const sources = (await mappedSources(source.root, file, code)) ?? (await filesInFolderOf(file));
  const builtAt = await modifiedAt(file);
  for (const each of sources) {
    if (!(await isInside(source.root, each))) continue;
    const changedAt = await modifiedAt(each);
    if (builtAt !== undefined && changedAt !== undefined && changedAt > builtAt)
      return path.relative(source.root, each);
  }
  return undefined;
}

/**
 * Maps a position in the code of a function to its source file.
 * @returns `undefined` if there is no source map, or if the source is not a file below the root
 */
export async function sourcePosition(
  source: SourceFolder,
  name: string,
  code: string,
  { line, column }: CodePosition,
): Promise<(CodePosition & { file: string }) | undefined> {
  const file = functionFile(source, name);
  const map = await readSourceMap(source.root, file, code);
  if (map === undefined) return undefined;
  // `names` are not needed. Node does not resolve `sources`, so `sourceFile` does.
  const payload = { ...map, version: 3, names: [] } as unknown as SourceMapPayload;
  const entry = new SourceMap(payload).findEntry(line - 1, column - 1);
  if (!('originalSource' in entry) || URL.canParse(entry.originalSource)) return undefined;
  // An invalid map can contain negative numbers.
  if (entry.originalLine < 0 || entry.originalColumn < 0) return undefined;
  const original = sourceFile(file, map, entry.originalSource);
  if (!(await isInside(source.root, original)) || (await modifiedAt(original)) === undefined) return undefined;
  return { file: original, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
}

/** Returns the sources in the source map of a file; `undefined` without a map. */
async function mappedSources(root: string, file: string, code: string): Promise<string[] | undefined> {
  const map = await readSourceMap(root, file, code);
  // Leaves out URLs, which bundlers use for their own helpers.
  return map?.sources.filter(each => !URL.canParse(each)).map(each => sourceFile(file, map, each));
}

function sourceFile(file: string, { sourceRoot }: SourceMapFile, source: string): string {
  return path.resolve(path.dirname(file), sourceRoot, source);
}

/** Reads the source map of a file, which is in its last line or in a separate file. */
async function readSourceMap(root: string, file: string, code: string): Promise<SourceMapFile | undefined> {
  const address = [...code.matchAll(/^\/\/[#@] sourceMappingURL=(\S+)[ \t]*$/gm)].at(-1)?.[1];
  if (address === undefined) return undefined;
  const text = await sourceMapText(root, path.dirname(file), address);
  const map = v.safeParse(sourceMapShape, text === undefined ? undefined : jsonValue(text));
  return map.success ? map.output : undefined;
}

async function sourceMapText(root: string, folder: string, address: string): Promise<string | undefined> {
  const [, base64] = /^data:application\/json[^,]*;base64,(.*)$/.exec(address) ?? [];
  if (base64 !== undefined) return Buffer.from(base64, 'base64').toString();
  const file = path.resolve(folder, address);
  if (!(await isInside(root, file))) return undefined;
  const size = await stat(file).then(
    stats => stats.size,
    () => Infinity,
  );
  return size > largestSourceMap ? undefined : readFile(file, 'utf8').catch(() => undefined);
}

/** Returns the files in the folder of a file that may be sources. */
async function filesInFolderOf(file: string): Promise<string[]> {
  const folder = path.dirname(file);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter(entry => entry.isFile() && !/\.(event\.json|map)$/.test(entry.name))
    .map(entry => path.join(entry.parentPath, entry.name))
    .filter(each => !path.relative(folder, each).split(path.sep).some(isIgnored));
}

/** True for packages, and for hidden files such as `.DS_Store`, which change without a change of the function. */
function isIgnored(name: string): boolean {
  return name === 'node_modules' || name.startsWith('.');
}

function modifiedAt(file: string): Promise<number | undefined> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
}
