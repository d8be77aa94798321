import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { Secret } from '../../../../src/api/secret';
import { exportCurl, exportCurlCmd, exportCurlPowerShell, quote } from '../../../../src/api/http/curl';
import { exportFetch, exportUndici } from '../../../../src/requests/convert/javascript';
import { exportPython } from '../../../../src/requests/convert/python';
import { exportSdk } from '../../../../src/requests/convert/sdk';
import { importCurl } from './importCurl';
import type { PlainBody, PlainRequest } from '../../../../src/api/http/plainRequest';
import { plainRequest } from '../../../../src/requests/convert/plainRequest';
import { resolve } from '../resolving';
import { cmdArguments, optionsText, optionWords } from '../shells';
import { useServer } from '../server';

const execute = promisify(execFile);

const word = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_'), minLength: 1, maxLength: 8 }).map(text => `x${text}`);
const anyText = fc
  .oneof(
    fc.string({ unit: 'grapheme' }),
    fc
      .array(
        fc.oneof(
          fc.constantFrom(...'\'"\\$`\n !^%;=@&|<>()商💡\t'),
          fc.constantFrom('%PATH%', '%PATH:a=b%', "\n'@\n", '\n’@ | calc', '& calc', '%1', '$(calc)', 'path'),
        ),
        { maxLength: 12 },
      )
      .map(parts => parts.join('')),
  )
  .map(text => text.replaceAll('\0', '').replaceAll('\r', ''));
const headerValue = anyText.map(text => text.replace(/[^\x20-\x7e]/g, '').trim());
const path = word.map(name => `./${name}.bin`);
const part = fc
  .record(
    {
      name: word,
      value: fc.oneof(
        anyText.map(text => ({ text })),
        path.map(file => ({ path: file })),
      ),
      filename: word.map(name => `${name}.txt`),
      contentType: fc.constantFrom('text/plain', 'image/png'),
    },
    { requiredKeys: ['name', 'value'], noNullPrototype: true },
  )
  .map(one => ({ ...one }));
const body: fc.Arbitrary<PlainBody | undefined> = fc.oneof(
  fc.constant(undefined),
  anyText.map(text => ({ kind: 'text' as const, text })),
  path.map(file => ({ kind: 'file' as const, path: file })),
  fc.array(part, { minLength: 1, maxLength: 3 }).map(parts => ({ kind: 'multipart' as const, parts })),
);
const plain: fc.Arbitrary<PlainRequest> = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'),
    url: fc.tuple(word, fc.webQueryParameters()).map(([name, query]) => `https://example.com/${name}/?${query}`),
    headers: fc.array(fc.tuple(word, headerValue), { maxLength: 3 }),
    type: fc.option(fc.constantFrom('application/json', 'text/plain'), { nil: undefined }),
    body,
  })
  .map(({ type, ...request }) => ({
    ...request,
    headers:
      type === undefined || request.body?.kind === 'multipart'
        ? request.headers
        : [...request.headers, ['Content-Type', type]],
  }));

