import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { publicAuthUrl, publicServerDomain } from '../../../src/applications/application';
import { run, storedApplications, writeApplications } from './fixture';
import { withUser } from './person';

describe('ClientIDs that are found in the workspace', () => {
  const [first, second] = ['0123456789abcdef0001', '0123456789abcdef0002'];
  let file = '';

  before(async () => {
    file = path.join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail(), 'found.js');
    await writeFile(file, `wx.BaaS.init('${first}')\nwx.BaaS.init('${second}')\n`);
  });

  after(async () => {
    await rm(file);
    await writeApplications(undefined);
  });

  it('become applications, also if another window adds one of them during the question', async () => {
    const entry = { name: 'Shop', clientId: first, authUrl: publicAuthUrl, serverDomain: publicServerDomain(first) };
    const answer = async () => {
      await writeApplications([...storedApplications(), entry]);
      return `${first}\n${second}`;
    };
    const asked = await withUser([[/ClientIDs in This Workspace/, answer]], () => run('applications.discover'));
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
