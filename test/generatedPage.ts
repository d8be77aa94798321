import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { format } from 'oxfmt';

/**
 * Compares the part of a Markdown page between the marks of `name` with generated text; `UPDATE_DOCS=1` writes it instead.
 * @param command what writes it, for the message: `unit --grep coverage`
 */
export async function assertGenerated(file: string, name: string, generated: string, command: string): Promise<void> {
  const [begin, end] = [`<!-- ${name}: made by the tests -->`, `<!-- /${name} -->`];
  const text = await readFile(file, 'utf8');
  const [before, after] = [text.indexOf(begin), text.indexOf(end)];
  assert.ok(before > 0 && after > before, `${file} lost its marks`);
  const made = `${text.slice(0, before)}${begin}\n\n${generated}\n\n${text.slice(after)}`;
  const { code } = await format(file, made, { printWidth: 120 });
  if (process.env.UPDATE_DOCS === '1') await writeFile(file, code);
  else assert.equal(text, code, `UPDATE_DOCS=1 npm test -- ${command}`);
}
