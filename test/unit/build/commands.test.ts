import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { assertGenerated } from '../../generatedPage';
import { commands, commandsList, isIn, placesOf, unexplained, unusedConditions } from './commandsPage';

describe('every command', () => {
  it('has a title in both languages', () => {
    for (const { id, english, chinese } of commands) assert.ok(english !== '' && chinese !== '', id);
  });

  it('has a title that ends with “…” in both languages if it asks for a value, a file or a choice', () => {
    const asking = [
      ...['application.add', 'application.edit', 'application.rename', 'application.select', 'contentGroup.add'],
      ...['environment.add', 'environment.edit', 'environment.select', 'connection.enterPassphrase', 'user.signIn'],
      ...['sandbox.moveClock', 'sandbox.fault', 'sandbox.save', 'sandbox.load', 'request.compareEnvironments'],
    ];
    for (const { id, english, chinese } of commands) {
      const isAsking = english.endsWith('…');
      assert.equal(chinese.endsWith('…'), isAsking, id);
      assert.ok(isAsking || !asking.includes(id.replace('hydrogen.', '')), id);
    }
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
    await assertGenerated('docs/commands.md', 'commands', commandsList(), 'unit --grep "every command"');
  });
});
