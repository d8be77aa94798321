import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { describe, it } from 'mocha';
import { format } from 'prettier';
import { commands, commandsList, isIn, placesOf, unexplained, unusedConditions } from './commandsPage';

const [begin, end] = ['<!-- commands: made by the tests -->', '<!-- /commands -->'];
const file = 'docs/commands.md';

describe('every command', () => {
  it('has a title in both languages', () => {
    for (const { id, english, chinese } of commands) assert.ok(english !== '' && chinese !== '', id);
  });

  it('appears somewhere', () => {
    assert.deepEqual(unexplained(), []);
    assert.deepEqual(unusedConditions(), []);
    for (const { id } of commands) assert.ok(placesOf(id).length > 0, id);
  });

  it('ignores the focused row when it is in the title of a view', () => {
    const takesNothing = ['hydrogen.sandbox.stop'];
    assert.deepEqual(
      commands.map(({ id }) => id).filter(id => isIn('view/title', id) && isIn('view/item/context', id)),
      takesNothing,
    );
  });

  it('is in the documentation (UPDATE_DOCS=1 writes it)', async () => {
    const text = await readFile(file, 'utf8');
    const [before, after] = [text.indexOf(begin), text.indexOf(end)];
    assert.ok(before > 0 && after > before, `${file} lost its marks`);
    const made = `${text.slice(0, before)}${begin}\n\n${commandsList()}\n\n${text.slice(after)}`;
    const formatted = await format(made, { parser: 'markdown', printWidth: 120 });
    if (process.env.UPDATE_DOCS === '1') await writeFile(file, formatted);
    else assert.ok(text === formatted, 'UPDATE_DOCS=1 npm test -- unit --grep "every command"');
  });
});