describe('an exported request', () => {
  it('names only files of the request', () => {
    const name = 'x=@/etc/passwd;a';
    const parts = [
      { name, value: { text: 'a' }, contentType: 'text/plain' },
      { name, value: { text: 'b' } },
      { name: 'y', value: { path: './a.txt' }, contentType: 'text/plain,/etc/passwd' },
    ];
    const command = exportCurl({
      method: 'POST',
      url: 'https://example.com/',
      headers: [],
      body: { kind: 'multipart', parts },
    });
    assert.equal(command.includes('=@/'), false, command);
    assert.equal(command.includes(',/'), false, command);
  });

  const server = useServer();

  it('is the same request after it is read back from cURL', () => {
    fc.assert(
      fc.property(plain, request => {
        assert.deepEqual(importCurl(exportCurl(request)), request);
      }),
      { numRuns: 3_000 },
    );
  });

  it('runs nothing else as cURL for cmd, and is the same request', () => {
    fc.assert(
      fc.property(plain, request => {
        const words = cmdArguments(exportCurlCmd(request) ?? assert.fail());
        assert.deepEqual(importCurl(words.map(quote).join(' ')), request);
      }),
      { numRuns: 3_000 },
    );
  });

  it('is no command for cmd if that would lose line breaks that have a meaning', () => {
    const request = (body: PlainBody): PlainRequest => ({
      method: 'POST',
      url: 'https://a.example/',
      headers: [],
      body,
    });
    const part = { name: 'a', value: { text: 'b\r\nc' } };
    assert.equal(exportCurlCmd(request({ kind: 'text', text: 'a\r\nb' })), undefined);
    assert.equal(exportCurlCmd(request({ kind: 'multipart', parts: [part] })), undefined);
    assert.match(exportCurlCmd(request({ kind: 'text', text: '{"a":\r\n1}' })) ?? '', /^curl /);
  });

  it('runs nothing else as cURL for PowerShell, and is the same request', () => {
    fc.assert(
      fc.property(plain, request => {
        const words = ['curl', ...optionWords(optionsText(exportCurlPowerShell(request)))];
        assert.deepEqual(importCurl(words.map(quote).join(' ')), request);
      }),
      { numRuns: 3_000 },
    );
  });

  const sent: [name: string, command: (request: PlainRequest) => [program: string, args: string[]]][] = [
    ['cURL', request => ['sh', ['-c', `${exportCurl(request)} -sS`]]],
    [
      'cURL for cmd',
      request => [
        'sh',
        [
          '-c',
          `${cmdArguments(exportCurlCmd(request) ?? assert.fail())
            .map(quote)
            .join(' ')} -sS`,
        ],
      ],
    ],
    [
      'cURL for PowerShell',
      request => ['sh', ['-c', `printf %s ${quote(optionsText(exportCurlPowerShell(request)))} | curl -sS --config -`]],
    ],
    ['fetch', request => ['node', ['--input-type=module', '-e', exportFetch(request)]]],
    ['undici', request => ['node', ['--input-type=module', '-e', exportUndici(request)]]],
  ];
  for (const [name, command] of sent) {
    it(`sends the same as ${name}`, async () => {
      const text = `{"a": "it's \\"$HOME\\" \`x\` %41 商"}\n`;
      const request: PlainRequest = {
        method: 'PUT',
        url: `${server.origin}/a/?where=%7B%22a%22%3A1%7D&b=[1]`,
        headers: [
          ['X-One', `it's "$HOME"`],
          ['Content-Type', 'application/json'],
        ],
        body: { kind: 'text', text },
      };
      const [program, args] = command(request);
      await execute(program, args, { cwd: process.cwd() });
      const [received] = server.received;
      assert.equal(received?.method, 'PUT');
      assert.equal(received.url, '/a/?where=%7B%22a%22%3A1%7D&b=[1]');
      assert.equal(received.headers['x-one'], `it's "$HOME"`);
      assert.equal(received.headers['content-type'], 'application/json');
      assert.equal(received.body, text);
    });

    it(`uploads a file as ${name}`, async () => {
      const parts = [
        { name: 'field', value: { text: '@not;a=file' } },
        { name: 'file', value: { path: 'docs/examples/hello.txt' }, filename: 'hello.txt', contentType: 'text/plain' },
        { name: 'content', value: { path: 'docs/examples/hello.txt' } },
      ];
      const request: PlainRequest = {
        method: 'POST',
        url: `${server.origin}/`,
        headers: [],
        body: { kind: 'multipart', parts },
      };
      const [program, args] = command(request);
      await execute(program, args, { cwd: process.cwd() });
      const received = server.received[0] ?? assert.fail('nothing was sent');
      assert.match(received.headers['content-type'] ?? '', /^multipart\/form-data; ?boundary=/);
      const form = await new Response(received.body, {
        headers: { 'Content-Type': received.headers['content-type'] ?? '' },
      }).formData();
      assert.equal(form.get('field'), '@not;a=file');
      const file = form.get('file');
      assert.ok(typeof file === 'object' && file !== null && file.name === 'hello.txt');
      assert.equal(await file.text(), 'Hello from a request document.\n');
      // JavaScript's FormData changes the line breaks of a field.
      assert.match(form.get('content') as string, /^Hello from a request document\.\r?\n$/);
    });
  }

  it('uploads a part of a document with its file name, quoted or not', async () => {
    const exported = async (parameters: string) => {
      const part = `--b\nContent-Disposition: form-data; ${parameters}\n\n< ./a.txt\n--b--\n`;
      return exportCurl(
        plainRequest(await resolve(`POST /a/\nContent-Type: multipart/form-data; boundary=b\n\n${part}`)),
      );
    };
    for (const filename of ['"a.txt"', 'a.txt'])
      assert.match(await exported(`name=f; filename=${filename}`), /-F 'f=@"?\.\/a\.txt"?;filename="?a\.txt"?'/);
    assert.match(await exported('name="f; filename=a.txt"'), /=<"?\.\/a\.txt"?'/);
  });

  it('has every kind of body as Python', () => {
    const base = {
      method: 'POST',
      url: 'https://example.com/',
      headers: [
        ['A', 'b'],
        ['a', 'c'],
      ] as [string, string][],
    };
    const python = exportPython({ ...base, body: { kind: 'text', text: '商"\n' } });
    assert.match(python, /"A": "b, c",/);
    assert.match(python, /data="商\\"\\n"\.encode\(\),/);
    assert.match(exportPython({ ...base, body: { kind: 'file', path: './a' } }), /data=open\("\.\/a", "rb"\)/);
    const parts = [
      { name: 'a', value: { text: 'b' } },
      { name: 'f', value: { path: './d/e.txt' }, filename: 'e.txt' },
      { name: 'g', value: { path: './g.txt' } },
    ];
    const files = exportPython({ ...base, body: { kind: 'multipart', parts } });
    assert.match(files, /\("a", \(None, "b"\)\),/);
    assert.match(files, /\("f", \("e\.txt", open\("\.\/d\/e\.txt", "rb"\)\)\),/);
    assert.match(files, /\("g", \(None, open\("\.\/g\.txt", "rb"\)\)\),/);
  });

  const calls: [text: string, expected: string | undefined][] = [
    ['GET /hserve/v1/content/category/?content_group_id=42', 'new BaaS.ContentGroup("42").getCategoryList()'],
    [
      'GET /hserve/v2.2/table/product/record/?limit=5&order_by=-price',
      'new BaaS.TableObject("product").limit(5).orderBy(["-price"]).find()',
    ],
    ['DELETE /hserve/v2.2/table/product/record/7/', 'new BaaS.TableObject("product").delete("7")'],
    [
      'POST /hserve/v2.2/table/product/record/\n\n{"a": 1}',
      'new BaaS.TableObject("product").create().set({"a":1}).save()',
    ],
    ['GET /hserve/v2.2/server/time/', 'BaaS.getServerDate()'],
    ['POST /hserve/v1/cloud-function/job/\n\n{"function_name": "f"}', 'BaaS.invoke("f", {}, true)'],
    // The SDK's short form has no condition.
    ['GET /hserve/v2.2/table/product/record/?where={"a":1}', undefined],
    ['POST /hserve/v2.2/table/product/record/?enable_trigger=0\n\n{"a": 1}', undefined],
    ['DELETE /hserve/v2.2/table/product/record/7/?enable_trigger=0', undefined],
    ['GET /hserve/v2.2/table/product/record/7/?keys=name', undefined],
    ['GET /hserve/v1/content/category/?content_group_id=42&offset=20', undefined],
    ['GET /oserve/v2.2/server/time/', undefined],
    ['GET https://other.example.com/a', undefined],
  ];
  for (const [text, expected] of calls) {
    it(`is a call of the SDK: ${text.replaceAll('\n', ' ')}`, async () => {
      const code = exportSdk(plainRequest(await resolve(text)));
      assert.equal(code, expected && `const response = await ${expected};\nconsole.log(response);\n`);
    });
  }

  it('contains no secret', async () => {
    const text = 'POST /oserve/v2.6/table/1/record/\nX-A: {{$secret a}}\n\n{"a": "{{$secret a}}"}';
    const request = await resolve(text, { secret: async () => new Secret('shop-secret') });
    for (const write of [exportCurl, exportCurlPowerShell, exportFetch, exportUndici, exportPython]) {
      const safe = write(plainRequest(request));
      assert.ok(safe.includes('Bearer <ACCESS_TOKEN>') && safe.includes('<SECRET>'));
      assert.ok(!safe.includes('shop-secret') && !safe.includes('access-token'));
    }
    const user = plainRequest(await resolve('GET /hserve/v2.0/idp/pay/order/'));
    assert.ok(exportCurl(user).includes('Hydrogen-r1 <USER_ACCESS_TOKEN>'));
    assert.ok(exportCurl(user).includes('X-Hydrogen-Client-ID: <CLIENT_ID>'));
  });
});
