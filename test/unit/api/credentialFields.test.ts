import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { parseApplications } from '../../../src/applications/applicationList';
import { exportText, planImport } from '../../../src/applications/transfer';
import { isCredentialField, isUploadField } from '../../../src/api/credentialFields';
import { Secret } from '../../../src/api/secret';
import { maskedByName } from '../../../src/api/http/maskedRequest';
import { redact } from '../../../src/api/masking/text';
import { maskedUser } from '../../../src/api/webApi/users';
import { parseDocument } from '../../../src/requests/document/parse';
import { pastedSecrets } from '../../../src/requests/language/pastedSecrets';
import { maskHeader, maskLoggedHeader } from '../../../src/api/masking/headers';
import { maskResponse } from '../../../src/api/masking/text';
import { keptText } from '../../../src/requests/sending/keptText';
import { responseValue } from '../../../src/requests/document/responseReference';
import { maskBody, maskText } from '../../../src/sandbox/server/recordedExchange';

const names =
  'pass pin user_pass otp sid session_id auth credential credentials access_key signature ticket 密码 client_secret clientSecret access_token accessToken refresh_token token session_key sessionKey code password new_password Authorization cookie policy paySign pay_sign sign apiKey api_key X-Api-Key passwd pwd jwt private_key'.split(
    ' ',
  );
const headers = ['Authorization', 'Proxy-Authorization', 'Cookie', 'Set-Cookie', 'X-Auth-Token'];
const others = [
  'token_type',
  'tokenType',
  'error_code',
  'design',
  'cookies_enabled',
  'name',
  'client_id',
  'expires_in',
];

const value = 'hush-hush-hush';
const digits = '0123456789abcdef0123456789abcdef01234567';

/** All functions that mask, each applied to a field with a credential. */
const masks: [place: string, mask: (name: string) => string][] = [
  ['redacted JSON', name => redact(JSON.stringify({ [name]: value }))],
  ['a redacted query', name => redact(`${name}=${value}&a=b`)],
  ['a response', name => maskResponse(JSON.stringify({ [name]: value }), [])],
  ['a header of a response', name => maskHeader(name, value, [])],
  ['a user', name => JSON.stringify(maskedUser({ [name]: value }, new Secret('x')))],
  [
    'JSON in the log of the sandbox',
    name => maskBody(Buffer.from(JSON.stringify({ [name]: value })), 'application/json'),
  ],
  [
    'a form in the log of the sandbox',
    name => maskBody(Buffer.from(`${name}=${value}`), 'application/x-www-form-urlencoded'),
  ],
  ['a header in the log of the sandbox', name => maskLoggedHeader(name.toLowerCase(), `a=${value}`, maskText)],
];

describe('names of credentials', () => {
  for (const name of [...names, ...headers]) it(`include ${name}`, () => assert.equal(isCredentialField(name), true));
  for (const name of others) it(`do not include ${name}`, () => assert.equal(isCredentialField(name), false));

  it('are those of the last name in the brackets of a form field', () => {
    const fields = ['user[pin]', 'pin[]', 'users[0][pin][1]', 'login[code]', 'user[password]', 'password[value]'];
    assert.deepEqual(
      fields.filter(name => !isCredentialField(name)),
      [],
    );
    for (const name of ['user[name]', 'pin[length]', 'names[]', 'a]', '[]', '[0]'])
      assert(!isCredentialField(name), name);
    for (const name of fields) {
      for (const written of [name, encodeURIComponent(name)]) {
        const form = `a=b&${written}=${value}`;
        const post = { method: 'POST', headers: [], body: { kind: 'text', text: form } } as const;
        const kept = maskedByName({ ...post, headers: [], url: `https://a.example/?${form}` });
        assert(!JSON.stringify(kept).includes(value), written);
        assert(!maskResponse(form, []).includes(value), written);
      }
      assert(!maskResponse(JSON.stringify({ [name]: value }), []).includes(value), name);
    }
  });

  it('are masked in JSON inside a string or a form, where the request history stores it', () => {
    for (const name of [...names, 'smsOtp', 'user[pin]']) {
      const json = JSON.stringify({ list: [{ [name]: value }] });
      const inText = JSON.stringify({ data: json });
      const texts = [
        ...[inText, JSON.stringify([inText])],
        ...[`a=b&data=${encodeURIComponent(json)}`, `data=${encodeURIComponent(inText)}&a=b`, `a=b&${json}`],
      ];
      const kept = texts.map(text => keptText(text, []).text);
      assert.deepEqual(
        kept.filter(text => text.includes(value)),
        [],
        name,
      );
    }
    for (const name of [
      'postcode',
      'post_code',
      'postalCode',
      'ZIPCODE',
      'zip-code',
      'barcode',
      'errorCode',
      'area_code',
    ]) {
      const json = JSON.stringify({ [name]: 'SW1A 1AA' });
      assert.equal(keptText(json, []).text, json);
    }
    for (const name of ['authcode', 'js_code', 'smsCode', 'verification_code', 'barscode', 'zip_codes_token'])
      assert(!keptText(JSON.stringify({ [name]: value }), []).text.includes(value), name);
    const harmless = `where=${encodeURIComponent('{"price": {"$gt": 1}}')}&text=%7B&a=b+c`;
    assert.equal(keptText(harmless, []).text, harmless);
    const url = `https://a.example/?where=${encodeURIComponent('{"code":{"$eq":"A1"}}')}`;
    assert.equal(maskedByName({ method: 'GET', url, headers: [], body: undefined }).url, url);
  });

  for (const [place, mask] of masks) {
    it(`are all masked in ${place}`, () => {
      assert.deepEqual(
        names.filter(name => mask(name).includes(value)),
        [],
      );
    });
  }

  it('are all found in a document with a pasted value', () => {
    const missed = names.filter(
      name => pastedSecrets(parseDocument(`POST /a/\n\n{"${name}": "${digits}"}`)).length !== 1,
    );
    assert.deepEqual(missed, []);
  });

  it('are secrets for later requests, except those of an upload for its host', () => {
    const expression = { start: 0, end: 0, text: '' };
    const secretOf = (name: string): boolean => {
      const response = { status: 200, headers: [], text: new Secret(JSON.stringify({ [name]: value })) };
      return responseValue(response, `body.${name}`, expression) instanceof Secret;
    };
    assert.deepEqual(
      names.filter(name => !secretOf(name)),
      names.filter(isUploadField),
    );
  });

  it('are named by an import, which does not read their values', () => {
    const [application] = parseApplications([
      { name: 'a', clientId: 'b', serverDomain: 'https://a.example', authUrl: 'https://b.example' },
    ]).applications;
    const exported = JSON.parse(exportText([application ?? assert.fail()])) as { applications: object[] };
    const secrets = Object.fromEntries(names.map(name => [name, value]));
    exported.applications = exported.applications.map(one => ({ ...one, ...secrets }));
    const plan = planImport(JSON.stringify(exported), []);
    assert.deepEqual(plan.ignoredSecrets, names);
    assert.equal(JSON.stringify(plan.added).includes(value), false);
  });
});
