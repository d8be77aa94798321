import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { readCurl } from '../../../../src/requests/convert/importCurl';
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

  it('may have octal bytes, or half a character', () => {
    const body = (rest: string) => importCurl(`curl https://example.com ${rest}`)?.body;
    assert.deepEqual(body("--data-raw $'a\\1012\\303\\251\\0z'"), { kind: 'text', text: 'aA2é\0z' });
    assert.deepEqual(body('--data-urlencode "a=\ud83d"'), { kind: 'text', text: 'a=%EF%BF%BD' });
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

  const headersOf = (options: string) => importCurl(`curl ${options} https://example.com`)?.headers;

  it('may set a header several times: cookies are joined, of others the last counts, and -H before all', () => {
    assert.deepEqual(headersOf('-b a=1 --cookie b=2'), [['Cookie', 'a=1;b=2']]);
    assert.deepEqual(headersOf('-A x -A y -e r -e s -r 0-1 -r 2-3'), [
      ['User-Agent', 'y'],
      ['Referer', 's'],
      ['Range', 'bytes=2-3'],
    ]);
    assert.deepEqual(headersOf("-A x -b a=1 -H 'user-agent: y' -H 'Cookie: c=3' -u a:b -H 'Authorization: z'"), [
      ['user-agent', 'y'],
      ['Cookie', 'c=3'],
      ['Authorization', 'z'],
    ]);
    assert.deepEqual(headersOf('-u a:b -u c:d'), [['Authorization', 'Basic Yzpk']]);
    assert.deepEqual(headersOf('-u a:b --oauth2-bearer t'), [['Authorization', 'Bearer t']]);
  });

  it('may be empty, which sends no header', () => {
    assert.deepEqual(headersOf(`-A '' -e "" -A x -A ''`), []);
    assert.deepEqual(headersOf(`-e 'http://r/;auto' -u ann`), [
      ['Referer', 'http://r/'],
      ['Authorization', 'Basic YW5uOg=='],
    ]);
  });

  it('may choose another authentication, which is named, and then no password is sent as Basic', () => {
    for (const option of ['--digest', '--ntlm', '--negotiate', '--anyauth']) {
      const read = readCurl(`curl ${option} -u a:b https://example.com`);
      assert.ok(typeof read !== 'string');
      assert.deepEqual([read.dropped, read.requests[0]?.headers], [[option], []]);
    }
    assert.deepEqual(headersOf('--digest --basic -u a:b'), [['Authorization', 'Basic YTpi']]);
  });

  it('may name a file without whose line breaks cURL sends it', () => {
    const isChanged = (options: string) => {
      const read = readCurl(`curl ${options} https://example.com`);
      return typeof read !== 'string' && read.keepsLineBreaks === true;
    };
    assert.deepEqual(['-d @a', '--data-ascii @a'].map(isChanged), [true, true]);
    const unchanged = ['--data-binary @a', '--json @a', '-d a', `-d @a -H 'Content-Type: application/json'`];
    assert.deepEqual(unchanged.map(isChanged), [false, false, false, false]);
  });
});
