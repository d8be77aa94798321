import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { rejection, run, storageFolder, withoutAllowance, writeApplications } from './fixture';
import { titlesOf, withPerson, withUser } from './person';

describe('a world file', () => {
  let folder = '';
  let text = '';
  const uriOf = (name: string) => vscode.Uri.file(path.join(folder, name));
  /** Writes a file and loads it, without asking if the settings allow it. */
  const load = async (name: string, content: string) => {
    await writeFile(uriOf(name).fsPath, content);
    await run('sandbox.loadWorld', { uri: uriOf(name), confirmed: true });
  };

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'world-files-'));
    await run('sandbox.start');
    await run('sandbox.saveWorld', { clientId: '8ee5700938755f0703fc', uri: uriOf('shop.json'), confirmed: true });
    text = await readFile(uriOf('shop.json').fsPath, 'utf8');
  });
  after(async () => {
    const { clientId } = JSON.parse(text) as { clientId: string };
    await run('sandbox.removeWorld', { clientId, confirmed: true });
    await run('sandbox.stop');
    await rm(path.join(storageFolder, 'worlds'), { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  });

  it('is not loaded with the ClientID of an application in the settings', async () => {
    const clientId = 'a1'.repeat(10);
    const origins = { serverDomain: 'https://a.example', authUrl: 'https://a.example' };
    await writeApplications([{ name: 'Own', clientId, ...origins }]);
    const loading = load('own.json', text.replace(/"clientId": "\w+"/, `"clientId": "${clientId}"`));
    assert.match(await rejection(loading), /^Own already has this ClientID\. Change “clientId” in the world file/);
    await writeApplications([]);
    assert.match(await rejection(run('sandbox.removeWorld', { clientId, confirmed: true })), /no application/);
  });

  it('is saved with a warning that names functions whose code contains a key', async () => {
    const keyed = text.replace(
      /"function_code":"[^"]*/,
      `"function_code":"const secret = '${'0a1b2c3d4e'.repeat(4)}';`,
    );
    await load('keyed.json', keyed);
    const save = async (application: string) => {
      const picks = [application, 'Production'];
      const said = await withUser(
        [[/^Save World$/, async () => picks.shift()]],
        () => vscode.commands.executeCommand('hydrogen.sandbox.saveWorld'),
        uriOf('saved.json').fsPath,
      );
      return titlesOf(said).at(-1) ?? '';
    };
    assert.match(await save('Sandbox Shop (Sandbox)'), /^The world was saved\. .* a key: hello\. Remove it before/);
    assert.equal(await save('Sandbox Blog'), 'The world was saved');
  });

  it('replaces stored data that cannot be read only after a question', async () => {
    await load('shop.json', text);
    const { clientId } = JSON.parse(text) as { clientId: string };
    const stored = path.join(storageFolder, 'worlds', clientId, 'world.json');
    const newer = text.replace('"version": 1', '"version": 9');
    await writeFile(stored, newer);
    await withoutAllowance('sandbox.loadWorld', async () => {
      const asked = await withPerson(
        () => undefined,
        async () => assert.match(await rejection(load('shop.json', text)), /Cancelled/),
      );
      assert.deepEqual(titlesOf(asked), ['Replace the data of Sandbox Shop (Sandbox)?']);
      assert.match(asked[0]?.detail ?? '', /world\.json comes from a newer version of Hydrogen BaaS/);
      assert.equal(await readFile(stored, 'utf8'), newer);
      await withPerson(
        () => 'Replace',
        () => load('shop.json', text),
      );
    });
    assert.notEqual(await readFile(stored, 'utf8'), newer);
  });

  it('replaces data after a question that names them as the sandbox does', async () => {
    await load('shop.json', text);
    await withoutAllowance('sandbox.loadWorld', async () => {
      const asked = await withPerson(
        () => undefined,
        async () => {
          const loading = load('other.json', text.replace('"application":"Sandbox Shop"', '"application":"Other"'));
          assert.match(await rejection(loading), /Cancelled/);
        },
      );
      assert.deepEqual(titlesOf(asked), ['Replace the data of Sandbox Shop (Sandbox)?']);
    });
  });
});
