import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { send } from '../../../src/api/http/send';
import { asUser, get } from '../../../src/api/webApi/webApi';
import { ApiError } from '../../../src/api/errors';
import { Secret } from '../../../src/api/secret';
import { logInAnonymously, logInUser, maskedUser, registerUser } from '../../../src/api/webApi/users';
import { listOrders } from '../../../src/api/webApi/webApi';
import { memoryStore } from '../../../src/auth/memoryStore';
import { createUserSessions, type UserRealm, type UserSessions } from '../../../src/auth/userSession';
import { withWorld, type World } from './fixture';

const context = { fetch };
const mask = '•••';
const destroyPath = '/hserve/v2.0/session/destroy/';
const customer = { method: 'email', name: 'customer@example.com', password: new Secret('customer-password') } as const;

function realmOf({ shop }: World, envId?: string): UserRealm {
  const { serverDomain, clientId } = shop;
  return { serverDomain, clientId, scope: serverDomain, ...(envId === undefined ? {} : { envId }) };
}

function sessionsOf(world: World): UserSessions {
  return createUserSessions(
    world.store,
    () => world.now(),
    () => assert.fail('nothing is damaged'),
  );
}

const orders = (realm: UserRealm) => (token: Secret) => listOrders(realm, token, {}, context);

describe('users of the Web API', () => {
  it('log in by e-mail address, user name and anonymously, and register', () =>
    withWorld(async world => {
      const realm = realmOf(world);
      const password = new Secret('chosen');
      const sessions = [
        await logInUser(realm, customer, context),
        await logInUser(realm, { ...customer, method: 'username', name: 'customer' }, context),
        await registerUser(realm, { method: 'email', name: 'a@example.com', password }, context),
        await registerUser(realm, { method: 'username', name: 'a', password }, context),
        await logInAnonymously(realm, context),
      ];
      const idOf = async (token: Secret, userId: string): Promise<unknown> => {
        const { body } = await send(asUser(get(realm, `/hserve/v2.2/user/info/${userId}/`, {}), token), context);
        return (body as { id: unknown }).id;
      };
      for (const { token, expiresIn, userId } of sessions) {
        assert.equal(expiresIn, 2_592_000);
        assert.equal(await idOf(token, userId ?? ''), Number(userId));
      }
      assert.equal(sessions[0]?.userId, sessions[1]?.userId);
      assert.equal(new Set(sessions.map(({ userId }) => userId)).size, 4);
    }));

  it('are shown completely, with their credentials masked', () =>
    withWorld(async world => {
      const { token, user } = await logInUser(realmOf(world), customer, context);
      assert.equal(user['_email'], customer.name);
      assert.equal(user['is_authorized'], false);
      assert.equal(user['token'], mask);
      const session = user['_session'] as Record<string, unknown>;
      assert.equal(session['session_key'], mask);
      assert.equal(session['login_method'], 'email');
      assert.ok(!JSON.stringify(user).includes(token.reveal()));
    }));

  it('are masked wherever they contain the token', () => {
    const raw = {
      token: 't0ken',
      list: ['a t0ken', { t: 't0ken' }],
      _session: { session_key: 'key' },
      n: 1,
      none: null,
    };
    assert.deepEqual(maskedUser(raw, new Secret('t0ken')), {
      token: mask,
      list: [`a ${mask}`, { t: mask }],
      _session: { session_key: mask },
      n: 1,
      none: null,
    });
  });

  it('get an error for a wrong password, and for a response without a token', () =>
    withWorld(async world => {
      const realm = realmOf(world);
      const wrong = { ...customer, password: new Secret('wrong') };
      await assert.rejects(logInUser(realm, wrong, context), { code: 'status', status: 400 });
      const responses: [unknown, string][] = [
        [{ user_id: 1 }, 'user_id'],
        [{ token: '' }, 'token'],
        [{ token: 5 }, 'token'],
        ['text', 'string'],
        [null, 'object'],
      ];
      for (const [body, received] of responses) {
        const server = { fetch: async () => Response.json(body, { status: 201 }) };
        await assert.rejects(logInUser(realm, customer, server), { code: 'unexpectedShape', received });
      }
    }));

  it('are parsed tolerantly', async () => {
    const realm = { serverDomain: 'https://example.com', clientId: 'c' };
    const cases: [object, { expiresIn: number | undefined; userId: string | undefined }][] = [
      [{}, { expiresIn: undefined, userId: undefined }],
      [
        { expires_in: '60', id: 'x' },
        { expiresIn: 60, userId: 'x' },
      ],
      [
        { expires_in: null, user_id: null, id: 7 },
        { expiresIn: undefined, userId: '7' },
      ],
      [
        { user_id: {}, id: '' },
        { expiresIn: undefined, userId: undefined },
      ],
    ];
    for (const [body, expected] of cases) {
      const server = { fetch: async () => Response.json({ token: 't', ...body }) };
      const { token, user: _, ...rest } = await logInUser(realm, customer, server);
      assert.equal(token.reveal(), 't');
      assert.deepEqual(rest, expected);
    }
  });
});

