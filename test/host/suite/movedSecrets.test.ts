import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { argumentOf, rejection, run, storageFolder, userData, useSandbox } from './fixture';

describe('the secrets of applications', () => {
  const service = useSandbox();
  const confirmed = () => ({ clientId: service().shop.clientId, confirmed: true });

  it('stay where they are if the settings cannot be written', async () => {
    await run('application.add', argumentOf(service().shop));
    const file = path.join(userData, 'User', 'settings.json');
    const settings = await readFile(file, 'utf8');
    await writeFile(file, `${settings} "broken`);
    try {
      assert.match(await rejection(run('application.keepForSession', confirmed())), /settings/);
    } finally {
      await writeFile(file, settings);
    }
    service().sandbox.revokeTokens(service().shop.clientId);
    await run('application.authorize', confirmed());
  });

  it('are all forgotten, although the lock of one application is requested by another machine', async () => {
    await run('application.add', argumentOf(service().blog));
    await run('application.authorize', confirmed());
    for (const stamp of (await readdir(storageFolder)).filter(name => name.endsWith('.stamp'))) {
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
});
