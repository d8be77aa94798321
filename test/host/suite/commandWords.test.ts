import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'mocha';
import { eventually } from '../../ui/driver/eventually';
import { argumentOf, rejection, run, useSandbox } from './fixture';
import { titlesOf, withUser } from './person';

/** Returns the text of the extension's log, from all windows of this profile. */
async function log(): Promise<string> {
  const user = path.join(path.dirname(process.env.HYDROGEN_RESULTS ?? assert.fail('no profile')), 'user');
  const names = await readdir(user, { recursive: true });
  const logs = names.filter(name => path.basename(name).endsWith('Hydrogen.log'));
  return (await Promise.all(logs.map(name => readFile(path.join(user, name), 'utf8')))).join('\n');
}

describe('the words of a command', () => {
  const service = useSandbox();
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
});
