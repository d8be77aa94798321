import { mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { jsonOfFile } from '../json/jsonValue';
import { FunctionError } from './functionError';

/** The file that names the functions folder. */
export const settingsFile = 'hydrogen.json';
/** The default functions folder. */
export const usualFolder = 'functions';

const largest = 10_000_000;

const settingsShape = v.looseObject({
  functions: v.optional(v.object({ folder: v.string(), build: v.optional(v.string()) })),
});

/** A functions folder. Its files are `<folder>/<name>/index.js` below `root`, as in the service’s own tool. */
export interface SourceFolder {
  /** The folder with hydrogen.json. */
  root: string;
  /** The path below the root, with forward slashes. */
  folder: string;
  /** The name of the VS Code task that builds the functions. */
  build: string | undefined;
}

/**
 * Reads the functions folder from hydrogen.json.
 * @returns `undefined` if hydrogen.json names none
 * @throws FunctionError
 */
export async function readSourceFolder(root: string): Promise<SourceFolder | undefined> {
  const text = await readFile(path.join(root, settingsFile), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : sourceFolderOf(root, text);
}

/** Parses the text of hydrogen.json. Returns and throws the same as `readSourceFolder`. */
export function sourceFolderOf(root: string, text: string): SourceFolder | undefined {
  const json = jsonOfFile(text);
  if (json === undefined) throw new FunctionError('notJson', settingsFile);
  const parsed = v.safeParse(settingsShape, json);
  if (!parsed.success) throw new FunctionError('badSetting', v.getDotPath(parsed.issues[0]) ?? 'functions');
  const { functions } = parsed.output;
  if (functions === undefined) return undefined;
  const folder = path.posix.normalize(functions.folder.replaceAll('\\', '/')).replace(/\/$/, '');
  const steps = folder.split('/');
  if (folder === '.' || steps.includes('..') || path.isAbsolute(folder) || path.win32.isAbsolute(folder)) {
    throw new FunctionError('badSetting', 'functions.folder');
  }
  return { root, folder, build: functions.build };
}

/**
 * Returns the only functions folder of a workspace, if any.
 * @param bound each functions folder with the name of its workspace folder
 * @throws FunctionError if there are several: a command without a file does not choose one
 */
export function onlyFolder(
  bound: readonly (readonly [name: string, source: SourceFolder])[],
): SourceFolder | undefined {
  if (bound.length <= 1) return bound[0]?.[1];
  throw new FunctionError('boundTwice', bound.map(([name, { folder }]) => `${name}/${folder}`).join(', '));
}

/**
 * Returns the build task of a functions folder: a task of its workspace folder, otherwise one of no folder. A task of
 * another folder builds other functions.
 */
export function buildTask<T extends { name: string; scope?: TaskScope }>(
  { root, build }: SourceFolder,
  tasks: readonly T[],
): T | undefined {
  const named = tasks.filter(({ name }) => name === build);
  return (
    named.find(({ scope }) => taskRoot(scope) === root) ?? named.find(({ scope }) => taskRoot(scope) === undefined)
  );
}

type TaskScope = { uri: { fsPath: string } } | number | undefined;

/** Returns the workspace folder of a task; `undefined` for a task of the whole workspace or of the user. */
export function taskRoot(scope: TaskScope): string | undefined {
  return typeof scope === 'object' ? scope.uri.fsPath : undefined;
}

/** True if all folders of a window are on another machine than this extension, which cannot start a process there. */
export function areElsewhere(schemes: readonly string[], remoteName: string | undefined): boolean {
  return remoteName !== undefined && schemes.length > 0 && schemes.every(scheme => scheme !== 'file');
}

// Names that Windows reserves for devices.
const devices = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i;

/** True if the name of a function can be a folder name on every system. */
export function isSafeName(name: string): boolean {
  if (name === '' || name.length > 100 || /^\.|[. ]$/.test(name) || devices.test(name)) return false;
  return !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\/:*?"<>|]/u.test(name);
}

/** Returns the path of a function's file, which may not exist. @throws FunctionError */
export function functionFile({ root, folder }: SourceFolder, name: string): string {
  if (!isSafeName(name)) throw new FunctionError('unsafeName', name);
  return path.join(root, folder, name, 'index.js');
}

/** Returns the name of the function in a file; `undefined` if the file is not a function. */
export function functionNameOf({ root, folder }: SourceFolder, file: string): string | undefined {
  const steps = path.relative(path.join(root, folder), file).split(path.sep);
  const [name = '', index, ...rest] = steps;
  return index === 'index.js' && rest.length === 0 && isSafeName(name) ? name : undefined;
}

/** Reads the exact code of a function. @returns `undefined` if there is no file @throws FunctionError */
export async function readCode(source: SourceFolder, name: string): Promise<string | undefined> {
  const file = functionFile(source, name);
  await requireInside(source.root, file);
  const shown = `${source.folder}/${name}/index.js`;
  const size = await stat(file).then(
    found => found.size,
    () => undefined,
  );
  if (size === undefined) return undefined;
  if (size > largest) throw new FunctionError('tooLarge', shown);
  const bytes = await readFile(file).catch(() => {
    throw new FunctionError('unreadable', shown);
  });
  return decoded(bytes, shown);
}

/** Writes the code of a function. After a failure, the file is unchanged. @throws FunctionError */
export async function writeCode(source: SourceFolder, name: string, code: string): Promise<void> {
  const file = functionFile(source, name);
  await requireInside(source.root, file);
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeWhole(file, code);
  } catch {
    throw new FunctionError('unwritable', `${source.folder}/${name}/index.js`);
  }
}

/** Writes a file. After a failure, the file is unchanged. A link at the path of the draft is replaced, not followed. */
export async function writeWhole(file: string, text: string): Promise<void> {
  const draft = `${file}.part`;
  try {
    await rm(draft, { force: true });
    await writeFile(draft, text, { flag: 'wx' });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Decodes UTF-8, and keeps the byte-order mark and line endings. @throws FunctionError */
function decoded(bytes: Uint8Array, shown: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new FunctionError('notText', shown);
  }
}

/**
 * Checks that a file is below the root after links are followed. For a file that does not exist, checks the nearest
 * folder that exists.
 * @throws FunctionError
 */
export async function requireInside(root: string, file: string): Promise<void> {
  const real = await realpath(root);
  for (let at = file; at.length > root.length; at = path.dirname(at)) {
    const found = await realpath(at).catch(() => undefined);
    if (found === undefined) continue;
    if (found.startsWith(real + path.sep)) return;
    throw new FunctionError('outside', path.relative(root, at));
  }
}

/** True if a file is below the root, also after links are followed. */
export async function isInside(root: string, file: string): Promise<boolean> {
  if (!file.startsWith(root + path.sep)) return false;
  return requireInside(root, file).then(
    () => true,
    () => false,
  );
}
