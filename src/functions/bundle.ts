import { readdir, readFile, stat } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';
import * as v from 'valibot';
import { jsonValue } from '../json/jsonValue';
import type { CodePlace } from './failedLine';
import { functionFile, isInside, type SourceFolder } from './sourceFolder';

const largestMap = 50_000_000;
const mapShape = v.looseObject({
  sources: v.array(v.string()),
  sourceRoot: v.fallback(v.string(), ''),
  mappings: v.fallback(v.string(), ''),
});
type MapFile = v.InferOutput<typeof mapShape>;

/**
 * Returns the first source that is newer than the built file of a function, as a path below the root. The sources are
 * those in the file's source map, or without one all files in its folder.
 */
export async function newerSource(source: SourceFolder, name: string, code: string): Promise<string | undefined> {
  const file = functionFile(source, name);
  const sources = (await mappedSources(source.root, file, code)) ?? (await filesBeside(file));
  const built = await timeOf(file);
  for (const each of sources) {
    if (!(await isInside(source.root, each))) continue;
    const changed = await timeOf(each);
    if (built !== undefined && changed !== undefined && changed > built) return path.relative(source.root, each);
  }
  return undefined;
}

/**
 * Returns the source file and the place that a place in a function's code was built from.
 * @returns `undefined` if there is no source map, or no such source below the root
 */
export async function sourcePlace(
  source: SourceFolder,
  name: string,
  code: string,
  { line, column }: CodePlace,
): Promise<(CodePlace & { file: string }) | undefined> {
  const file = functionFile(source, name);
  const map = await readMap(source.root, file, code);
  if (map === undefined) return undefined;
  // The `names` of a map are not needed. Node does not resolve `sources`.
  const payload = { ...map, version: 3, names: [] } as unknown as SourceMapPayload;
  const entry = new SourceMap(payload).findEntry(line - 1, column - 1);
  if (!('originalSource' in entry) || URL.canParse(entry.originalSource)) return undefined;
  // An invalid map can contain negative numbers.
  if (entry.originalLine < 0 || entry.originalColumn < 0) return undefined;
  const original = sourceFile(file, map, entry.originalSource);
  if (!(await isInside(source.root, original)) || (await timeOf(original)) === undefined) return undefined;
  return { file: original, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
}

/** Returns the sources in the source map of a file; `undefined` without a map. */
async function mappedSources(root: string, file: string, code: string): Promise<string[] | undefined> {
  const map = await readMap(root, file, code);
  // Bundlers use URLs for their own helpers, which are not files.
  return map?.sources.filter(each => !URL.canParse(each)).map(each => sourceFile(file, map, each));
}

function sourceFile(file: string, { sourceRoot }: MapFile, source: string): string {
  return path.resolve(path.dirname(file), sourceRoot, source);
}

/** Reads the source map of a file, which is inline or a separate file. */
async function readMap(root: string, file: string, code: string): Promise<MapFile | undefined> {
  const address = [...code.matchAll(/^\/\/[#@] sourceMappingURL=(\S+)[ \t]*$/gm)].at(-1)?.[1];
  if (address === undefined) return undefined;
  const text = await mapText(root, path.dirname(file), address);
  const map = v.safeParse(mapShape, text === undefined ? undefined : jsonValue(text));
  return map.success ? map.output : undefined;
}

async function mapText(root: string, folder: string, address: string): Promise<string | undefined> {
  const [, base64] = /^data:application\/json[^,]*;base64,(.*)$/.exec(address) ?? [];
  if (base64 !== undefined) return Buffer.from(base64, 'base64').toString();
  const file = path.resolve(folder, address);
  if (!(await isInside(root, file))) return undefined;
  const size = await stat(file).then(
    found => found.size,
    () => Infinity,
  );
  return size > largestMap ? undefined : readFile(file, 'utf8').catch(() => undefined);
}

async function filesBeside(file: string): Promise<string[]> {
  const entries = await readdir(path.dirname(file), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter(entry => entry.isFile() && !entry.parentPath.split(path.sep).includes('node_modules'))
    .filter(entry => !/\.(event\.json|map)$/.test(entry.name))
    .map(entry => path.join(entry.parentPath, entry.name));
}

function timeOf(file: string): Promise<number | undefined> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
}
