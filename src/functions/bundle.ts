import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { jsonValue } from '../json/jsonValue';
import { functionFile, isInside, type SourceFolder } from './sourceFolder';

const largestMap = 50_000_000;
const mapShape = v.looseObject({ sources: v.array(v.string()), sourceRoot: v.fallback(v.string(), '') });

/**
 * Returns the first source that is newer than the built file of a function, below the root. The sources are those of its
 * source map; without one, all files beside it.
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

/** The sources that the source map of a file names, inline or beside it; `undefined` without a map. */
async function mappedSources(root: string, file: string, code: string): Promise<string[] | undefined> {
  const address = [...code.matchAll(/^\/\/[#@] sourceMappingURL=(\S+)[ \t]*$/gm)].at(-1)?.[1];
  if (address === undefined) return undefined;
  const folder = path.dirname(file);
  const text = await mapText(root, folder, address);
  const map = v.safeParse(mapShape, text === undefined ? undefined : jsonValue(text));
  if (!map.success) return undefined;
  const { sources, sourceRoot } = map.output;
  // A bundler names its own helpers by addresses.
  return sources.filter(each => !URL.canParse(each)).map(each => path.resolve(folder, sourceRoot, each));
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
