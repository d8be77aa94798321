import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { resolve } from '../resolving';

describe('a bulk request', () => {
  it('affects all records of a table in the Open API when its condition excludes none', async () => {
    const records = '/oserve/v2.4/table/5/record/';
    const query = (text: string) => `?where=${encodeURIComponent(text)}`;
    const all = [
      `DELETE ${records}`,
      `DELETE ${records}?limit=1000`,
      `DELETE ${records}?where=`,
      `DELETE ${records}${query('{}')}`,
      `DELETE ${records}${query('{"$and":[]}')}`,
      `DELETE ${records}${query('{"$or":[{"id":{"$eq":"a"}},{}]}')}`,
      `DELETE ${records}${query('{"id"')}`,
      `DELETE ${records}${query('{"id":{"$eq":"a"}}')}&where={}`,
      `DELETE ${records}?Where={"id":{"$eq":"a"}}`,
      `POST ${records}\nX-HTTP-Method-Override: DELETE`,
      'PUT /oserve/v2.6/table/5/record/\n\n{"a":1}',
      'PUT /oserve/v2.2/table/5/record\n\n{"a":1}',
      'PUT /oserve/v2.6/miniapp/user_profile/\n\n{"a":1}',
    ];
    for (const text of all) assert.equal((await resolve(text)).risk, 'changesAll', text);
    const some = [
      `DELETE ${records}${query('{"id":{"$eq":"a"}}')}`,
      `DELETE ${records}${query('{"$and":[{},{"id":{"$eq":"a"}}]}')}`,
      `DELETE ${records}a/`,
      'PUT /oserve/v2.6/table/5/record/a/\n\n{"a":1}',
      'DELETE /hserve/v2.4/table/t/record/',
    ];
    for (const text of some) assert.equal((await resolve(text)).risk, 'writes', text);
    assert.equal((await resolve(`GET ${records}`)).risk, 'reads');
  });
});
