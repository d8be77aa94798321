import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { headerSecrets, maskLoggedHeader } from '../../../../src/api/masking/headers';

describe('a cookie in a log', () => {
  const cookies: [name: string, value: string, shown: string][] = [
    ['cookie', 'a=V4lue; b="V4lue"', 'a=•••; b=•••'],
    ['cookie', 'V4lue', '•••'],
    ['cookie', 'a=V4lue; V4lue;V4lue; =V4lue', 'a=•••; •••;•••; =•••'],
    ['cookie', 'a=; ', 'a=•••; '],
    ['set-cookie', 'a=V4lue=; Path=/; HttpOnly', 'a=•••; Path=/; HttpOnly'],
    ['set-cookie', 'V4lue; Path=/', '•••; Path=/'],
    ['set-cookie', 'V4lue', '•••'],
    ['set-cookie', ' V4lue', ' •••'],
  ];
  for (const [name, value, shown] of cookies)
    it(`has its name but not its value: ${name} ${value}`, () =>
      assert.equal(
        maskLoggedHeader(name, value, text => text),
        shown,
      ));
});

describe('a cookie without a name', () => {
  it('is a credential of the response', () => {
    const found = (value: string) => headerSecrets('set-cookie', value).map(secret => secret.reveal());
    assert.deepEqual(found('V4lue-of-it; Path=/; HttpOnly'), ['V4lue-of-it']);
    assert.deepEqual(found('a=V4lue-of-it; Path=/'), ['V4lue-of-it']);
  });
});
