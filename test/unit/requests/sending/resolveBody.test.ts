import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { requestText } from '../../../../src/requests/convert/requestText';
import { formatDocument } from '../../../../src/requests/document/format';
import { encodeBody } from '../../../../src/requests/sending/resolvedRequest';
import { importCurl } from '../convert/importCurl';
import { bodyOf, headersOf, resolve } from '../resolving';

describe('values stay values', () => {
  const environmentVariables = { v: 'a"b\\c\n&d=é#?/../%41' };

  it('inside a query', async () => {
    const { url } = await resolve('GET /hserve/v1/content/category/?content_group_id={{v}}&limit=1', {
      environmentVariables,
    });
    assert.deepEqual(
      [...url.searchParams],
      [
        ['content_group_id', environmentVariables.v],
        ['limit', '1'],
      ],
    );
  });

  it('inside JSON in an encoded query', async () => {
    const { url } = await resolve('GET /hserve/v2.2/table/t/record/?where={"a": {"$eq": "x#é%20"}}&limit=1');
    assert.equal(url.searchParams.get('where'), '{"a": {"$eq": "x#é "}}');
    assert.equal(url.hash, '');
  });

  it('inside a path', async () => {
    const { url } = await resolve('GET /hserve/v2.2/table/{{t}}/record/', {
      environmentVariables: { t: 'a b?c#d%2e' },
    });
    assert.equal(url.pathname, '/hserve/v2.2/table/a%20b%3Fc%23d%252e/record/');
  });

  it('inside JSON', async () => {
    const text = 'POST /hserve/v2.2/table/t/record/\n\n{"a": "<{{v}}>", "b": {{n}}, "c": "{{n}}"}';
    const body = await bodyOf(text, { environmentVariables: { ...environmentVariables, n: '7' } });
    assert.deepEqual(JSON.parse(Buffer.from(body, 'latin1').toString()), {
      a: `<${environmentVariables.v}>`,
      b: 7,
      c: '7',
    });
  });

  it('inside a form', async () => {
    const text = 'POST /a/\nContent-Type: application/x-www-form-urlencoded\n\na={{v}}\n  &b=two words';
    const form = new URLSearchParams(await bodyOf(text, { environmentVariables }));
    assert.deepEqual(
      [...form],
      [
        ['a', environmentVariables.v],
        ['b', 'two words'],
      ],
    );
  });

  it('inside JSON that is labelled as a form, as cURL does', async () => {
    const written = '{"a": "two words",\n "b": [1, 2]}';
    assert.equal(await bodyOf(requestText(importCurl(`curl example.com -d '${written}'`) ?? assert.fail())), written);
    const text = 'POST /a/\nContent-Type: application/x-www-form-urlencoded\n\n{"a": "<{{v}}>"}';
    const body = await bodyOf(text, { environmentVariables });
    assert.deepEqual(JSON.parse(Buffer.from(body, 'latin1').toString()), { a: `<${environmentVariables.v}>` });
  });

  it('in all these positions, for any value', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async v => {
        const { url } = await resolve('GET /a/?b={{v}}&c=d', { environmentVariables: { v } });
        assert.deepEqual(
          [...url.searchParams],
          [
            ['b', v],
            ['c', 'd'],
          ],
        );
        const json = await bodyOf('POST /a/\n\n{"v": "{{v}}"}', { environmentVariables: { v } });
        assert.deepEqual(JSON.parse(Buffer.from(json, 'latin1').toString()), { v });
      }),
    );
  });
});

