import { mkdir, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { renameOver } from '../files/privateFile';
import { jsonOfFile } from '../json/jsonValue';
import { FunctionError } from './functionError';

/** The file with the setting for the functions folder. */
export const settingsFile = 'hydrogen.json';
/** The default functions folder. */
export const defaultFolder = 'functions';

const largestCode = 10_000_000;

const settingsShape = v.looseObject({
  functions: v.optional(v.object({ folder: v.string(), build: v.optional(v.string()) })),
});

/** A functions folder. Its files are `<root>/<folder>/<name>/index.js`, as in the service’s own tool. */
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

function settingsOf(text: string): object {
  const json = jsonOfFile(text);
  if (json === undefined) throw new FunctionError('notJson', settingsFile);
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new FunctionError('badSetting', 'functions');
  return json;
}

/** Parses the text of hydrogen.json. Returns and throws as `readSourceFolder`. */
export function sourceFolderOf(root: string, text: string): SourceFolder | undefined {
  const parsed = v.safeParse(settingsShape, settingsOf(text));
  if (!parsed.success) throw new FunctionError('badSetting', v.getDotPath(parsed.issues[0]) ?? 'functions');
  const { functions } = parsed.output;
  if (functions === undefined) return undefined;
  const folder = path.posix.normalize(functions.folder.replaceAll('\\', '/')).replace(/\/$/, '');
  const segments = folder.split('/');
  if (folder === '.' || segments.includes('..') || path.isAbsolute(folder) || path.win32.isAbsolute(folder)) {
    throw new FunctionError('badSetting', 'functions.folder');
  }
  return { root, folder, build: functions.build };
}

/**
 * Adds the default functions folder to hydrogen.json, and keeps the other settings.
 * @param application the settings of a new file
 * @throws FunctionError
 */
export async function bindDefaultFolder(root: string, application: object): Promise<SourceFolder> {
  const file = path.join(root, settingsFile);
  await requireInside(root, file);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new FunctionError('unreadable', settingsFile);
  });
  const settings = text === undefined ? { application } : settingsOf(text);
  const bound = { ...settings, functions: { folder: defaultFolder } };
  await writeAtomically(file, `${JSON.stringify(bound, undefined, 2)}\n`).catch(() => {
    throw new FunctionError('unwritable', settingsFile);
  });
  return { root, folder: defaultFolder, build: undefined };
}

/**
 * Returns the functions folder of a workspace; `undefined` if there is none.
 * @param folders each functions folder with the name of its workspace folder
 * @throws FunctionError if there are several, because a command without a file must not choose one
 */
export function onlyFolder(
  folders: readonly (readonly [name: string, source: SourceFolder])[],
): SourceFolder | undefined {
  if (folders.length <= 1) return folders[0]?.[1];
  throw new FunctionError('boundTwice', folders.map(([name, { folder }]) => `${name}/${folder}`).join(', '));
}

/**
 * Returns the build task of a functions folder: a task of its workspace folder, otherwise one that belongs to no folder.
 * Ignores tasks of other folders, because they build other functions.
 */
export function buildTask<T extends { name: string; scope?: TaskScope }>(
  { root, build }: SourceFolder,
  tasks: readonly T[],
): T | undefined {
  const sameName = tasks.filter(({ name }) => name === build);
  return (
    sameName.find(({ scope }) => taskRoot(scope) === root) ??
    sameName.find(({ scope }) => taskRoot(scope) === undefined)
  );
}

type TaskScope = { uri: { fsPath: string } } | number | undefined;

/** Returns the workspace folder of a task; `undefined` for a task of the whole workspace or of the user. */
export function taskRoot(scope: TaskScope): string | undefined {
  return typeof scope === 'object' ? scope.uri.fsPath : undefined;
}

/** True if all folders of a window are on another machine than this extension, which cannot start a process there. */
export function areOnOtherMachine(schemes: readonly string[], remoteName: string | undefined): boolean {
  return remoteName !== undefined && schemes.length > 0 && schemes.every(scheme => scheme !== 'file');
}

