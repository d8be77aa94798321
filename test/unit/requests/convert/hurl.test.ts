import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { convertHurl } from '../../../../src/requests/convert/hurl';
import { parseDocument } from '../../../../src/requests/document/parse';
import { bodyOf } from '../resolving';

describe('converting a Hurl file', () => {
  it('leaves out the comments at the ends of lines, but no other number sign', () => {
    const { text, dropped } = convertHurl(
      [
        ...['# one # two', 'GET https://example.com/a#b # A comment.', 'Accept: text/html\t# "c"', 'X-A: a \\# b#c'],
        ...['[Query] # d', 'q: 1 # e', 'HTTP 200 # f', 'X-B: g # h', '[Asserts] # i', 'body == "j # k" # l'],
        'GET https://example.com/m # n',
      ].join('\n'),
    );
    assert.deepEqual(text.split('\n'), [
      ...['###', '# one # two', 'GET https://example.com/a#b?q=1', 'Accept: text/html', 'X-A: a # b#c', ''],
      ...['?? status == 200', '?? header X-B == g', '?? body == j # k', '', ''],
      ...['###', 'GET https://example.com/m', '', '', ''],
    ]);
    assert.deepEqual(dropped, []);
    const file = convertHurl('POST https://example.com/\nfile,a.json; # b\n').text;
    assert.equal(parseDocument(file).requests[0]?.body?.text, '< ./a.json');
  });

  it('keeps a request with a method that no request can have here', () => {
    const { text, dropped } = convertHurl('GET https://example.com/a\nPURGE https://example.com/b\nX-A: b\nHTTP 200\n');
    assert.deepEqual(
      parseDocument(text).requests.map(({ method, headers, checks }) => [method?.text, headers.length, checks.length]),
      [
        ['GET', 0, 0],
        ['PURGE', 1, 1],
      ],
    );
    assert.deepEqual(dropped, []);
  });

  it('sends a GraphQL query in a JSON object, as Hurl does', async () => {
    const query = 'query Get($id: ID) {\n  item(id: $id) { name }\n}';
    const source = (body: string) => `POST https://example.com/\n\`\`\`graphql\n${body}\n\`\`\`\nHTTP 200\n`;
    assert.deepEqual(JSON.parse(await bodyOf(convertHurl(source(query)).text)), { query });
    const withVariables = convertHurl(source(`${query}\n\nvariables {\n  "id": 5\n}`));
    assert.deepEqual(JSON.parse(await bodyOf(withVariables.text)), { query, variables: { id: 5 } });
    assert.deepEqual(withVariables.dropped, []);
  });

  it('keeps all lines of an XML body', async () => {
    const body = '<?xml version="1.0"?>\n<!-- one -->\n<a\n  b="c">\n  <d/>\n\n  GET it\n  <e>[{</e>\n</a>';
    const source = (more: string) => `POST https://example.com/\nContent-Type: application/xml\n${body}\n${more}`;
    for (const more of ['HTTP 200', '\nGET https://example.com/next\n']) {
      const { text, dropped } = convertHurl(source(more));
      assert.deepEqual(dropped, []);
      const [request, ...others] = parseDocument(text).requests;
      assert.equal(request?.body?.text, body, text);
      assert.equal(request.checks.length + others.length, 1, text);
    }
    assert.equal(await bodyOf(convertHurl(source('HTTP 200')).text), body);
  });
});