describe('user sessions', () => {
  it('belong to one application and environment', () =>
    withWorld(async world => {
      const sessions = sessionsOf(world);
      const realm = realmOf(world);
      const session = await logInUser(realm, customer, context);
      await sessions.keep(realm, session);
      const kept = await sessionsOf(world).read(realm);
      assert.ok(kept !== undefined && kept.token.equals(session.token));
      assert.deepEqual(kept.user, session.user);
      assert.equal(kept.userId, session.userId);
      assert.deepEqual([kept.obtainedAt, kept.expiresAt], [world.now(), world.now() + 30 * 24 * 3_600_000]);
      const others = [
        realmOf(world, 'staging'),
        { ...realm, clientId: 'x' },
        { ...realm, scope: 'https://example.com' },
      ];
      for (const other of others) assert.equal(await sessions.read(other), undefined);
      assert.ok(await sessions.call(realm, orders(realm)));
    }));

  it('accept a pasted token with an unknown expiry', () =>
    withWorld(async world => {
      const [sessions, realm] = [sessionsOf(world), realmOf(world)];
      const { token } = await logInUser(realm, customer, context);
      await sessions.keep(realm, token);
      const kept = await sessions.read(realm);
      assert.ok(kept !== undefined && kept.token.equals(token));
      assert.deepEqual([kept.expiresAt, kept.user, kept.userId], [undefined, {}, undefined]);
      assert.ok(await sessions.call(realm, orders(realm)));
    }));

  it('can be moved to another store unchanged', () =>
    withWorld(async world => {
      const [sessions, realm] = [sessionsOf(world), realmOf(world)];
      const kept = await sessions.keep(realm, await logInUser(realm, customer, context));
      const others = createUserSessions(
        memoryStore(),
        () => world.now() + 60_000,
        () => assert.fail('nothing is damaged'),
      );
      await others.keep(realm, kept);
      const moved = await others.read(realm);
      assert.ok(moved !== undefined && moved.token.equals(kept.token));
      assert.deepEqual(
        [moved.obtainedAt, moved.expiresAt, moved.userId, moved.user],
        [kept.obtainedAt, kept.expiresAt, kept.userId, kept.user],
      );
    }));

  it('last no longer than the maximum of the service', () =>
    withWorld(async world => {
      const [sessions, realm] = [sessionsOf(world), realmOf(world)];
      const session = await logInUser(realm, customer, context);
      const { expiresAt } = await sessions.keep(realm, { ...session, expiresIn: 1e9 });
      assert.equal(expiresAt, world.now() + 30 * 24 * 3_600_000);
    }));

  it('are reported as ended', () =>
    withWorld(async world => {
      const [sessions, realm] = [sessionsOf(world), realmOf(world)];
      await assert.rejects(sessions.call(realm, orders(realm)), { code: 'notSignedIn' });
      await sessions.keep(realm, new Secret('unknown to the service'));
      await assert.rejects(sessions.call(realm, orders(realm)), (error: Error & { code: string }) => {
        return error.code === 'userSessionEnded' && error.cause instanceof ApiError && error.cause.status === 401;
      });
      const wrong = () => sessions.call(realm, async () => Promise.reject(new RangeError('other')));
      await assert.rejects(wrong, RangeError);
    }));

  it('end with a logout, at the service and here', () =>
    withWorld(async world => {
      const [sessions, realm] = [sessionsOf(world), realmOf(world)];
      const { token } = await sessions.keep(realm, await logInUser(realm, customer, context));
      await sessions.logOut(realm, context);
      assert.equal(await sessions.read(realm), undefined);
      await assert.rejects(listOrders(realm, token, {}, context), { status: 401 });
      world.requests();
      await sessions.logOut(realm, context);
      assert.deepEqual(world.requests(), [], 'there is nothing to end any more');
    }));

  it('are removed when they had already ended', () =>
    withWorld(async world => {
      const [sessions, realm] = [sessionsOf(world), realmOf(world)];
      await sessions.keep(realm, new Secret('unknown to the service'));
      await sessions.logOut(realm, context);
      assert.equal(await sessions.read(realm), undefined);
    }));

  it('stay when another window stored them during a logout', () =>
    withWorld(async world => {
      const [sessions, realm] = [sessionsOf(world), realmOf(world)];
      await sessions.keep(realm, await logInUser(realm, customer, context));
      const later = await logInUser(realm, customer, context);
      const slow: typeof fetch = async (url, init) => {
        const response = await fetch(url, init);
        await sessions.keep(realm, later);
        return response;
      };
      await sessions.logOut(realm, { fetch: slow });
      assert.ok((await sessions.read(realm))?.token.equals(later.token));
      await sessions.call(realm, orders(realm));
    }));

  it('stay when the service refuses the logout, until they are forgotten', () =>
    withWorld(async world => {
      const [sessions, realm] = [sessionsOf(world), realmOf(world)];
      await sessions.keep(realm, await logInUser(realm, customer, context));
      world.sandbox.fail({ path: destroyPath, kind: 'status', status: 500, times: 2 });
      await assert.rejects(sessions.logOut(realm, context), { status: 500 });
      assert.ok(await sessions.read(realm));
      await sessions.forget(realm);
      assert.equal(await sessions.read(realm), undefined);
    }));

  it('stay when a page of a gateway refuses a call or the logout with 401', () =>
    withWorld(async world => {
      const [sessions, realm] = [sessionsOf(world), realmOf(world)];
      await sessions.keep(realm, await logInUser(realm, customer, context));
      world.sandbox.fail({ path: '/hserve', kind: 'html', status: 401, times: 2 });
      await assert.rejects(sessions.call(realm, orders(realm)), { name: 'ApiError', status: 401 });
      await assert.rejects(sessions.logOut(realm, context), { name: 'ApiError', status: 401 });
      await sessions.call(realm, orders(realm));
    }));

  it('stay when another window stored them before an earlier one was forgotten', () =>
    withWorld(async world => {
      const [sessions, realm] = [sessionsOf(world), realmOf(world)];
      const earlier = await sessions.keep(realm, new Secret('an earlier one'));
      const later = await sessions.keep(realm, new Secret('a later one'));
      await sessions.forget(realm, earlier);
      assert.ok((await sessions.read(realm))?.token.equals(later.token));
      await sessions.forget(realm, later);
      assert.equal(await sessions.read(realm), undefined);
    }));

  it('stay when they are unreadable, and are reported', async () => {
    const store = memoryStore();
    let damaged = 0;
    const sessions = createUserSessions(store, Date.now, () => (damaged += 1));
    const realm = { serverDomain: 'https://example.com', clientId: 'c', scope: 'https://example.com' };
    let key = '';
    const stop = store.onDidChange(changed => (key = changed));
    await sessions.keep(realm, new Secret('token'));
    stop();
    await store.write(key, '{"version":2}');
    assert.equal(await sessions.read(realm), undefined);
    assert.equal(damaged, 1);
    assert.equal(await store.read(key), '{"version":2}');
    let changes = 0;
    const end = sessions.onDidChange(() => (changes += 1));
    await store.write('other', '');
    await sessions.forget(realm);
    end();
    assert.equal(changes, 1);
    assert.equal(await store.read(key), undefined);
  });
});
