import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { it } from 'mocha';
import { contributes } from './manifest';

/** Calls that ask the user, unless `hydrogen.allowWithoutConfirmation` names their command. */
const asking =
  /\b(?:confirm|confirmOverwrite|confirmReplacing|fileToWrite|isAllowedUnasked)\(\s*(?:[\w.#]+,\s*)?'(hydrogen\.[\w.]+)'/g;

/** Commands that ask, but that no script can call. */
const forRowsOnly = ['hydrogen.contentGroup.remove'];

it('the setting that lets scripts skip a question offers exactly the commands that look it up', async () => {
  const files = (await readdir('src/ui', { recursive: true })).filter(name => name.endsWith('.ts'));
  const texts = await Promise.all(files.map(name => readFile(path.join('src/ui', name), 'utf8')));
  const commands = new Set(texts.flatMap(text => [...text.matchAll(asking)].map(([, command = '']) => command)));
  const { items } = contributes.configuration.properties['hydrogen.allowWithoutConfirmation'] ?? assert.fail();
  assert.deepEqual(items?.enum, [...commands].filter(command => !forRowsOnly.includes(command)).sort());
});
