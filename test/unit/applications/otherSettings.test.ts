import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { clientCertificateEntries } from '../../../src/applications/clientCertificates';
import { otherSettingProblems } from '../../../src/applications/otherSettings';

/** Returns `<setting> <field>` of every problem. */
function problems(settings: Record<string, unknown>): string[] {
  return otherSettingProblems(name => settings[name]).map(({ name, field }) => `${name} ${field}`.trim());
}

describe('the settings beside the applications', () => {
  it('are valid when they are unset or as documented', () => {
    assert.deepEqual(problems({}), []);
    const right = {
      'hydrogen.guard': 'type the name',
      'hydrogen.http.client': 'vscode',
      'hydrogen.http.clientCertificates': [
        { origin: 'https://service.example', cert: '/me.crt', key: '/me.key' },
        { origin: 'https://service.example:8443/', pfx: '/me.p12' },
      ],
      'hydrogen.token.warnBefore': 0.5,
      'hydrogen.variables': { '*': { limit: 5, name: 'x', all: true }, Staging: {} },
    };
    assert.deepEqual(problems(right), []);
  });

  for (const [setting, values] of [
    ['hydrogen.guard', ['ask', '', null, true, ['confirm']]],
    ['hydrogen.http.client', ['curl', 5, null]],
    ['hydrogen.http.clientCertificates', ['x', 5, null]],
    ['hydrogen.token.warnBefore', [-1, '24', null, NaN]],
    ['hydrogen.variables', ['x', 5, null, [1]]],
  ] as const) {
    for (const value of values) {
      it(`are reported when ${setting} is ${JSON.stringify(value)} (${typeof value})`, () => {
        assert.deepEqual(problems({ [setting]: value }), [setting]);
      });
    }
  }

  it('are reported for an invalid client certificate, and the others are used', () => {
    const name = 'hydrogen.http.clientCertificates';
    const good = { origin: 'https://service.example', pfx: '/me.p12' };
    const wrong = [
      [{ ...good, origin: 'http://service.example' }, `${name} 1.origin`],
      [{ ...good, passphrase: 'x' }, `${name} 1.passphrase`],
      [{ ...good, cert: '/me.crt', key: '/me.key' }, `${name} 1`],
      [{ origin: good.origin, cert: '/me.crt' }, `${name} 1`],
    ] as const;
    for (const [entry, problem] of wrong) {
      assert.deepEqual(problems({ [name]: [good, entry] }), [problem]);
      assert.deepEqual(clientCertificateEntries([good, entry]), [good]);
    }
  });

  it('are reported for an invalid variable', () => {
    assert.deepEqual(problems({ 'hydrogen.variables': { limit: 5 } }), ['hydrogen.variables limit']);
    assert.deepEqual(problems({ 'hydrogen.variables': { '*': { a: [] } } }), ['hydrogen.variables *.a']);
    assert.deepEqual(problems({ 'hydrogen.variables': { '*': [1] } }), ['hydrogen.variables *']);
    assert.deepEqual(problems({ 'hydrogen.variables': { '*': { a: 2 ** 53 } } }), ['hydrogen.variables *.a']);
  });
});
