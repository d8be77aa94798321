import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { run } from './fixture';
import { titlesOf, withPerson } from './person';
import { useSelectedShop } from './requestDocuments';

describe('signing in as a user', () => {
  const service = useSelectedShop();

  it('keeps the spaces around a password, but not those around a name', async () => {
    const asked = await withPerson(
      ({ title, detail }) => {
        if (detail === 'How do you sign in?') return 'Register with a user name';
        if (detail === 'User name') return ' spaced ';
        return detail.startsWith('Password')
          ? ' open sesame '
          : title.startsWith('Create a user')
            ? 'Create User'
            : undefined;
      },
      async () => void (await run('user.signIn')),
    );
    const { sandbox, shop } = service();
    const logIn = async (password: string) => {
      const response = await fetch(`${sandbox.origin}/hserve/v2.1/login/username/`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Hydrogen-Client-ID': shop.clientId },
        body: JSON.stringify({ username: 'spaced', password }),
      });
      return response.ok;
    };
    assert.equal(await logIn(' open sesame '), true, titlesOf(asked).join('\n'));
    assert.equal(await logIn('open sesame'), false);
  });
});
