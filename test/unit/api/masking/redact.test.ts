import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { redact, redactFields } from '../../../../src/api/masking/text';

const value = 'V4lue-of.it';

describe('a credential in a list or an object of text that is not JSON', () => {
  const lists: [text: string, shown: string][] = [
    [`client_secret=[a, ${value}]&status=is`, 'client_secret=•••&status=is'],
    [`{"tokens": ["x","${value}"], "status": `, '{"tokens": •••, "status": '],
    [`"passwords":{"admin":["a]","${value}"]} end`, '"passwords":••• end'],
    [`{"text":"{\\"tokens\\": [\\"a]\\",\\"${value}\\"]} end"`, '{"text":"{\\"tokens\\": •••} end"'],
    [`{'tokens': ['a]', 'it\\'s ]', '${value}']} end`, "{'tokens': •••} end"],
    [`tokens=[[a], ${value}`, 'tokens=•••'],
  ];
  for (const [text, shown] of lists) it(`is masked: ${text}`, () => assert.equal(redactFields(text), shown));
});

describe('a credential with quotes in it', () => {
  for (const text of [`secret='a\\'${value}' end`, `\\"secret\\":\\"a\\\\\\"${value}\\" end`])
    it(`is masked: ${text}`, () =>
      assert.match(redactFields(text), /^\\?["']?secret\\?["']?[=:].{0,2}•••\\?["'] end$/));
});

describe('a credential in a line', () => {
  const lines: [text: string, shown: string][] = [
    [`Cookie: a=1; sid="b"; c=${value}\nHost: a`, 'Cookie: •••\nHost: a'],
    [`curl -H 'Authorization: Token ${value}' https://a`, "curl -H 'Authorization: •••' https://a"],
    [`Authorization: Digest username="a", response="${value}"\r\n`, 'Authorization: •••\r\n'],
    [`"token" => "${value}", "a" => 1`, '"token" => "•••", "a" => 1'],
    [`密码：${value}`, '密码：•••'],
  ];
  for (const [text, shown] of lines) it(`is masked: ${text}`, () => assert.equal(redactFields(text), shown));
});

it('a long list of credentials is masked quickly', () => {
  for (const text of ['secret=[', 'secret=[[', 'secret="\\', 'secret={\\"', "secret=['"])
    assert.equal(redact(text.repeat(200_000)).includes('['.repeat(9)), false);
}).timeout(5000);
