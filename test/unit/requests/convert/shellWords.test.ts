import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { readCurl } from '../../../../src/requests/convert/importCurl';
import { withPlainBody } from '../../../../src/requests/convert/plainBraces';
import { requestText } from '../../../../src/requests/convert/requestText';
import { bodyOf, resolve } from '../resolving';
import { importCurl } from './importCurl';

describe('a cURL command between others of a shell', () => {
  const pipes = ['-I | jq .', '-I |jq', '-I > a 2>&1 | b', '-I && echo -X', '-I || exit 1', '-I ; b -X', '-I &'];
  for (const rest of [...pipes, '2>/dev/null -I', '> a.json -I', '>a 2>&1 -I', '&> a -I', '< b -I']) {
    it(`ignores pipes and redirections of a shell: ${rest}`, () => {
      assert.deepEqual(readCurl(`curl https://example.com ${rest}`), readCurl('curl https://example.com -I'));
    });
  }

  for (const rest of ['|jq .', '||echo', ';echo x', ' ;echo x', '&&echo', '& echo x', '>file', '>file 2>&1|jq']) {
    it(`ends a word of a command before an operator of a shell: ${rest}`, () => {
      const command = 'curl -I https://example.com/a';
      assert.deepEqual(readCurl(command + rest), readCurl(command));
    });
  }

  for (const address of ['/?a=1&b=2', '/<id>/a', '/<a>/<b>?c=1&d=<e>', "/'?a=1;b|c>d&&e'", '/\\;a\\|b\\>c']) {
    it(`keeps an address with signs that a shell would read: ${address}`, () => {
      const url = `https://example.com${address.replaceAll(/['\\]/g, '')}`;
      assert.equal(importCurl(`curl https://example.com${address} -s`)?.url, url);
    });
  }

  it('reports a command without an address, and reads the others', () => {
    const first = importCurl('curl https://example.com');
    const variables = new Set<string>();
    const read = { requests: [first], dropped: ['curl --version'], variables };
    assert.deepEqual(readCurl('curl https://example.com ; curl --version'), read);
    assert.deepEqual(readCurl('curl --version;curl https://example.com | jq .; echo'), read);
    assert.equal(readCurl('curl --version; curl -s'), 'noAddress');
    const secret = readCurl(
      'curl -u admin:pw -H "Authorization: Bearer abc" --oauth2-bearer=abc; curl https://example.com',
    );
    assert.deepEqual(secret, { requests: [first], dropped: ['curl -u -H --oauth2-bearer'], variables });
    const hyphened = readCurl('curl -sSu --admin-pw --oauth2-bearer --abc -o -def; curl https://example.com');
    assert.deepEqual(hyphened, { requests: [first], dropped: ['curl -s --oauth2-bearer -o'], variables });
  });

  for (const between of [' ;\n', ';', '&&', ' &\r\n', ' && ', ' | jq . ; ', '\n', '\r\n\r\n', '\n$ ', ' | jq .\n  ']) {
    it(`reads all commands of a shell: ${JSON.stringify(between)}`, () => {
      const all = ["curl 'https://example.com' -H 'A: ;'", 'curl -d "|" https://example.com --compressed'];
      assert.deepEqual(readCurl(all.join(between)), {
        requests: all.map(importCurl),
        dropped: [],
        variables: new Set(),
      });
    });
  }

  it('reads a line of a value as a part of it', () => {
    assert.deepEqual(importCurl("curl https://example.com -d 'a\ncurl b'")?.body, { kind: 'text', text: 'a\ncurl b' });
    assert.equal(importCurl('curl -o \\\n  curl https://example.com')?.url, 'https://example.com');
  });

  it('keeps the line breaks of a value for cmd', () => {
    for (const end of ['\n', '\r\n']) {
      const command = `curl ^"https://example.com^" ^${end}  --data-raw ^"a^${end}${end}b^"`;
      assert.deepEqual(importCurl(command)?.body, { kind: 'text', text: `a${end}b` });
    }
  });

  it('reads a variable of the shell as a variable of the document', async () => {
    const command = [
      'curl -X POST "$BASE_URL/items/${id}?q=$QUERY&$filter=1" -H "X-Key: $KEY" -H \'A: $KEY\'',
      '-d "{\\"name\\":\\"$NAME\\",\\"price\\":\\"\\$5\\",\\"text\\":\\"{{open}}\\"}"',
    ].join(' ');
    const read = readCurl(command);
    assert.ok(typeof read === 'object');
    const [request = assert.fail('no request')] = read.requests;
    assert.equal(request.url, '{{BASE_URL}}/items/{{id}}?q={{QUERY}}&$filter=1');
    assert.deepEqual(request.headers.slice(0, 2), [
      ['X-Key', '{{KEY}}'],
      ['A', '$KEY'],
    ]);
    const values = '@BASE_URL = https://example.com\n@id = 7\n@QUERY = a b\n@KEY = k\n@NAME = say "hi"\n';
    const text = values + withPlainBody(requestText(request), read.variables);
    assert.equal((await resolve(text)).url.href, 'https://example.com/items/7?q=a%20b&$filter=1');
    assert.equal(await bodyOf(text), String.raw`{"name":"say \"hi\"","price":"$5","text":"{{open}}"}`);
  });

  it('keeps a name with small letters, which may be a part of an address', () => {
    for (const name of ['$and', '$DBName', '$IDx', '$ABc']) {
      assert.equal(importCurl(`curl "https://example.com/?a=${name}"`)?.url, `https://example.com/?a=${name}`);
    }
  });

  it('reads an escaped backtick of a POSIX shell', () => {
    const request = importCurl('curl https://example.com -d "run \\`ls\\`" -H "A: 1" -H "B: 2"');
    assert.deepEqual(request?.body, { kind: 'text', text: 'run `ls`' });
    assert.deepEqual(request.headers.slice(0, 2), [
      ['A', '1'],
      ['B', '2'],
    ]);
  });

  it('encodes the value of a variable where cURL encodes it', () => {
    const read = readCurl('curl https://example.com --data-urlencode "q=a b $QUERY {{x}}" -u "$USER:$PASSWORD"');
    assert.ok(typeof read === 'object');
    assert.deepEqual(read.requests[0]?.body, { kind: 'text', text: 'q=a%20b%20{{QUERY}}%20%7B%7Bx%7D%7D' });
    assert.deepEqual(read.dropped, ['-u']);
  });
});
