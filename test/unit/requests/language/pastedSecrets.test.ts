import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { dynamicProblem } from '../../../../src/requests/document/dynamicValue';
import { parseDocument } from '../../../../src/requests/document/parse';
import { pastedSecrets, secretName, secretValue } from '../../../../src/requests/language/pastedSecrets';

function values(text: string): string[] {
  return pastedSecrets(parseDocument(text)).map(one => secretValue(text.slice(one.range.start, one.range.end), one));
}

describe('a secret in a document', () => {
  it('is stored as it is sent, not as it is written', () => {
    assert.deepEqual(values('POST /a/\n\n{"password": "a\\"b\\u0041"}'), ['a"bA']);
    const form = 'POST /a/\nContent-Type: application/x-www-form-urlencoded\n\n';
    assert.deepEqual(values(`${form}password=a%40b+c&new_password=d`), ['a@b c', 'd']);
    assert.deepEqual(values('@password = a%40b'), ['a%40b']);
  });

  it('is reported once, and not for a reference or a placeholder', () => {
    const hex = '0123456789abcdef0123456789abcdef01234567';
    assert.deepEqual(values(`POST /a/\n\n{"client_secret": "${hex}"}`), [hex]);
    for (const body of [
      '{"password": {{a}}}',
      '{"password": "{{$secret a}}"}',
      '{"a": "password", "b": "c"}',
      '["password"]',
    ]) {
      assert.deepEqual(values(`POST /a/\n\n${body}`), [], body);
    }
    assert.deepEqual(values('POST /a/\nContent-Type: text/plain\n\n{"password": "a"}'), []);
  });

  it('gets a name that a reference can have, whatever its field is called', () => {
    for (const [field, name] of [
      ['client_secret', 'clientSecret'],
      ['user[password]', 'userPassword'],
      ['my password', 'myPassword'],
      ['_secret_', 'secret'],
      ['登录.密码', '登录密码'],
    ] as const) {
      assert.equal(secretName(field), name);
      assert.equal(dynamicProblem(`$secret ${name}`), undefined);
    }
  });

  it('is found in JSON that is labelled as a form, and in a part of a form', () => {
    const labelled = 'POST /a/\nContent-Type: application/x-www-form-urlencoded\n\n';
    assert.deepEqual(values(`${labelled}{"password": "a\\"b"}`), ['a"b']);
    const part = (name: string, value: string) => `--x\nContent-Disposition: form-data; name="${name}"\n\n${value}\n`;
    const parts = [part('user[password]', ' a b '), part('name', 'c'), part('token', '{{d}}'), part('pin', '< ./e')];
    assert.deepEqual(values(`POST /a/\nContent-Type: multipart/form-data\n\n${parts.join('')}--x--`), [' a b ']);
  });

  it('is found in a header with the name of a credential', () => {
    assert.deepEqual(values('GET /a/\nX-Api-Key: live-0123'), ['live-0123']);
    assert.deepEqual(values('GET /a/\nX-Api-Key: {{$secret key}}\nX-Token: <TOKEN>\nAccept: c'), []);
  });
});
