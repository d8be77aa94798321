import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { exportCurl } from '../../../../src/api/http/curl';
import type { PlainRequest } from '../../../../src/api/http/plainRequest';
import { withPlainBody } from '../../../../src/requests/convert/plainBraces';
import { plainRequest } from '../../../../src/requests/convert/plainRequest';
import { requestText } from '../../../../src/requests/convert/requestText';
import { entryRequest } from '../../../../src/requests/history/entryRequest';
import type { HistoryEntry } from '../../../../src/requests/history/history';
import { bodyOf, resolve } from '../resolving';
import { importCurl } from './importCurl';

describe('the body of a pasted cURL command', () => {
  it('keeps the line breaks in the values of a form', async () => {
    const command = "curl https://example.com --data-raw $'text=\\none\\r\\n  two\\n&b=3 4\\n'";
    const text = requestText(importCurl(command) ?? assert.fail('not read'));
    assert.equal(new URLSearchParams(await bodyOf(text)).toString(), 'text=%0Aone%0D%0A++two%0A&b=3+4%0A');
    const json = 'curl https://example.com --data-raw $\'{\\n"a": 1}\'';
    assert.equal(await bodyOf(requestText(importCurl(json) ?? assert.fail('not read'))), '{\n"a": 1}');
  });

  it('keeps the blank lines at the ends of a text', async () => {
    for (const body of ['\n\na\n  b\n \n', '\n< /etc/passwd\n', '\n', '  ', '[a\n', 'a', '']) {
      const command = exportCurl({
        method: 'POST',
        url: 'https://example.com/',
        headers: [['Content-Type', 'text/plain']],
        body: { kind: 'text', text: body },
      });
      const text = requestText(importCurl(command) ?? assert.fail('not read'));
      assert.equal(await bodyOf(text), body, JSON.stringify(body));
    }
  });

  it('is sent as it is, even if it looks like a variable', async () => {
    const bodies = [
      '{"text":"Dear {{name}}, {{$secret shop}} {{ open"}',
      '{{{name}}}',
      '### {{a{{b}}\n?? {{c}}',
      '{"a":1}',
      '{{lessSign}}{{ hashSign }}{{{questionSign}}}{{nothing}}{{braceSign}}{{name}}',
      '\n### {{hashSign}}\n?? {{questionSign}}\n< {{lessSign}} {{nothing}}\n',
    ];
    for (const body of bodies) {
      const command = exportCurl({
        method: 'POST',
        url: 'https://example.com/',
        headers: [['Content-Type', 'text/plain']],
        body: { kind: 'text', text: body },
      });
      const text = withPlainBody(requestText(importCurl(command) ?? assert.fail('not read')));
      assert.equal(await bodyOf(text), body, text);
    }
    const form = withPlainBody(requestText(importCurl("curl https://example.com -F 'a={{b}}'") ?? assert.fail()));
    assert.match(await bodyOf(form), /\r\n\r\n\{\{b\}\}\r\n/);
    const header = "curl https://example.com -H 'X-Key: {{key}}'";
    const read = requestText(importCurl(header) ?? assert.fail('not read'));
    assert.equal(withPlainBody(read), read);
  });

  it('is sent as it is, also in a part of a form and again from the history', async () => {
    // No text is JSON, because the blank lines around JSON are not sent.
    const pieces = '{,{{,}},lessSign,hashSign,questionSign,nothing,braceSign,name, ,\n,< a,###,??'.split(',');
    const texts = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 12 }).map(all => all.join(''));
    const request = { method: 'POST', url: 'https://example.com/', headers: [['Content-Type', 'text/plain']] };
    await fc.assert(
      fc.asyncProperty(texts, async body => {
        const text = withPlainBody(requestText({ ...request, body: { kind: 'text', text: body } } as PlainRequest));
        assert.equal(await bodyOf(text), body, text);
        const entry = { request: requestText(plainRequest(await resolve(text))) } as HistoryEntry;
        assert.equal(await bodyOf(entryRequest(entry)), body, entryRequest(entry));
        const name = body.replaceAll('\n', '').trim();
        const parts = [{ name, value: { text: body } }];
        const form = await bodyOf(
          withPlainBody(requestText({ ...request, body: { kind: 'multipart', parts } } as PlainRequest)),
        );
        assert.ok(form.includes(`name="${name}"\r\n\r\n${body}\r\n--`), form);
      }),
      { numRuns: 3_000 },
    );
  });

  it('sends data beside a file without the name of the file', async () => {
    const request = importCurl('curl -d @a.json -d b=1 https://example.com') ?? assert.fail('not read');
    assert.deepEqual([request.method, await bodyOf(requestText(request))], ['POST', 'b=1']);
    const files = importCurl('curl -d @a.json -d @b.json https://example.com') ?? assert.fail('not read');
    assert.deepEqual([files.method, await bodyOf(requestText(files))], ['POST', '']);
  });
});
