import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { isInputKey, startsInput } from '../../../../../../src/ui/records/grid/webview/keys';

/** Returns the event of a key with modifiers such as `Ctrl+Alt`; `AltGr` is what Windows reports for that key. */
function press(key: string, modifiers = '') {
  const isAltGraph = modifiers === 'AltGr';
  const has = (name: string) => isAltGraph || modifiers.split('+').includes(name);
  return {
    key,
    ctrlKey: has('Ctrl'),
    altKey: has('Alt'),
    metaKey: !isAltGraph && has('Meta'),
    shiftKey: !isAltGraph && has('Shift'),
    getModifierState: (name: string) => name === 'AltGraph' && isAltGraph,
  };
}

describe('a key in the grid', () => {
  for (const [key, modifiers, starts] of [
    ['a', '', true],
    ['A', 'Shift', true],
    ['Process', '', true],
    ['@', 'AltGr', true],
    ['€', 'AltGr', true],
    [' ', '', false],
    ['F5', '', false],
    ['a', 'Ctrl', false],
    ['a', 'Meta', false],
    ['a', 'Alt', false],
    ['a', 'Ctrl+Alt', false],
  ] as const) {
    it(`${starts ? 'starts' : 'does not start'} the input of a cell: ${modifiers} ${key}`, () =>
      assert.equal(startsInput(press(key, modifiers)), starts));
  }

  for (const [key, modifiers, isInput] of [
    ['a', '', true],
    ['@', 'AltGr', true],
    ['z', 'Ctrl', true],
    ['s', 'Ctrl', false],
    ['q', 'Ctrl+Alt', false],
    ['ArrowUp', 'Alt', false],
    ['F1', '', false],
  ] as const) {
    it(`${isInput ? 'belongs' : 'does not belong'} to a text input: ${modifiers} ${key}`, () =>
      assert.equal(isInputKey(press(key, modifiers)), isInput));
  }
});
