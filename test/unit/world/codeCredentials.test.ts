import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { containsCredential } from '../../../src/world/codeCredentials';

const hex = '0a1b2c3d4e'.repeat(4);

describe('the code of a cloud function', () => {
  it('contains a key if a literal has the name or the form of one', () => {
    for (const code of [
      `const clientSecret = '${hex}';`,
      `BaaS.init({ clientID: 'abc', client_secret: "${hex}" })`,
      `const s='${hex.toUpperCase()}'`,
      "const config = { host: 'db', password: 'hunter2' };",
      'config.password = `hunter2`;',
      "headers['X-Api-Key'] = 'live-4eC39HqLyjWD';\nconst apiKey='4eC39HqLyjWD'",
      `{"secret": "${hex}"}`,
      `headers: { Authorization: 'Bearer ${hex}' }`,
      "fetch('https://user:pass1234@host/')",
    ])
      assert.ok(containsCredential(code), code);
  });

  it('contains none if a value is computed, or is a word, a sentence or an address', () => {
    for (const code of [
      'const { password } = event.data;',
      'user.password = event.data.password1;',
      'const token = await getToken(user1);',
      "const token = process.env.TOKEN1 || '';",
      "const passwordField = 'password';",
      "throw { password: 'Use 8 characters or more' };",
      "const tokenUrl = 'https://example.com/oauth2/token';",
      'const token = `${prefix}1-${suffix}`;',
      "exports.main = async event => ({ id: '5f0a3c9d1e2b4a6c8d7e9f01' });",
    ])
      assert.ok(!containsCredential(code), code);
  });
});
