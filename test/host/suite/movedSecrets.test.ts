import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, it } from 'mocha';
import {
  argumentOf,
  rejection,
  run,
  storageFolder,
  storedApplications,
  useSandbox,
  withBrokenSettings,
  writeApplications,
} from './fixture';
import { eventually } from '../../ui/driver/eventually';
import { titlesOf, withPerson, withUser, type Answers } from './person';
import { applicationNode } from '../../../src/ui/nodes/application';
import { environmentNode } from '../../../src/ui/nodes/environment';

async function stamps(): Promise<string[]> {
  return (await readdir(storageFolder)).filter(name => name.endsWith('.stamp'));
}

describe('the secrets of applications', () => {
  const service = useSandbox();
  const confirmed = () => ({ clientId: service().shop.clientId, confirmed: true });

  afterEach(async () => {
    const { clientId } = service().blog;
    const isThere = storedApplications().some(stored => stored.clientId === clientId);
    if (isThere) await run('application.remove', { clientId, confirmed: true });
  });

  it('stay where they are if the settings cannot be written', async () => {
    await run('application.add', argumentOf(service().shop));
    await withBrokenSettings(async () =>
      assert.match(await rejection(run('application.keepForSession', confirmed())), /settings/),
    );
    service().sandbox.revokeTokens(service().shop.clientId);
    await run('application.authorize', confirmed());
  });

  /** Adds the entry of the blog to the settings like a user, asserts that no ClientSecret is stored, and removes it. */
  async function blogHasNoSecret(): Promise<void> {
    const { clientSecret: _, ...entry } = argumentOf(service().blog);
    const { clientId } = entry;
    await writeApplications([...storedApplications().filter(other => other.clientId !== clientId), entry]);
    try {
      assert.match(await rejection(run('application.authorize', { clientId })), /No ClientSecret is stored/);
    } finally {
      await run('application.remove', { clientId, confirmed: true });
    }
  }

  /** Adds the blog and edits it. Runs `change` before the ClientSecret is entered. */
  async function addAndEditBlog(change: () => Thenable<unknown>): Promise<void> {
    const { clientId, clientSecret } = service().blog;
    await run('application.add', argumentOf(service().blog));
    await withPerson(
      async ({ detail, choices: [value] }) => {
        if (!detail.startsWith('ClientSecret.')) return value;
        await change();
        return clientSecret;
      },
      async () => void (await run('application.edit', { clientId })),
    );
  }

  it('are not stored for an application that cannot be added', async () => {
    await withBrokenSettings(async () =>
      assert.match(await rejection(run('application.add', argumentOf(service().blog))), /settings/),
    );
    await blogHasNoSecret();
  });

  it('are not stored for an application that is removed while it is edited', async () => {
    const { clientId } = service().blog;
    const editing = addAndEditBlog(() => run('application.remove', { clientId, confirmed: true }));
    assert.match(await rejection(editing), /no longer in the settings, so it was not saved/);
    await blogHasNoSecret();
  });

  it('are not copied in part', async () => {
    const { clientId } = service().blog;
    const before = await stamps();
    await run('application.add', argumentOf(service().blog));
    const added = (await stamps()).find(name => !before.includes(name)) ?? assert.fail('no stamp');
    await run('application.keepForSession', { clientId, confirmed: true });
    // A file in the place of the lock: the ClientSecret can be copied, but not the tokens.
    const lock = path.join(storageFolder, added.replace(/stamp$/, 'lock'));
    await writeFile(lock, '');
    try {
      assert.match(await rejection(run('application.keepInStorage', { clientId })), /lock|renewing a token/);
    } finally {
      await rm(lock);
    }
    await run('application.authorize', { clientId });
    await blogHasNoSecret();
  });

  /** Sets or deletes `sessionOnly` of the blog in the settings, like another window. */
  async function setSessionOnly(sessionOnly: boolean): Promise<void> {
    const { clientId } = service().blog;
    const flag = sessionOnly ? { sessionOnly } : {};
    await writeApplications(
      storedApplications().map(stored => {
        const { sessionOnly: _, ...rest } = stored as typeof stored & { sessionOnly?: boolean };
        return rest.clientId === clientId ? { ...rest, ...flag } : rest;
      }),
    );
  }

  /** Asserts that the secret storage has no ClientSecret of the blog, which is kept for the session. */
  async function storageHasNoSecret(): Promise<void> {
    const { clientId } = service().blog;
    await run('application.authorize', { clientId });
    await setSessionOnly(false);
    assert.match(await rejection(run('application.authorize', { clientId })), /No ClientSecret is stored/);
  }

  it('are deleted from the secret storage although the settings say already that they are kept for the session', async () => {
    const { clientId } = service().blog;
    await run('application.add', argumentOf(service().blog));
    await setSessionOnly(true);
    await run('application.keepForSession', { clientId, confirmed: true });
    await storageHasNoSecret();
  });

  const keepForSession = () =>
    run('application.keepForSession', { clientId: service().blog.clientId, confirmed: true });

  it('are kept for the session if another window has said so while the application was edited', async () => {
    await addAndEditBlog(keepForSession);
    await storageHasNoSecret();
  });

  it('are kept for the session if another window has said so while the ClientSecret was entered', async () => {
    const { clientSecret, ...blog } = service().blog;
    const { clientSecret: _, ...entry } = argumentOf(service().blog);
    await writeApplications([...storedApplications(), entry]);
    await withPerson(
      async ({ kind }) => {
        if (kind !== 'box') return undefined;
        await keepForSession();
        return clientSecret;
      },
      async () => void (await run('application.authorize', applicationNode({ ...blog, contentGroups: [] }))),
    );
    await storageHasNoSecret();
  });

  it('are asked for again by “Try Again” after the service refused them', async () => {
    const { clientSecret, ...blog } = service().blog;
    const { clientSecret: _, ...entry } = argumentOf(service().blog);
    await writeApplications([...storedApplications(), entry]);
    const typed = ['wrong-secret', clientSecret];
    const answers: Answers = [
      [/^Authorize /, async () => typed.shift()],
      [/^The service refused/, 'Try Again'],
    ];
    const asked = await withUser(answers, () =>
      run('application.authorize', applicationNode({ ...blog, contentGroups: [] })),
    );
    assert.deepEqual(
      asked.map(({ kind, choices }) => (kind === 'modal' ? choices : kind)),
      ['box', ['Try Again'], 'box', 'status'],
    );
    await run('application.authorize', { clientId: blog.clientId });
  });

  it('are kept for the session if another window chose this while a user signed in', async () => {
    const { blog } = service();
    await run('application.add', argumentOf(blog));
    await run('application.select', { clientId: blog.clientId });
    const moves = async () => {
      await keepForSession();
      return 'Anonymously';
    };
    await withUser(
      [
        [/^Sign In as a User of/, moves],
        [/^Create a user/, 'Create User'],
      ],
      () => run('user.signIn'),
    );
    assert.deepEqual(titlesOf(await withUser([], () => run('user.show'))), []);
  });

  it('are moved with the session of a user in an environment that another window has added', async () => {
    const { blog } = service();
    const { clientId } = blog;
    const [environment = assert.fail()] = blog.environments;
    await run('application.add', { ...argumentOf(blog), environments: [] });
    const user = environmentNode(applicationNode({ ...blog, contentGroups: [] }), environment);
    const isSignedIn = async () => {
      await run('environment.select', { clientId, envId: environment.envId });
      const said = titlesOf(await withUser([], () => run('user.show')));
      return !said.some(title => title.startsWith('Nobody is signed in'));
    };
    const signsIn = async () => {
      await run('environment.add', { clientId, ...environment, confirmed: true });
      await withUser([[/^Sign In as a User of/, 'Anonymously']], () => run('user.signIn', user));
      assert.ok(await isSignedIn());
      return 'Keep for This Session';
    };
    await withUser([[/^Keep the secrets of/, signsIn]], () =>
      run('application.keepForSession', applicationNode({ ...blog, contentGroups: [] })),
    );
    assert.ok(await isSignedIn());
    await setSessionOnly(false);
    await eventually(async () => assert.ok(!(await isSignedIn())));
  });

  it('are all forgotten, although the record of a notification cannot be deleted', async () => {
    await run('application.add', argumentOf(service().blog));
    await run('application.authorize', confirmed());
    const { authUrl, clientId } = service().shop;
    const digest = createHash('sha256').update(`${authUrl}|${clientId}`).digest('hex').slice(0, 24);
    // A folder in the place of the file.
    await mkdir(path.join(storageFolder, `told-${digest}-x`));
    await run('secrets.forgetAll', { confirmed: true });
    for (const application of [service().shop, service().blog]) {
      assert.match(await rejection(run('application.authorize', { clientId: application.clientId })), /ClientSecret/);
    }
    await run('application.remove', confirmed());
    await run('application.add', argumentOf(service().shop));
  });

  it('are all forgotten, although the lock of one application is requested by another machine', async () => {
    await run('application.add', argumentOf(service().blog));
    await run('application.authorize', confirmed());
    for (const stamp of await stamps()) {
      await mkdir(path.join(storageFolder, stamp.replace(/stamp$/, 'lock.1.other.aa')));
    }
    await run('secrets.forgetAll', { confirmed: true });
    for (const { clientId } of [service().shop, service().blog]) {
      assert.match(await rejection(run('application.authorize', { clientId })), /ClientSecret/);
    }
    assert.deepEqual(
      (await readdir(storageFolder)).filter(name => /stamp|lock/.test(name)),
      [],
    );
  });

  it('are not forgotten by Enter, which presses the first button', async () => {
    const asked = await withPerson(
      ({ choices }) => choices[0],
      async () => void (await Promise.resolve(run('secrets.forgetAll')).catch(() => undefined)),
    );
    assert.deepEqual(asked[0]?.choices, ['Keep All', 'Forget All']);
  });

  it('are forgotten with a warning if the other windows cannot be notified, otherwise without', async () => {
    const warnings = async () =>
      titlesOf(
        await withPerson(
          () => 'Forget All',
          async () => void (await run('secrets.forgetAll')),
        ),
      ).slice(1);
    const mark = path.join(storageFolder, 'forgotten.json');
    assert.deepEqual(await warnings(), []);
    await rm(mark);
    // A folder in the place of the file.
    await mkdir(mark);
    try {
      assert.match((await warnings()).join('\n'), /^[^\n]+\. Other windows could not be notified\. [^\n]+$/);
      await withPerson(
        ({ title }) => {
          if (!title.includes('could not be notified')) return 'Forget All';
          rmSync(mark, { recursive: true });
          return 'Try Again';
        },
        async () => {
          await run('secrets.forgetAll');
          await eventually(async () => assert.ok((await stat(mark)).isFile()));
        },
      );
    } finally {
      await rm(mark, { recursive: true, force: true });
    }
  });
});
