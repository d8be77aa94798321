import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { maskHeader } from '../../../../src/api/masking/headers';
import { maskResponse, redact } from '../../../../src/api/masking/text';
import { keptText } from '../../../../src/requests/sending/keptText';
import { Secret } from '../../../../src/api/secret';

const value = 'V4lue-of.it';
const words = 'pass pin otp sid session_id auth credential access_key signature ticket 密码'.split(' ');
const jwt = `eyJhbGciOiJub25lIn0.${Buffer.from('{"a":1}').toString('base64url')}.c2ln`;
const key =
  '-----BEGIN RSA PRIVATE KEY-----\nMIIBOgIBAAJBAKj34Gkx\nFhD90vcNLYLInFEX6Ppy\n-----END RSA PRIVATE KEY-----';

/** Functions that write a credential under a name, for each format with names. */
const named: Record<string, (name: string) => string> = {
  'JSON, its name in capitals': name => `{"${name.toUpperCase()}":"${value}"}`,
  'an element of XML': name => `<a><${name}>${value}</${name}></a>`,
  'a CDATA section': name => `<a><${name}><![CDATA[${value}]]></${name}></a>`,
  'an attribute': name => `<a ${name}="${value}"/>`,
  'a field of HTML': name => `<input name="${name}" value="${value}">`,
  'a list of properties': name => `<key>${name}</key><string>${value}</string>`,
  'a name beside its value': name => `[{"name":"${name}","value":"${value}"}]`,
  'a value before its name': name => `[{"value":"${value}","key":"${name}"}]`,
  'a form': name => `a=1&${encodeURIComponent(name)}=${value}&b=2`,
  'a form with brackets': name => `user[${name}]=${value}`,
  'an address': name => `https://a.example/?${encodeURIComponent(name)}=${value}`,
  'a part of a form': name => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--x--`,
};

/** Credentials identified by their own format, and the secret part. */
const shaped: [what: string, text: string, secret: string][] = [
  [
    'Basic',
    `Basic ${Buffer.from(`user:${value}`).toString('base64')}`,
    Buffer.from(value).toString('base64').slice(2, 8),
  ],
  ['Bearer', 'Bearer short.token.4', 'short.token'],
  [
    'Basic in capitals',
    `BASIC ${Buffer.from(`user:${value}`).toString('base64')}`,
    Buffer.from(value).toString('base64').slice(2, 8),
  ],
  ['Bearer in mixed case', 'BeArER short.token.4', 'short.token'],
  ['the scheme of a user, in capitals', 'HYDROGEN-R1 short.user', 'short.user'],
  ['the scheme of a user', 'Hydrogen-r1 short.user', 'short.user'],
  ['an address with a password', `https://user:${value}@a.example/`, value],
  ['a private key', key, 'MIIBOgIBAAJBAKj34Gkx'],
  ['a private key in JSON', JSON.stringify(key), 'FhD90vcNLYLInFEX6Ppy'],
  ['an access key of a cloud', 'AKIAIOSFODNN7EXAMPLE', 'IOSFODNN7'],
  ['a token of GitHub', 'ghp_0123456789abcdefABCD', '0123456789abcdef'],
  ['a token of GitLab', 'glpat-0123456789abcdef', '0123456789abcdef'],
  ['a secret key', 'sk-0123456789abcdefAB', '0123456789abcdef'],
  ['a key of payments', 'sk_live_0123456789', '0123456789'],
  ['a short JWT', jwt, jwt.slice(4, 30)],
];

describe('a credential in a response', () => {
  for (const [form, write] of Object.entries(named)) {
    it(`is masked in ${form} under any credential name`, () => {
      const shown = words.filter(word => maskResponse(write(word), []).includes(value));
      // XML and HTML formats are masked only under names of ASCII letters.
      assert.deepEqual(
        shown.filter(word => word !== '密码' || !/XML|CDATA|attribute|HTML|properties/.test(form)),
        [],
      );
      assert.ok(maskResponse(write('title'), []).includes(value));
    });
  }

  it('leaves JSON when it is a number', () => {
    const body = { id: 1, pin: 481516, inner: { otp: 2342 }, sent: JSON.stringify({ pin: 481516 }) };
    for (const indent of [undefined, 2]) {
      const shown = maskResponse(JSON.stringify(body, undefined, indent), []);
      assert.deepEqual(JSON.parse(shown), { id: 1, pin: '•••', inner: { otp: '•••' }, sent: '{"pin":•••}' });
    }
  });

  it('is not a `code` that is too short for a credential', () => {
    for (const status of ['0', '200', '-17']) {
      for (const text of [
        `{"code":"${status}"}`,
        `{"code":${status}}`,
        JSON.stringify({ sent: `{"code":"${status}"}` }),
      ]) {
        assert.equal(maskResponse(text, []), text);
        assert.equal(redact(text), text);
      }
    }
    for (const status of ['SUCCESS', 'Failed', 'NOT_FOUND', 'invalid_grant']) {
      for (const text of [`{"code":"${status}"}`, JSON.stringify({ sent: `{"code": "${status}"}` })]) {
        assert.equal(maskResponse(text, []), text);
        assert.equal(redact(text), text);
        assert.equal(keptText(text, []).text, text);
      }
    }
    for (const code of ['SUCCES', 'ABCDEF', 'Not_Found', 'NOT_F0UND', 'NOT_', 'hunter_two2', 'A_B_C_D', 'abcdefgh']) {
      assert.equal(maskResponse(`{"code":"${code}"}`, []), '{"code":"•••"}');
      assert.equal(redact(`{"code":"${code}"}`), '{"code":"•••"}');
    }
    for (const text of ['{"code":"0421"}', '{"pin":"042"}', '?code=042&a=b']) {
      assert.doesNotMatch(maskResponse(text, []), /042/);
      assert.doesNotMatch(redact(text), /042/);
    }
  });

  it('is not the example in a page or an article', () => {
    const page = '<p>Run <code>npm install</code></p>\n<pre class="x">npm install</pre>';
    for (const text of [page, JSON.stringify({ content: page }), '<answer><code>200000000</code></answer>'])
      assert.equal(maskResponse(text, []), text);
    // A known secret and a token are masked also in an example.
    assert.doesNotMatch(maskResponse(`<code>${value}</code>`, [new Secret(value)]), /V4lue/);
    assert.ok(!maskResponse(`<code>${jwt}</code>`, []).includes(jwt));
  });

  for (const [what, text, secret] of shaped) {
    it(`is masked by its format: ${what}`, () => {
      for (const body of [text, `{"note":${JSON.stringify(text)},"id":1}`, `see ${text} there`]) {
        assert.ok(!maskResponse(body, []).includes(secret), maskResponse(body, []));
        assert.ok(!redact(body, []).includes(secret), redact(body, []));
      }
      assert.ok(!maskHeader('x-note', text.replaceAll('\n', ' '), []).includes(secret));
    });
  }
});
