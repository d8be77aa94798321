import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { fileName } from '../../../../src/ui/messages/fileName';

describe('the name of a file', () => {
  it('is one segment of a path on every system', () => {
    assert.equal(fileName('../a\\b:c*d?e"f<g>h|i\nj'), '.._a_b_c_d_e_f_g_h_i_j');
    assert.equal(fileName('商品 Products'), '商品 Products');
  });

  it('avoids the device names and endings that Windows reserves', () => {
    assert.deepEqual(['con', 'NUL.json', 'Com1', 'lpt9.a.b'].map(fileName), [
      'con_',
      'NUL_.json',
      'Com1_',
      'lpt9_.a.b',
    ]);
    assert.deepEqual(['console', 'common', 'com10'].map(fileName), ['console', 'common', 'com10']);
    assert.deepEqual(['end.', 'end..', '...'].map(fileName), ['end_', 'end._', '.._']);
  });

  it('fits with its extension into the limit of 255 bytes', () => {
    for (const letter of ['x', 'é', '商', '😀']) {
      assert.ok(Buffer.byteLength(`${fileName(letter.repeat(300))}.snapshots.json`) <= 255, letter);
    }
    assert.equal(fileName('商'.repeat(80)), '商'.repeat(80));
  });
});