describe('bodies', () => {
  it('can come from a file, with variables on request', async () => {
    const readFile = async () => Buffer.from('{"a": "{{v}}"}');
    assert.equal(await bodyOf('POST /a/\n\n< ./a.bin'), '\x01\x02\x03');
    const substituted = await bodyOf('POST /a/\n\n<@ ./b.json', { readFile, environmentVariables: { v: '"' } });
    assert.equal(substituted, '{"a": "\\""}');
  });

  it('can come from a file in another encoding', async () => {
    const readFile = async () => Buffer.from('{"a": "{{v}} é"}', 'latin1');
    const send = (mark: string, environmentVariables = { v: 'ü' }) =>
      bodyOf(`POST /a/\n\n${mark} ./b.json`, { readFile, environmentVariables });
    const sent = Buffer.from('{"a": "ü é"}').toString('latin1');
    assert.equal(await send('<@latin1'), sent);
    await assert.rejects(send('<@'), { code: 'notUtf8' });
    for (const name of ['utf-8', 'utf_9'])
      await assert.rejects(send(`<@${name}`), { code: 'badEncoding', detail: name });
    const part = 'POST /a/\nContent-Type: multipart/form-data; boundary=x\n\n--x\nA: b\n\n<@latin1 ./b.txt\n--x--';
    assert.ok((await bodyOf(part, { readFile, environmentVariables: { v: 'ü' } })).includes(sent));
    assert.equal(formatDocument('POST /a/\n\n  <@latin1   ./b.json'), 'POST /a/\n\n<@latin1 ./b.json\n');
  });

  it('can have parts', async () => {
    const text =
      'POST /a/\nContent-Type: multipart/form-data; boundary=x\n\n--x\nContent-Disposition: form-data; name="a"\n\n{{v}}\n--x\nContent-Disposition: form-data; name="f"; filename="a.bin"\n\n< ./a.bin\n--x--';
    const body = await bodyOf(text, { environmentVariables: { v: 'one\ntwo' } });
    assert.equal(
      body,
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\none\ntwo\r\n--x\r\nContent-Disposition: form-data; name="f"; filename="a.bin"\r\n\r\n\x01\x02\x03\r\n--x--\r\n',
    );
  });

  it('can have parts with a variable in their boundary', async () => {
    for (const boundary of ['{{v}}', '"{{ v }}"', '{{ v }}']) {
      const delimiter = `--${boundary.replaceAll('"', '')}`;
      const text = `POST /a/\nContent-Type: multipart/form-data; boundary=${boundary}\n\n${delimiter}\nA: b\n\n< ./a.bin\n${delimiter}--`;
      const environmentVariables = { v: 'x' };
      assert.equal(await bodyOf(text, { environmentVariables }), '--x\r\nA: b\r\n\r\n\x01\x02\x03\r\n--x--\r\n');
      assert.deepEqual((await resolve(text, { environmentVariables })).files, ['./a.bin']);
    }
  });

  it('can have parts from files with variables', async () => {
    const text = 'POST /a/\nContent-Type: multipart/form-data; boundary=x\n\n--x\nA: b\n\n<@ ./{{v}}.txt\n--x--';
    const environmentVariables = { v: 'one' };
    const readFile = async (path: string) => (assert.equal(path, './one.txt'), Buffer.from('is {{v}}\n'));
    assert.equal(await bodyOf(text, { readFile, environmentVariables }), '--x\r\nA: b\r\n\r\nis one\n\r\n--x--\r\n');
    assert.deepEqual((await resolve(text, { readFile, environmentVariables })).files, ['./one.txt']);
  });

  it('are refused if a value or a file contains the boundary, which would begin another part', async () => {
    const send = (content: string, v: string) =>
      bodyOf(`POST /a/\nContent-Type: multipart/form-data; boundary=x\n\n--x\nA: b\n\n${content}\n--x--`, {
        environmentVariables: { v },
        readFile: async () => Buffer.from(v),
      });
    for (const v of ['--x', 'a\r\n--x\r\nC: d\r\n\r\ne', 'a\n--x--']) {
      for (const content of ['{{v}}', '<@ ./b.txt'])
        await assert.rejects(send(content, v), { code: 'boundaryInPart', detail: 'x' });
    }
    assert.match(await send('{{v}}', 'a --x\n --x'), /a --x\n --x/);
    const file = { kind: 'file' as const, path: './b.txt' };
    const body = { kind: 'multipart' as const, boundary: 'x', parts: [{ headers: [], content: file }] };
    await assert.rejects(
      encodeBody(body, async () => Buffer.from('\xff\n--x', 'latin1')),
      { code: 'boundaryInPart' },
    );
    assert.ok(await encodeBody(body, async () => Buffer.from('\xff--x', 'latin1')));
  });

  it('are sent as written if their type promises parts that they do not have', async () => {
    const type = 'POST /a/\nContent-Type: multipart/form-data';
    assert.equal(await bodyOf(`${type}\n\n{"a": 1}`), '{"a": 1}');
    assert.equal(await bodyOf(`${type}; boundary=x\n\n--y\n\na\n--y--`), '--y\n\na\n--y--');
    const variable = `@b = x\n${type}; boundary={{b}}\n\n--x\nContent-Disposition: form-data; name="a"\n\n< ./a.bin`;
    const parts = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\x01\x02\x03\r\n--x--\r\n';
    assert.equal(await bodyOf(variable), parts);
  });

  it('have a Content-Type', async () => {
    const typeOf = async (text: string) => headersOf(await resolve(text))['Content-Type'];
    assert.equal(await typeOf('POST /a/\n\n{}'), 'application/json');
    assert.equal(await typeOf('POST https://other.example/\n\n{}'), 'application/json');
    assert.equal(await typeOf('POST https://other.example/\n\nwords'), 'text/plain;charset=UTF-8');
    assert.equal(await typeOf('POST /a/'), undefined);
    assert.equal(
      await typeOf('POST /a/\nContent-Type: multipart/form-data\n\n--b\n\na\n--b--'),
      'multipart/form-data; boundary=b',
    );
  });
});
