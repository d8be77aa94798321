import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { surplusDelimiter } from '../../../../src/requests/checks/compare';

describe('a quote or slash around an expected value', () => {
  it('is surplus if the comparison passes without it', () => {
    assert.equal(surplusDelimiter('Shop', '==', '"Shop"'), '"');
    assert.equal(surplusDelimiter('Shop', 'includes', "'ho'"), "'");
    assert.equal(surplusDelimiter(5, '==', '"5"'), '"');
    assert.equal(surplusDelimiter('Shop', 'matches', '/^S/'), '/');
  });

  it('is a part of the value in any other case', () => {
    assert.equal(surplusDelimiter('Shop', '==', '"Other"'), undefined);
    assert.equal(surplusDelimiter('Shop', '!=', '"Other"'), undefined);
    assert.equal(surplusDelimiter('Shop', '==', '"'), undefined);
    assert.equal(surplusDelimiter('Shop', 'matches', '/+/'), undefined);
    assert.equal(surplusDelimiter('Shop', 'matches', '"^S"'), undefined);
  });
});