// Names that Windows reserves for devices.
const reservedNames = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i;

/** True if the name of a function can be a folder name on every system. */
export function isSafeName(name: string): boolean {
  if (name === '' || name.length > 100 || /^\.|[. ]$/.test(name) || reservedNames.test(name)) return false;
  return !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\/:*?"<>|]/u.test(name);
}

/** Returns the path of a function's file, which may not exist. @throws FunctionError */
export function functionFile({ root, folder }: SourceFolder, name: string): string {
  if (!isSafeName(name)) throw new FunctionError('unsafeName', name);
  return path.join(root, folder, name, 'index.js');
}

/** Returns the name of the function in a file; `undefined` if the file is not a function. */
export function functionNameOf({ root, folder }: SourceFolder, file: string): string | undefined {
  const segments = path.relative(path.join(root, folder), file).split(path.sep);
  const [name = '', index, ...rest] = segments;
  return index === 'index.js' && rest.length === 0 && isSafeName(name) ? name : undefined;
}

/** Returns the names of the folders that may have the file of a function; empty without a functions folder. */
export async function folderNames({ root, folder }: SourceFolder): Promise<string[]> {
  const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(() => []);
  return entries.filter(entry => entry.isDirectory() && isSafeName(entry.name)).map(({ name }) => name);
}

/** Reads the code of a function, unchanged. @returns `undefined` if there is no file @throws FunctionError */
export async function readCode(source: SourceFolder, name: string): Promise<string | undefined> {
  const file = functionFile(source, name);
  await requireInside(source.root, file);
  const shownPath = `${source.folder}/${name}/index.js`;
  const size = await stat(file).then(
    stats => stats.size,
    () => undefined,
  );
  if (size === undefined) return undefined;
  if (size > largestCode) throw new FunctionError('tooLarge', shownPath);
  const bytes = await readFile(file).catch(() => {
    throw new FunctionError('unreadable', shownPath);
  });
  return decodeUtf8(bytes, shownPath);
}

/** Writes the code of a function. After a failure, the file is unchanged. @throws FunctionError */
export async function writeCode(source: SourceFolder, name: string, code: string): Promise<void> {
  const file = functionFile(source, name);
  await requireInside(source.root, file);
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeAtomically(file, code);
  } catch {
    throw new FunctionError('unwritable', `${source.folder}/${name}/index.js`);
  }
}

/** Writes a file. After a failure, the file is unchanged. Does not follow a link at the path of the draft. */
export async function writeAtomically(file: string, text: string): Promise<void> {
  const draft = `${file}.part`;
  try {
    await rm(draft, { force: true });
    await writeFile(draft, text, { flag: 'wx' });
    await renameOver(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Decodes UTF-8, and keeps the byte-order mark and line endings. @throws FunctionError */
function decodeUtf8(bytes: Uint8Array, shownPath: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new FunctionError('notText', shownPath);
  }
}

/**
 * Checks that a file is below the root when links are followed. If the file does not exist, checks its nearest ancestor
 * that exists.
 * @throws FunctionError
 */
export async function requireInside(root: string, file: string): Promise<void> {
  const realRoot = await realpath(root);
  for (let at = file; at.length > root.length; at = path.dirname(at)) {
    const realFile = await realpath(at).catch(() => undefined);
    if (realFile === undefined) continue;
    if (isBelow(realRoot, realFile)) return;
    throw new FunctionError('outside', path.relative(root, at));
  }
}

/** True if a file is below the root, also when links are followed. */
export async function isInside(root: string, file: string): Promise<boolean> {
  if (!isBelow(root, file)) return false;
  return requireInside(root, file).then(
    () => true,
    () => false,
  );
}

/** Compares absolute paths. Only the root of a file system ends with a separator. */
function isBelow(folder: string, file: string): boolean {
  return file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}
