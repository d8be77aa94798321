import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { importCurl } from './importCurl';

describe('the arguments of a cURL command', () => {
  it('may have their values after an equals sign', () => {
    const command = `curl --request=PUT --header='A: b=c' --max-time=5 --data=--url=d --url=https://example.com/`;
    assert.deepEqual(importCurl(command), {
      method: 'PUT',
      url: 'https://example.com/',
      headers: [
        ['A', 'b=c'],
        ['Content-Type', 'application/x-www-form-urlencoded'],
      ],
      body: { kind: 'text', text: '--url=d' },
    });
  });

  it('may be a header without a name, which cURL does not send', () => {
    const request = importCurl(`curl -H ':authority: example.com' -H 'A: b' https://example.com/`);
    assert.deepEqual(request?.headers, [['A', 'b']]);
  });

  it('may name the user in the address, which becomes a header as with -u', () => {
    const read = (rest: string) => importCurl(`curl ${rest}`);
    const word = (user: string): [string, string] => ['Authorization', `Basic ${Buffer.from(user).toString('base64')}`];
    assert.deepEqual(
      [read('https://ann:p%40ss@example.com/a@b')?.url, read('https://ann:p%40ss@example.com/a@b')?.headers],
      ['https://example.com/a@b', [word('ann:p@ss')]],
    );
    assert.deepEqual(read('ann@example.com')?.headers, [word('ann:')]);
    assert.deepEqual(read('https://ann:%ff@example.com')?.headers, [word('ann:%ff')]);
    assert.deepEqual(read('-u bob:b https://ann:a@example.com')?.headers, [word('bob:b')]);
    assert.deepEqual(read(`-H 'authorization: x' https://ann:a@example.com`)?.headers, [['authorization', 'x']]);
    assert.equal(read('https://example.com/?a=b:c@d')?.url, 'https://example.com/?a=b:c@d');
  });
});
