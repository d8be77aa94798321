import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { constants, lstat, mkdir, open, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { renameOver } from '../files/privateFile';
import { isSpecialFile } from '../records/transfer/replaceFile';
import type { CheckFile } from '../requests/checks/runHost';
import { wrongChecks } from '../requests/document/checkLine';
import { parseRetry } from '../requests/document/directiveValues';
import { lineFinder } from '../requests/document/lines';
import { parseDocument } from '../requests/document/parse';
import { requestsInBody } from '../requests/document/requestsInBody';
import { directive, type Range } from '../requests/document/syntax';
import { ignoredLines } from '../requests/language/ignoredLines';
import { repeatedNames } from '../requests/language/repeatedNames';
import { fileInside } from '../requests/sending/fileInside';
import { WorldError } from '../world/world';
import { t } from './language';
import { messages } from './messages';
import { WrongInput } from './options';

const ending = '.hydrogen.http';

/**
 * Reads the documents at these paths, in this order. For a folder, reads all documents below it.
 * @throws WrongInput if a document cannot be read or parsed
 */
export async function readFiles(paths: readonly string[]): Promise<CheckFile[]> {
  const names = new Set<string>();
  for (const name of paths.length === 0 ? ['.'] : paths) for (const file of await filesAt(name)) names.add(file);
  if (names.size === 0) throw new WrongInput(t('No {0} file was found.', `*${ending}`));
  const files: CheckFile[] = [];
  for (const name of names) {
    const bytes = await readFile(name).catch(() => unreadable(name));
    // A replaced character would be sent, and could be stored in place of the written one.
    if (!isUtf8(bytes)) throw new WrongInput(t('{0} is not UTF-8. Save it in this encoding.', name));
    const document = parseDocument(bytes.toString());
    const positionText = positionIn({ name, document });
    const [problem] = document.problems;
    if (problem !== undefined) throw new WrongInput(`${positionText(problem)}: ${messages.syntax(problem)}`);
    const [wrong] = wrongChecks(document.requests);
    if (wrong !== undefined)
      throw new WrongInput(`${positionText(wrong.check)}: ${messages.request(wrong.code, wrong.at.text)}`);
    const retries = document.requests.map(request => directive(request, 'retry')).filter(node => node !== undefined);
    const wrongRetry = retries.find(({ value }) => parseRetry(value.text) === undefined);
    if (wrongRetry !== undefined)
      throw new WrongInput(`${positionText(wrongRetry)}: ${messages.request('badDirective', 'retry')}`);
    files.push({ name, document });
  }
  return files;
}

/**
 * Returns a message for each line without an effect, which documents for other programs may have, for each repeated name,
 * and for each line of a body that is probably meant as a request.
 */
export function warnings(file: CheckFile): string[] {
  const positionText = positionIn(file);
  const ignored = ignoredLines(file.document).map(({ code, range, detail }) => ({
    range,
    text: messages.ignoredLine(code, detail),
  }));
  const repeated = repeatedNames(file.document).map(({ range, detail }) => ({
    range,
    text: messages.repeatedName(detail),
  }));
  const { requests, text } = file.document;
  const inBodies = requests
    .flatMap(request => requestsInBody(request, text))
    .map(range => ({ range, text: messages.requestInBody() }));
  return [...ignored, ...repeated, ...inBodies]
    .sort((one, other) => one.range.start - other.range.start)
    .map(({ range, text }) => `${positionText(range)}: ${text}`);
}

function positionIn({ name, document }: CheckFile): (range: Range) => string {
  const lineAt = lineFinder(document.text);
  return ({ start }) => `${name}:${lineAt(start) + 1}`;
}

async function filesAt(name: string): Promise<string[]> {
  const info = await stat(name).catch(() => unreadable(name));
  if (!info.isDirectory()) return [path.normalize(name)];
  const entries = await readdir(name, { withFileTypes: true }).catch(() => unreadable(name));
  const inside: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const entryPath = path.join(name, entry.name);
    if (entry.isFile() && entry.name.endsWith(ending)) inside.push(entryPath);
    const isWanted = entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules';
    if (isWanted) inside.push(...(await filesAt(entryPath)));
  }
  return inside;
}

