import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { copiedRequest, plainRequest } from '../../../../src/requests/convert/plainRequest';
import { resolve } from '../resolving';

describe('a request for other tools', () => {
  it('keeps the type of other multiparts than forms, and has no form for one with a file', async () => {
    const mixed = async (content: string) =>
      resolve(`POST /a/\nContent-Type: multipart/mixed; boundary=b\n\n--b\nA: c\n\n${content}\n--b--\n`);
    const { headers, body } = copiedRequest(await mixed('text')) ?? assert.fail();
    assert.ok(headers.some(([, value]) => value === 'multipart/mixed; boundary=b'));
    assert.deepEqual(body, { kind: 'text', text: '--b\r\nA: c\r\n\r\ntext\r\n--b--\r\n' });
    assert.equal(copiedRequest(await mixed('< ./a.txt')), undefined);
  });

  it('copies a form as text if its parts have other headers, and has none for one with a file', async () => {
    const form = async (content: string) =>
      resolve(
        'POST /a/\nContent-Type: multipart/form-data; boundary=b\n\n' +
          `--b\nContent-Disposition: form-data; name="n"\nContent-ID: <1>\n\n${content}\n--b--\n`,
      );
    const { body } = copiedRequest(await form('text')) ?? assert.fail();
    const head = 'Content-Disposition: form-data; name="n"\r\nContent-ID: <1>';
    assert.deepEqual(body, { kind: 'text', text: `--b\r\n${head}\r\n\r\ntext\r\n--b--\r\n` });
    assert.equal(copiedRequest(await form('< ./a.txt')), undefined);
  });

  it('has placeholders for credentials in headers, also for those in plain variables', async () => {
    const values = '@token = abcdefgh0123\n@cookie = sessionid=abcdefgh; a=b=;c\n';
    const lines = [
      'Authorization: Bearer {{token}}',
      'Cookie: {{cookie}}',
      'X-Auth-Token: {{token}}=',
      'X-A: {{token}}',
    ];
    const request = await resolve(`${values}GET https://other.example/\n${lines.join('\n')}`, {});
    assert.deepEqual(plainRequest(request).headers, [
      ['Authorization', 'Bearer <SECRET>'],
      ['Cookie', 'sessionid=<SECRET>; a=<SECRET>;<SECRET>'],
      ['X-Auth-Token', '<SECRET>'],
      ['X-A', 'abcdefgh0123'],
    ]);
  });
});
