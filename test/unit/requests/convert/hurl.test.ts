import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { convertHurl } from '../../../../src/requests/convert/hurl';
import { parseDocument } from '../../../../src/requests/document/parse';

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
});
