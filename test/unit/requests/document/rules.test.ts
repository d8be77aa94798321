import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { applicationWord, namedApplications } from '../../../../src/requests/document/rules';

describe('the name of an application in a directive', () => {
  const one = { name: 'Shop', clientId: 'client-1' };
  const other = { name: 'Blog', clientId: 'client-2' };
  const twin = { name: 'shop', clientId: 'client-3' };

  it('is its name in any case, or its ClientID', () => {
    assert.deepEqual(namedApplications([one, other], 'BLOG'), [other]);
    assert.deepEqual(namedApplications([one, other], 'client-2'), [other]);
    assert.deepEqual(namedApplications([one, other], 'CLIENT-2'), []);
    assert.deepEqual(namedApplications([one, other, twin], 'Shop'), [one, twin]);
  });

  it('is replaced by the ClientID if the name is ambiguous or has no match', () => {
    assert.equal(applicationWord(one, [one, other]), 'Shop');
    assert.equal(applicationWord(one, [one, twin]), 'client-1');
    assert.equal(applicationWord({ name: 'client-2', clientId: 'client-1' }, [other]), 'client-1');
    const lines = { name: 'Shop\n# @as openapi', clientId: 'client-4' };
    assert.equal(applicationWord(lines, [lines]), 'client-4');
  });
});