function unreadable(name: string): never {
  throw new WrongInput(t('{0} cannot be read.', name));
}

/**
 * Reads a file that a document refers to. After links are followed, it must be below the working directory or the
 * folder of the document.
 */
export async function readBodyFile(document: string, name: string): Promise<Uint8Array> {
  return readFile((await bodyFile(document, name)).file);
}

/**
 * True if a file is hidden and may therefore be private: `.env`, `.npmrc`, and everything in folders such as `.git`.
 */
export async function isHiddenFile(document: string, name: string): Promise<boolean> {
  const { file, folder } = await bodyFile(document, name);
  return path
    .relative(folder, file)
    .split(path.sep)
    .some(step => step.startsWith('.'));
}

async function bodyFile(document: string, name: string): Promise<{ file: string; folder: string }> {
  const folder = await realpath(path.dirname(document));
  return fileInside(path.resolve(folder, name), [await realpath('.'), folder], realpath);
}

/**
 * Writes a file, such as a report, and creates its folder. Does not write through links, because a link in a repository
 * could redirect the write to any file.
 * @throws WrongInput, or a WorldError of `text`
 */
export async function writeOwnFile(name: string, text: string | Iterable<string>): Promise<void> {
  try {
    await writeUnlinked(name, text);
  } catch (error) {
    throw writeProblem(name, error);
  }
}

/** Writes a file as `writeOwnFile` does. After a failure, the file is unchanged. @throws errors of `writeOwnFile` */
export async function writeWholeFile(name: string, text: string | Iterable<string>): Promise<void> {
  await refuseSpecialFile(name);
  const draft = draftOf(name);
  try {
    await writeUnlinked(draft, text);
    await renameOver(draft, name);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw writeProblem(name, error);
  }
}

/** Checks, before a command works for a long time, that it can write its file. @throws WrongInput */
export async function requireWritable(name: string): Promise<void> {
  const draft = draftOf(name);
  try {
    await writeUnlinked(draft, '');
    await rm(draft);
  } catch (error) {
    throw writeProblem(name, error);
  }
}

/** Checks that a file may be replaced or created. @throws WrongInput for a device or a pipe */
export async function refuseSpecialFile(name: string): Promise<void> {
  if (await isSpecialFile(name)) throw new WrongInput(t('{0} is a device or a pipe. Name a file.', name));
}

/** Returns a file beside a file. Its name is short, because the file's name may already have the maximum length. */
function draftOf(name: string): string {
  return path.join(path.dirname(name), `.hydrogen-${randomUUID()}.part`);
}

/** @throws Error with the code `ELOOP` if the file, or a folder between it and the working directory, is a link */
async function writeUnlinked(name: string, text: string | Iterable<string>): Promise<void> {
  const below = path.relative('.', name).split(path.sep);
  const isBelow = below[0] !== '..' && !path.isAbsolute(path.relative('.', name));
  const steps = isBelow ? below.slice(0, -1).map((_, index) => path.join(...below.slice(0, index + 1))) : [];
  for (const step of steps) await refuseLink(step);
  await mkdir(path.dirname(name), { recursive: true });
  await refuseLink(name);
  // Somebody may have created a link since the check.
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | (constants.O_NOFOLLOW ?? 0);
  const file = await open(name, flags, 0o666);
  try {
    await writeFile(file, text);
  } finally {
    await file.close();
  }
}

async function refuseLink(name: string): Promise<void> {
  const existing = await lstat(name).catch(() => undefined);
  if (existing?.isSymbolicLink() === true) throw Object.assign(new Error('a link'), { code: 'ELOOP' });
}

function writeProblem(name: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined || error instanceof WorldError) return error;
  return new WrongInput(
    code === 'ELOOP'
      ? t('{0} cannot be written. It may not be a link.', name)
      : t('{0} cannot be written ({1}). Check its folder, its permissions and the free disk space.', name, code),
  );
}
