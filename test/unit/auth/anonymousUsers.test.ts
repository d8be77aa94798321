import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { Secret } from '../../../src/api/secret';
import { logInAnonymously, logInUser, registerUser } from '../../../src/api/webApi/users';
import { createUserSessions, isAnonymous } from '../../../src/auth/userSession';
import { withWorld } from './fixture';

describe('the session of an anonymous user', () => {
  it('is known by its response, because nobody can sign in as this user again', () =>
    withWorld(async world => {
      const { serverDomain, clientId } = world.shop;
      const realm = { serverDomain, clientId, scope: serverDomain };
      const sessions = createUserSessions(
        world.store,
        () => world.now(),
        () => assert.fail('nothing is damaged'),
      );
      const password = new Secret('chosen');
      const anonymous = await logInAnonymously(realm, { fetch });
      const registered = await registerUser(realm, { method: 'username', name: 'a', password }, { fetch });
      const cases = [
        [anonymous, true],
        [{ ...anonymous, user: { ...anonymous.user, _anonymous: true, avatar: '' } }, true],
        // A mini-program signs in a user of its platform.
        [{ ...anonymous, user: { ...anonymous.user, openid: 'of a platform' } }, false],
        [registered, false],
        [await logInUser(realm, { method: 'username', name: 'a', password }, { fetch }), false],
        // The user of a pasted token is not known.
        [anonymous.token, false],
      ] as const;
      for (const [session, expected] of cases) {
        assert.equal(isAnonymous(await sessions.keep(realm, session)), expected);
      }
    }));
});
