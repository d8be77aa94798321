import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import { publicAuthUrl, publicServerDomain } from '../../../src/applications/application';
import { run, storedApplications, writeApplications } from './fixture';
import { withUser } from './person';

describe('ClientIDs that are found', () => {
  const [first, second] = ['0123456789abcdef0001', '0123456789abcdef0002'];
  const variable = process.platform === 'win32' ? 'USERPROFILE' : 'HOME';
  const usual = process.env[variable];
  let home = '';

  before(async () => {
    home = await mkdtemp(path.join(os.tmpdir(), 'hydrogen-home-'));
    await writeFile(path.join(home, '.mincloudrc'), `tokens=${first}:x,${second}:x\n`);
    process.env[variable] = home;
  });

  after(async () => {
    process.env[variable] = usual;
    await rm(home, { recursive: true });
    await writeApplications(undefined);
  });

  it('become applications, also if another window adds one of them during the question', async () => {
    const entry = { name: 'Shop', clientId: first, authUrl: publicAuthUrl, serverDomain: publicServerDomain(first) };
    const answer = async () => {
      await writeApplications([...storedApplications(), entry]);
      return `${first}\n${second}`;
    };
    const asked = await withUser([[/Import from the mincloud CLI/, answer]], () => run('applications.importCli'));
    assert.equal(
      asked.at(-1)?.title,
      'Applications added: 1. Authorize to enter the ClientSecret. “Shop” already has this ClientID on this server.',
    );
    assert.deepEqual(
      storedApplications().map(({ clientId }) => clientId),
      [first, second],
    );
  });
});
