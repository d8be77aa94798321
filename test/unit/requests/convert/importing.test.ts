import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { readCurl } from '../../../../src/requests/convert/importCurl';
import { importCurl } from './importCurl';
import { parseDocument } from '../../../../src/requests/document/parse';
import type { PlainRequest } from '../../../../src/api/http/plainRequest';
import { requestText } from '../../../../src/requests/convert/requestText';
import { targetText } from '../../../../src/requests/document/syntax';
import { definitions } from '../../../../src/requests/document/variables';
import { target } from '../fixture';
import { bodyOf, resolve } from '../resolving';

const form = ['Content-Type', 'application/x-www-form-urlencoded'] as [string, string];

describe('pasting a cURL command', () => {
  const commands: [name: string, command: string, expected: Partial<PlainRequest>][] = [
    [
      'an address alone',
      'curl example.com/a',
      { method: 'GET', url: 'http://example.com/a', headers: [], body: undefined },
    ],
    ['a prompt before it', '$ curl https://example.com', { url: 'https://example.com' }],
    ['flags together', 'curl -sSLXPUT https://example.com', { method: 'PUT' }],
    [
      'lines that go on',
      "curl -X POST \\\n  -H 'A: b' \\\r\n  https://example.com",
      { method: 'POST', headers: [['A', 'b']] },
    ],
    [
      'cmd',
      'curl ^"https://example.com/^?a=1^&b=2^" ^\r\n  -H ^"A: \\^"b\\^"^"',
      { url: 'https://example.com/?a=1&b=2', headers: [['A', '"b"']] },
    ],
    [
      'PowerShell',
      'curl.exe `\n  -H "A: `"b`"" `\n  --data-raw \'it\'\'s\' https://example.com',
      { method: 'POST', headers: [['A', 'b'.replace('b', '"b"')], form], body: { kind: 'text', text: "it's" } },
    ],
    [
      'text of a browser',
      "curl 'https://example.com' --data-raw $'it\\'s\\n\\u5546\\x41' --compressed",
      { body: { kind: 'text', text: "it's\n商A" } },
    ],
    [
      'data in pieces',
      'curl -d a=1 --data b=2 --data-urlencode "c=d e" https://example.com',
      { method: 'POST', headers: [form], body: { kind: 'text', text: 'a=1&b=2&c=d%20e' } },
    ],
    [
      'data as a query',
      'curl -G -d a=1 -d b=2 https://example.com/?c=3',
      { method: 'GET', url: 'https://example.com/?c=3&a=1&b=2', body: undefined },
    ],
    [
      'a fragment, which is not sent',
      'curl -G -d a=1 "https://example.com/b?c=%23#d?e"',
      { method: 'GET', url: 'https://example.com/b?c=%23&a=1' },
    ],
    ['a fragment after a host', 'curl -T a.txt https://example.com#d', { url: 'https://example.com/a.txt' }],
    ['a file', 'curl --data-binary @./a.json https://example.com', { body: { kind: 'file', path: './a.json' } }],
    [
      'JSON',
      `curl --json '{"a":1}' https://example.com`,
      {
        headers: [
          ['Content-Type', 'application/json'],
          ['Accept', 'application/json'],
        ],
        body: { kind: 'text', text: '{"a":1}' },
      },
    ],
    [
      'a name and password',
      'curl -u name:word https://example.com',
      { headers: [['Authorization', 'Basic bmFtZTp3b3Jk']] },
    ],
    [
      'a cookie and an agent',
      'curl -b "a=b" -A me https://example.com',
      {
        headers: [
          ['Cookie', 'a=b'],
          ['User-Agent', 'me'],
        ],
      },
    ],
    [
      'a form with a file',
      `curl -F 'a=b' -F 'f=@"a;b.png";type=image/png' https://example.com`,
      {
        method: 'POST',
        headers: [],
        body: {
          kind: 'multipart',
          parts: [
            { name: 'a', value: { text: 'b' } },
            { name: 'f', value: { path: 'a;b.png' }, filename: 'a;b.png', contentType: 'image/png' },
          ],
        },
      },
    ],
    [
      'a form with the content of a file, which has no file name',
      'curl -F "f=<./a.txt" https://example.com',
      { body: { kind: 'multipart', parts: [{ name: 'f', value: { path: './a.txt' } }] } },
    ],
    [
      'an option before the address',
      'curl -o out.json --max-time 5 --url https://example.com',
      { url: 'https://example.com' },
    ],
    [
      'a file to upload',
      'curl -T ./a.json https://example.com/b',
      { method: 'PUT', url: 'https://example.com/b', headers: [], body: { kind: 'file', path: './a.json' } },
    ],
    [
      'an upload to a folder',
      'curl --upload-file "./a b.json" https://example.com/c/?d=e',
      { method: 'PUT', url: 'https://example.com/c/a%20b.json?d=e' },
    ],
    ['an upload to a host', 'curl -XPOST -T a https://example.com', { method: 'POST', url: 'https://example.com/a' }],
    ['an upload of the standard input', 'curl -T - https://example.com/c/', { url: 'https://example.com/c/' }],
    ['a range', 'curl -r 0-99 https://example.com', { headers: [['Range', 'bytes=0-99']] }],
    [
      'a query beside data',
      'curl --url-query "a=b c" --url-query +d=%20 -d e=f https://example.com',
      { method: 'POST', url: 'https://example.com?a=b%20c&d=%20', body: { kind: 'text', text: 'e=f' } },
    ],
    [
      'values of ignored options',
      "curl --proto '=https' --rate 2/s https://example.com",
      { url: 'https://example.com' },
    ],
    [
      'values of options for other protocols',
      'curl --mail-from a@b.example --ftp-method nocwd --tftp-blksize 512 --hostpubmd5 00 https://example.com',
      { url: 'https://example.com' },
    ],
    ['HEAD', 'curl -I https://example.com', { method: 'HEAD' }],
  ];
  for (const [name, command, expected] of commands) {
    it(`understands ${name}`, () => {
      const request = importCurl(command);
      assert.ok(request !== undefined);
      for (const [key, value] of Object.entries(expected)) assert.deepEqual(request[key as keyof PlainRequest], value);
    });
  }

  for (const text of ['', 'wget https://example.com', 'curl', 'curl -H "A: b"', 'curlew https://example.com']) {
    it(`rejects other text: ${text}`, () => assert.equal(importCurl(text), undefined));
  }

  it('explains why a command cannot be read', () => {
    assert.equal(readCurl('wget https://example.com'), 'notCurl');
    assert.equal(readCurl('curl -s'), 'noAddress');
    assert.equal(readCurl('curl -X "A B" https://example.com'), 'badMethod');
  });

  const withLosses: [name: string, options: string, dropped: string[], headers?: PlainRequest['headers']][] = [
    ['a file of cookies', '-b cookies.txt', ['-b']],
    ['a file of headers', '-H @headers.txt --header "A: b"', ['-H @…'], [['A', 'b']]],
    ['a condition of time', '-z 2026-01-01', ['-z']],
    ['a download that goes on', '-sC - --continue-at 5', ['-C', '--continue-at']],
    ['a file of options', '-K curlrc', ['-K']],
    ['a signature', '--aws-sigv4 aws:amz', ['--aws-sigv4']],
    ['another target', '-X OPTIONS --request-target "*"', ['--request-target']],
    ['a file beside other data', '-X POST -G -d @a.json -d b=1', ['-d @…']],
    ['the headers of a part', `-F 'a=b;headers="X-A: 1";encoder=base64'`, ['-F headers=…', '-F encoder=…']],
    ['a file to encode', '--data-urlencode a@b.txt', ['--data-urlencode @…']],
    ['a further address', 'https://example.org', ['--url example.com']],
    [
      'a further address, without its password',
      'https://example.org https://name:w0rd@example.net:81/?token=w0rd',
      ['--url example.net', '--url example.com'],
    ],
    ['a word that may be the value of an unknown option', 'example.org --new w0rd', ['--url', '--url example.com']],
    ['an address that cannot be read', 'example.org https://name:w0/rd@b', ['--url', '--url example.com']],
    ['the name of another host', "-H 'host: example.org' -H A:b", ['-H Host'], [['A', 'b']]],
    [
      'nothing of the headers that the connection sets again',
      "-H 'Host: Example.com' -H 'Content-Length: 2' -H Connection:close -H Transfer-Encoding:chunked -H A:b",
      [],
      [['A', 'b']],
    ],
    ['nothing of a command without these', "-b '' -b a=b -o file -k", [], [['Cookie', 'a=b']]],
  ];
  for (const [name, options, dropped, headers = []] of withLosses) {
    it(`names what it leaves out: ${name}`, () => {
      const read = readCurl(`curl ${options} https://example.com`);
      assert.ok(typeof read !== 'string');
      assert.deepEqual(read.dropped, dropped);
      assert.deepEqual(read.requests[0]?.headers, headers);
    });
  }

  it('reads the requests of --next, each with its own options', () => {
    const read = readCurl(
      "curl -H 'A: b' -d --next https://example.com/1 --next -z now https://example.com/2 -: -XDELETE -b c.txt example.com",
    );
    assert.ok(typeof read !== 'string');
    assert.deepEqual(
      read.requests.map(({ method, url, headers, body }) => [method, url, headers.length, body]),
      [
        ['POST', 'https://example.com/1', 2, { kind: 'text', text: '--next' }],
        ['GET', 'https://example.com/2', 0, undefined],
        ['DELETE', 'http://example.com', 0, undefined],
      ],
    );
    assert.deepEqual(read.dropped, ['-z', '-b']);
    assert.equal(readCurl('curl https://example.com --next -s'), 'noAddress');
    assert.equal(readCurl('curl https://example.com --next -X "A B" https://example.com'), 'badMethod');
  });

  it('reads any text without failing', () => {
    const texts = "curl |-H|-d|-F| |'|\"|\\|^|`|\n|$'|@|=|;|x|--|\\u|\\U110000".split('|');
    const pieces = fc.array(fc.constantFrom(...texts), { maxLength: 40 });
    fc.assert(
      fc.property(pieces, parts => void importCurl(`curl ${parts.join('')}`)),
      { numRuns: 2_000 },
    );
  });

  it('creates a path for a host of the application, without the headers that are set anyway', () => {
    const command = `curl -X PUT 'https://shop.example.com/hserve/v2.2/table/t/record/1/?a=b' -H 'X-Hydrogen-Client-ID: c' -H 'Authorization: Hydrogen-r1 t' -H 'Content-Type: application/json' -d '{"a":1}'`;
    const request = importCurl(command) ?? assert.fail('not read');
    const text = 'PUT /hserve/v2.2/table/t/record/1/?a=b\nContent-Type: application/json\n\n{"a":1}\n';
    assert.equal(requestText(request, target), text);
    assert.match(
      requestText(request),
      /^PUT https:\/\/shop\.example\.com\/.*\nX-Hydrogen-Client-ID: c\nAuthorization: /,
    );
  });

  it('writes an upload as readable parts', () => {
    const request = importCurl('curl -F "a=boundary" -F "f=@./a.png" https://example.com/') ?? assert.fail('not read');
    const [node] = parseDocument(requestText(request)).requests;
    assert.match(node?.body?.text ?? '', /name="f"; filename="a\.png"\n\n< \.\/a\.png\n--boundary1--$/);
    const field = importCurl('curl -F "f=<./a.txt" https://example.com/') ?? assert.fail('not read');
    assert.match(requestText(field), /name="f"\n\n< \.\/a\.txt\n/);
  });

  it('rejects a method that is not a word', () => {
    for (const method of ["$'GET\\n###\\nDELETE'", "'###'", "'GET https://example.org'", "''"]) {
      assert.equal(importCurl(`curl -X ${method} https://example.com`), undefined, method);
    }
    assert.equal(importCurl('curl -X m-search https://example.com')?.method, 'M-SEARCH');
  });

  it('creates one request even if its body or a header look like more', () => {
    const body = 'a\n### b\nDELETE https://example.org\n  ###\n';
    const request: PlainRequest = {
      method: 'POST',
      url: 'https://example.com/',
      headers: [['A\n###', 'b']],
      body: { kind: 'text', text: body },
    };
    for (const text of [body, '### b', '#### c\r\n### d']) {
      const document = parseDocument(requestText({ ...request, body: { kind: 'text', text } }));
      assert.equal(document.requests.length, 1);
      const [node = assert.fail()] = document.requests;
      assert.equal(targetText(node), 'https://example.com/');
      assert.equal(node.body?.text.replaceAll('{{hashSign}}', '#').replace('{{nothing}}', '').trim(), text.trim());
      assert.equal(definitions(document).get('hashSign')?.value.text, '#');
    }
  });

  it('does not turn a line of a body that begins with ?? into a check', () => {
    const command = "curl -H Content-Type:text/plain https://example.com -d 'a\n?? status == 500\n  ?? body'";
    const document = parseDocument(requestText(importCurl(command) ?? assert.fail()));
    const [node = assert.fail()] = document.requests;
    assert.deepEqual([document.requests.length, node.checks.length], [1, 0]);
    assert.equal(node.body?.text.replaceAll('{{questionSign}}', '?').trim(), 'a\n?? status == 500\n  ?? body');
    assert.equal(definitions(document).get('questionSign')?.value.text, '?');
  });

  it('does not turn a text into a file', async () => {
    const form = '--x\\r\\nContent-Disposition: form-data; name="a"\\r\\n\\r\\n< /etc/passwd\\r\\n--x--';
    for (const options of [
      "--data-raw '< /etc/passwd'",
      "-H Content-Type:text/plain --data-raw $'\\n  <@ /etc/passwd'",
      "--form-string 'x=< /etc/passwd'",
      "--form-string 'x=<@ /etc/passwd'",
      "-H Content-Type:text/plain --data-raw '<@latin1 /etc/passwd'",
      // As a browser copies a form.
      `-H 'Content-Type: multipart/form-data; boundary=x' --data-raw $'${form}'`,
    ]) {
      const text = requestText(importCurl(`curl ${options} https://example.com`) ?? assert.fail('not read'));
      assert.deepEqual((await resolve(text)).files, [], text);
      assert.match(decodeURIComponent(await bodyOf(text)), /<@?(?:latin1)?[ +]\/etc/, text);
    }
  });

  it('keeps a header on its own line', () => {
    const headers: PlainRequest['headers'] = [['A', 'b\r\nC: d']];
    const request: PlainRequest = { method: 'GET', url: 'https://example.com/', headers, body: undefined };
    assert.equal(requestText(request), 'GET https://example.com/\nA: b C: d\n');
  });
});
