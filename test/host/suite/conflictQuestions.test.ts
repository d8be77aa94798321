import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { askConflicts, type ShownConflict } from '../../../src/ui/records/document/askConflicts';
import { withPerson } from './person';

describe('the question for all remaining conflicts of a save', () => {
  const texts = { add: () => assert.fail('nothing is compared') };
  const field: ShownConflict = { kind: 'field', record: 'One', column: 'text', isOriginalKnown: true };
  const gone: ShownConflict = { kind: 'goneOnServer', record: 'Two', isOriginalKnown: true };

  /** Decides the conflicts at once. Returns the choices, the list of the conflicts, and the explanations below it. */
  async function decided(conflicts: readonly ShownConflict[], button: RegExp) {
    let choices: string[] = [];
    const asked = await withPerson(
      ({ choices: buttons }) => buttons.find(label => button.test(label) || /^Decide All/.test(label)),
      async () => void (choices = await askConflicts(texts, 'note', conflicts)),
    );
    const lines = asked.at(-1)?.detail.split('\n') ?? [];
    return { choices, listed: lines.slice(0, conflicts.length), explained: lines.slice(conflicts.length) };
  }

  it('explains the choice of the original values for a record that somebody deleted', async () => {
    const { choices, explained } = await decided([field, gone], /^Original for All 2$/);
    assert.deepEqual(choices, ['original', 'original']);
    assert.deepEqual(explained, [
      '',
      'Original: a record that is no longer on the server is created again with its original values and a new ID.',
    ]);
  });

  it('lists the conflicts without their own questions', async () => {
    const deleted: ShownConflict = { kind: 'changedOnServer', record: 'Three', isOriginalKnown: true };
    assert.deepEqual((await decided([field, gone, deleted], /^Mine for All 3$/)).listed, [
      'One: text changed here and on the server',
      'Two: changed here, no longer on the server',
      'Three: deleted here, changed on the server',
    ]);
  });

  it('does not mention deleted records if there are none, or if the original values are unknown', async () => {
    assert.deepEqual((await decided([field, field], /^Original for All 2$/)).explained, []);
    const unknown = [field, { ...gone, isOriginalKnown: false }];
    assert.deepEqual((await decided(unknown, /^Theirs for All 2$/)).explained, []);
  });
});
