import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../host/launcher/root';

/** A pseudo-language for tests: English with accents, about a third longer, in brackets. */
export const pseudo = 'qps-ploc';

const plain = 'aceinouyACEINOUY';
const accented = 'àçéîñôûýÀÇÉÎÑÔÛÝ';

/**
 * Matches the parts of a text that stay unchanged: placeholders, command links, URLs, icons, code, markup and line
 * breaks.
 */
const kept = /(\{\w+\}|\(command:[^)]*\)|\(https?:[^)]*\)|\$\([\w~-]+\)|`[^`]*`|<[^>]*>|\n)/;

/**
 * Returns a text in the pseudo-language. It doubles vowels: the text becomes longer, but no word becomes longer than in
 * real languages.
 */
export function pseudoText(text: string): string {
  const parts = text.split(kept).map((part, index) => (index % 2 === 1 ? part : lengthened(part)));
  return `［${parts.join('')}］`;
}

function lengthened(text: string): string {
  const letters = [...text].map(letter => accented[plain.indexOf(letter)] ?? letter);
  return letters.map(letter => (/[àéîôû]/.test(letter) ? letter.repeat(2) : letter)).join('');
}

/** Adds the pseudo-language to an installed extension. */
export async function addPseudoLanguage(extension: string): Promise<void> {
  const chinese = await strings(path.join(root, 'l10n', 'bundle.l10n.zh-cn.json'));
  // A key is the English text, optionally followed by a comment for translators.
  const bundle = Object.keys(chinese).map(key => [key, pseudoText(key)]);
  await writeFile(
    path.join(extension, 'l10n', `bundle.l10n.${pseudo}.json`),
    JSON.stringify(Object.fromEntries(bundle)),
  );
  const manifest = Object.entries(await strings(path.join(root, 'package.nls.json')));
  const translated = manifest.map(([key, text]) => [key, pseudoText(text)]);
  await writeFile(path.join(extension, `package.nls.${pseudo}.json`), JSON.stringify(Object.fromEntries(translated)));
}

async function strings(file: string): Promise<Record<string, string>> {
  return JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
}
