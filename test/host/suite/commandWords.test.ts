import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { CommandRunner } from '../../../src/ui/platform/command';
import { useHttpServer } from '../../httpServer';
import { eventually } from '../../ui/driver/eventually';
import {
  argumentOf,
  extensionId,
  rejection,
  run,
  storedApplications,
  userFiles,
  useSandbox,
  writeApplications,
} from './fixture';
import { titlesOf, withUser } from './person';

/** Returns the text of a log of the extension, from all windows of this profile. */
async function log(end = 'Hydrogen.log'): Promise<string> {
  const logs = (await userFiles()).filter(name => name.endsWith(end));
  return (await Promise.all(logs.map(name => readFile(name, 'utf8')))).join('\n');
}

describe('the words of a command', () => {
  const service = useSandbox();
  const forged = '2026-01-01 00:00:00.000 [info] a forged line';
  const refusing = useHttpServer((_, response) =>
    response.writeHead(400).end(JSON.stringify({ error_msg: `refused\n${forged}` })),
  );
  before(async () => {
    await run('application.add', argumentOf(service().shop));
    await run('application.add', argumentOf(service().blog));
  });

  it('are the title of the list of applications before one is removed', async () => {
    const [asked, ...more] = await withUser([], () => run('application.remove'));
    assert.deepEqual([asked?.kind, asked?.title, more], ['list', 'Remove Application', []]);
    assert.deepEqual([...(asked?.choices ?? [])].sort(), [service().blog.name, service().shop.name].sort());
  });

  it('confirm an authorization with the lifetime of the token', async () => {
    const { clientId, name } = service().shop;
    const before = service().sandbox.requests.length;
    const said = await withUser([], () => run('application.authorize', { clientId }));
    assert.ok(service().sandbox.requests.length > before);
    assert.match(titlesOf(said).join('\n'), new RegExp(`^${name} is authorized for \\d+ days$`));
  });

  it('explain an ID with other characters', async () => {
    const clientId = 'Größe';
    const said = await rejection(run('application.add', { ...argumentOf(service().shop), clientId }));
    assert.match(said, /An ID consists of ASCII letters, digits and punctuation\./);
  });

  it('are in the log, instead of the name of an error', async () => {
    const sentence = 'There is no application or environment with these IDs.';
    assert.equal(await rejection(run('application.remove', { clientId: 'nowhere', confirmed: true })), sentence);
    const text = await eventually(async () => {
      const written = await log();
      assert.ok(written.includes(`hydrogen.application.remove: ${sentence}`), written);
      return written;
    });
    assert.doesNotMatch(text, /UiError/);
  });

  it('are one line in the log, even if the service sends several', async () => {
    const before = storedApplications();
    const origins = { authUrl: refusing(), serverDomain: refusing() };
    try {
      await rejection(run('application.add', { ...argumentOf(service().shop), ...origins }));
    } finally {
      await writeApplications(before);
    }
    const text = await eventually(async () => {
      const written = await log();
      assert.ok(written.includes(forged), written);
      return written;
    });
    assert.ok(!text.split('\n').includes(forged), text);
  });

  it('are not in the log if they are those of an unknown error', async () => {
    const words = vscode.window.createOutputChannel('Words', { log: true });
    const extension = vscode.extensions.getExtension(extensionId) ?? assert.fail('no extension');
    const runner = new CommandRunner(words, extension);
    runner.register('hydrogen.failing', () => {
      throw new RangeError('one line\nanother secret line\n    at a secret place');
    });
    await assert.rejects(runner.run('hydrogen.failing', {}));
    const text = await eventually(async () => {
      const written = await log('Words.log');
      assert.match(written, /hydrogen\.failing: RangeError[^]*\n\s+at /);
      return written;
    });
    words.dispose();
    assert.doesNotMatch(text, /secret/);
  });

  it('are in the log with the new name of an application', async () => {
    const { clientId } = service().shop;
    await run('application.authorize', { clientId });
    const renamed = storedApplications().map(each =>
      each.clientId === clientId ? { ...each, name: 'Renamed Shop' } : each,
    );
    await writeApplications(renamed);
    await run('application.authorize', { clientId });
    await eventually(async () => assert.match(await log(), /Renamed Shop: authorized/));
  });
});
