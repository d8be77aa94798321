import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { defuse } from '../../../../src/ui/messages/plainText';
import { processorTime } from '../../processorTime';

const [zwnj, zwj] = ['\u200c', '\u200d'];

describe('zero-width joiners in names', () => {
  const kept: [what: string, text: string][] = [
    ['a family of emoji', '👨‍👩‍👧‍👦'],
    ['an emoji with a skin tone', '🧑🏽‍💻'],
    ['a flag with a selector', '🏳️‍🌈 🏴‍☠️'],
    ['a profession with hair', '👩🏼‍🦰 ❤️‍🔥 🏃‍➡️'],
    ['Persian', `خانه${zwnj}ها می${zwnj}خواهم`],
    ['Persian with marks', `خانهٔ${zwnj}ها`],
    ['Urdu and Syriac', `علی${zwj}م ܐܒ${zwnj}ܓ`],
    ['Hindi conjuncts', `क्${zwj}ष क्${zwnj}ष`],
    ['a half form at the end of a word', `क्${zwj} ක්${zwj}රි`],
    ['Bengali ra', `র${zwj}্যাব`],
    ['Malayalam', `ന്${zwj}`],
  ];
  for (const [what, text] of kept) it(`stay in ${what}`, () => assert.equal(defuse(text), text));

  const removed: [what: string, text: string, plain: string][] = [
    ['between Latin letters', `pay${zwj}pal g${zwnj}o`, 'paypal go'],
    ['between Chinese characters', `知${zwj}晓${zwnj}云`, '知晓云'],
    ['at the beginning and the end', `${zwj}👨${zwj}`, '👨'],
    ['beside spaces and digits', `1${zwj}2 ${zwnj} ه${zwnj} ها`, '12  ه ها'],
    ['where several are in a row', `خانه${zwnj}${zwnj}${zwj}ها`, `خانه${zwnj}ها`],
    ['a non-joiner between emoji', `👨${zwnj}👩`, '👨👩'],
    ['between two scripts', `a${zwnj}ها خانه${zwnj}b`, 'aها خانهb'],
    ['inside a link or an icon', `[a]${zwj}(command:x) $${zwnj}(key)`, '[a] (command:x) $ (key)'],
    ['beside a mark that reverses text', `ه${zwnj}\u202eها`, 'ه ها'],
  ];
  for (const [what, text, plain] of removed) {
    it(`are removed without a space ${what}`, () => {
      assert.equal(defuse(text), plain);
      assert.equal(defuse(plain), plain);
    });
  }

  it('take linear time with any number of marks', () => {
    const text = `क${'्'.repeat(200_000)}${zwj}${`ه${zwnj}`.repeat(100_000)}`;
    assert.ok(processorTime(() => void defuse(text), 2000) < 2000);
  });
});
