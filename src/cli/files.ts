import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { CheckFile } from '../requests/checks/run';
import { parseDocument } from '../requests/document/parse';
import { syntaxProblems } from './documentMessages';
import { WrongInput } from './options';

const ending = '.hydrogen.http';

/** The documents at these paths, in their order; of a folder those below it. @throws WrongInput */
export async function readFiles(paths: readonly string[]): Promise<CheckFile[]> {
  const names = new Set<string>();
  for (const name of paths.length === 0 ? ['.'] : paths) for (const file of await filesAt(name)) names.add(file);
  if (names.size === 0) throw new WrongInput(`No *${ending} file was found.`);
  const files: CheckFile[] = [];
  for (const name of names) {
    const document = parseDocument(await readFile(name, 'utf8').catch(() => unreadable(name)));
    const [problem] = document.problems;
    if (problem !== undefined) {
      const line = document.text.slice(0, problem.start).split('\n').length;
      throw new WrongInput(`${name}:${line}: ${syntaxProblems[problem.code]}`);
    }
    files.push({ name, document });
  }
  return files;
}

async function filesAt(name: string): Promise<string[]> {
  const found = await stat(name).catch(() => unreadable(name));
  if (found.isFile()) return [path.normalize(name)];
  const entries = await readdir(name, { withFileTypes: true });
  const inside: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const at = path.join(name, entry.name);
    if (entry.isFile() && entry.name.endsWith(ending)) inside.push(at);
    const isWanted = entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules';
    if (isWanted) inside.push(...(await filesAt(at)));
  }
  return inside;
}

function unreadable(name: string): never {
  throw new WrongInput(`${name} cannot be read.`);
}

/** A file that a document names: below the folder of the run, or of the document, links followed. */
export async function readBodyFile(document: string, name: string): Promise<Uint8Array> {
  const folder = await realpath(path.dirname(document));
  const file = await realpath(path.resolve(folder, name));
  const roots = [await realpath('.'), folder];
  if (!roots.some(root => file.startsWith(root + path.sep))) throw new Error('outside');
  return readFile(file);
}
