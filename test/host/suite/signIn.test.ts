import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { run, storedApplications, writeApplications } from './fixture';
import { ApiError } from '../../../src/api/errors';
import { retryUntilAccepted } from '../../../src/ui/users/retryUntilAccepted';
import { titlesOf, withPerson, withUser, type Answers } from './person';
import { openRequest, sendRequest, shownResponse, useSelectedShop } from './requestDocuments';

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

  it('does not take the page of a gateway for a wrong password or token', async () => {
    const refused = /^The service (knows no user with this name|does not accept this token)/;
    const answers = [
      ['User name and password', 'customer', 'wrong'],
      ['Paste a user access token', 'pasted'],
    ];
    for (const given of answers) {
      const saysRefused = async (kind: 'html' | 'status') => {
        service().sandbox.fail({ kind, status: 401, path: '/hserve/' });
        const left = [...given];
        const said = await withUser([[/^Sign In/, async () => left.shift()]], () => run('user.signIn'));
        assert.deepEqual(left, [], titlesOf(said).join('\n'));
        return titlesOf(said).some(title => refused.test(title));
      };
      assert.deepEqual([await saysRefused('status'), await saysRefused('html')], [true, false], given[0]);
    }
  });

  it('is not asked for again by “Try Again” of an earlier failure after somebody signed in', async () => {
    const user = { clientId: service().shop.clientId };
    const names: string[] = [];
    const others = [
      [/^Sign In/, async () => (names.push('asked'), ['User name and password', 'nobody', 'wrong'][names.length - 1])],
      [
        /knows no user/,
        async () => {
          await withUser(
            [
              [/^Sign In/, 'Anonymously'],
              [/^Create a user/, 'Create User'],
            ],
            () => run('user.signIn'),
          );
          return 'Try Again';
        },
      ],
    ] as const satisfies Answers;
    const said = titlesOf(await withUser(others, () => run('user.signIn')));
    assert.equal(names.length, 3, said.join('\n'));
    assert.match(said.at(-1) ?? '', /^Somebody has signed in to .* meanwhile$/);
    await run('user.signOut', { ...user, confirmed: true });
  });

  it('asks before it replaces an anonymous user, who cannot sign in again', async () => {
    const { sandbox, shop } = service();
    const user = { clientId: shop.clientId };
    const replace = `Replace the anonymous user of ${shop.name} · Production?`;
    const signInAs = async (...given: string[]) => {
      const answers: Answers = [
        [/^Sign In/, async () => given.shift()],
        [/^Create a user/, 'Create User'],
      ];
      return titlesOf(await withUser(answers, () => run('user.signIn')));
    };
    const isSignedIn = async () => titlesOf(await withUser([], () => run('user.show'))).length === 0;
    assert.ok(!(await signInAs('Anonymously')).includes(replace));
    const { length } = sandbox.requests;
    assert.deepEqual(await signInAs('Anonymously'), [replace]);
    const logIn = ['### As customer', 'POST /hserve/v2.1/login/username/', ''];
    const account = '{ "username": "customer", "password": "customer-password" }';
    await sendRequest(await openRequest([...logIn, account]));
    const { uri } = shownResponse('# POST');
    assert.deepEqual(titlesOf(await withUser([], () => run('response.signIn', uri))), [replace]);
    assert.equal(sandbox.requests.length, length + 1);
    const [asked, ...said] = await withUser([[/^Replace/, 'Replace']], () => run('response.signIn', uri));
    assert.match(asked?.detail ?? '', /^An anonymous user cannot sign in again\. /);
    assert.deepEqual(titlesOf(said), [`Signed in to ${shop.name} · Production`]);
    // The user of the response can sign in again.
    const [signOut] = await withUser([], () => run('user.signOut'));
    assert.equal(signOut?.detail, 'The session ends on the service.');
    assert.ok(!(await signInAs('Anonymously')).includes(replace));
    assert.ok(await isSignedIn());
    await run('user.signOut', { ...user, confirmed: true });
  });

  it('asks before it replaces an anonymous user who signed in after it began', async () => {
    const { shop } = service();
    const signInAs = async (given: string[], meanwhile: () => Promise<unknown> = async () => undefined) => {
      const answer = async () => {
        await meanwhile();
        return given.shift();
      };
      const answers: Answers = [
        [/^Sign In/, answer],
        [/^Create a user/, 'Create User'],
      ];
      return titlesOf(await withUser(answers, () => run('user.signIn')));
    };
    let hasBegun = false;
    const asked = await signInAs(['User name and password', 'customer', 'customer-password'], async () => {
      if (!hasBegun) {
        hasBegun = true;
        await signInAs(['Anonymously']);
      }
    });
    assert.equal(asked.at(-1), `Replace the anonymous user of ${shop.name} · Production?`);
    await run('user.signOut', { clientId: shop.clientId, confirmed: true });
  });

  it('asks before it ends the session of an anonymous user, also in a test environment', async () => {
    const { sandbox, shop } = service();
    const [staging] = shop.environments;
    const user = { clientId: shop.clientId, envId: staging?.envId };
    await withUser([[/^Sign In/, 'Anonymously']], () => run('user.signIn', user));
    await run('environment.select', user);
    const { length } = sandbox.requests;
    const asked = await withUser([], () => run('user.signOut'));
    assert.deepEqual(titlesOf(asked), [`Sign out the anonymous user of ${shop.name} · ${staging?.name}?`]);
    assert.match(asked[0]?.detail ?? '', /^An anonymous user cannot sign in again\. /);
    assert.equal(sandbox.requests.length, length);
    await run('user.signOut', { ...user, confirmed: true });
    await run('application.select', { clientId: shop.clientId });
  });

  it('is not undone by forgetting an earlier session that the service did not end', async () => {
    const { sandbox, shop } = service();
    const user = { clientId: shop.clientId, envId: shop.environments[0]?.envId };
    const ended = () => sandbox.requests.filter(({ path }) => path === '/hserve/v2.0/session/destroy/').length;
    const signIn = () => run('user.signIn', user);
    const before = ended();
    const asked = await withPerson(
      async ({ title, detail }) => {
        if (detail === 'How do you sign in?') return 'Anonymously';
        if (title.startsWith('Replace the anonymous user')) return 'Replace';
        if (title.startsWith('Sign out')) return 'Sign Out';
        if (title !== 'The service did not end the session.') return undefined;
        await signIn();
        return 'Forget Anyway';
      },
      async () => {
        await signIn();
        sandbox.fail({ kind: 'status', status: 500, path: '/hserve/v2.0/session/destroy/', times: 1 });
        await run('environment.select', user);
        await run('user.signOut');
        await run('user.signOut');
      },
    );
    assert.equal(ended() - before, 2, titlesOf(asked).join('\n'));
    await run('application.select', { clientId: shop.clientId });
  });

  /** Runs `body`, and then undoes the changes of the settings. */
  async function keepingSettings(body: () => Promise<void>): Promise<void> {
    const stored = storedApplications();
    try {
      await body();
    } finally {
      await writeApplications(stored);
    }
  }

  /** Gives the Shop another server domain, like another window. */
  async function moveShop(): Promise<void> {
    const { shop } = service();
    const serverDomain = shop.serverDomain.replace('127.0.0.1', 'localhost');
    await writeApplications(
      storedApplications().map(stored => (stored.clientId === shop.clientId ? { ...stored, serverDomain } : stored)),
    );
  }

  const moved = /^The server of .+ was changed meanwhile\. Run the command again\.$/;
  const sent = (part: string) => service().sandbox.requests.filter(({ path }) => path.includes(part)).length;

  for (const [what, path, given] of [
    ['a password', '/login/username/', ['User name and password', 'customer', 'customer-password']],
    ['a token', '/order/', ['Paste a user access token', 'pasted']],
  ] as const) {
    it(`does not send ${what} to a server that the application had before the question`, () =>
      keepingSettings(async () => {
        const left: string[] = [...given];
        const before = sent(path);
        const answer = async () => {
          if (left.length === 1) await moveShop();
          return left.shift();
        };
        const said = titlesOf(await withUser([[/^Sign In/, answer]], () => run('user.signIn')));
        assert.match(said.at(-1) ?? '', moved);
        assert.equal(sent(path), before);
      }));
  }

  it('ends at no server that the application had before the question', () =>
    keepingSettings(async () => {
      const before = sent('/session/destroy/');
      const answer = async () => {
        await moveShop();
        return 'Sign Out';
      };
      const said = titlesOf(await withUser([[/^Sign out/, answer]], () => run('user.signOut')));
      assert.match(said.at(-1) ?? '', moved);
      assert.equal(sent('/session/destroy/'), before);
    }));

  it('fails with the reason although the secret storage cannot be read', async () => {
    const error = new ApiError('status', { method: 'POST', url: 'http://localhost/', status: 401 });
    const input = {
      ...{ title: 'Sign In', steps: [], initial: {}, refusal: () => 'Wrong password.', diagnose: assert.fail },
      session: () => Promise.reject(new Error('The secret storage is broken.')),
      target: { application: { ...service().shop, contentGroups: [] }, environment: undefined },
    };
    const said = await withUser([], () =>
      retryUntilAccepted(input, () => Promise.reject(error)).catch((reason: unknown) => reason),
    );
    assert.deepEqual(titlesOf(said), ['Wrong password.']);
  });
});
