import assert from 'node:assert/strict';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
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
import { titlesOf, withUser, type Answers } from './person';
import { applicationNode } from '../../../src/ui/nodes/application';

const notAll = / was removed from the settings, but not everything .* deleted: the record of the last token\. /;

describe('the secrets of a removed application', () => {
  const service = useSandbox();
  const confirmed = () => ({ clientId: service().shop.clientId, confirmed: true });
  const isThere = () => storedApplications().some(({ clientId }) => clientId === service().shop.clientId);
  /** A folder in the place of a file that the removal deletes. */
  let undeletable = '';
  const makeUndeletable = () => mkdir(undeletable);
  /** Runs the command like a user, who presses a button of the message that not everything was deleted. */
  const removeWith = async (answer: () => Promise<string | undefined>) => {
    const { clientSecret: _, ...shop } = service().shop;
    const answers: Answers = [
      [/^Remove /, 'Remove'],
      [notAll, answer],
    ];
    return withUser(answers, async () => {
      await run('application.remove', applicationNode({ ...shop, contentGroups: [] }));
    });
  };

  beforeEach(async () => {
    await run('application.add', argumentOf(service().shop));
    const [stamp = assert.fail('no stamp')] = (await readdir(storageFolder)).filter(name => name.endsWith('.stamp'));
    undeletable = path.join(storageFolder, `${stamp}.x`);
  });

  afterEach(async () => {
    await rm(undeletable, { recursive: true, force: true });
    if (isThere()) await run('application.remove', confirmed());
  });

  it('stay if the settings cannot be written', async () => {
    await withBrokenSettings(async () =>
      assert.match(await rejection(run('application.remove', confirmed())), /user settings could not be written/),
    );
    assert.ok(isThere());
    service().sandbox.revokeTokens(service().shop.clientId);
    await run('application.authorize', confirmed());
  });

  it('are not reported as deleted if one of them is left', async () => {
    await makeUndeletable();
    assert.match(await rejection(run('application.remove', confirmed())), notAll);
    assert.ok(!isThere());
    const { clientSecret: _, ...entry } = argumentOf(service().shop);
    await writeApplications([entry]);
    assert.match(await rejection(run('application.authorize', confirmed())), /No ClientSecret is stored/);
  });

  it('are deleted by “Try Again”', async () => {
    await makeUndeletable();
    await removeWith(async () => {
      await rm(undeletable, { recursive: true });
      // Anything that the first attempt could not delete.
      await writeFile(undeletable, '');
      return 'Try Again';
    });
    await eventually(async () => assert.ok(!(await readdir(storageFolder)).includes(path.basename(undeletable))));
    assert.ok(!isThere());
  });

  it('stay when “Try Again” is pressed after the application was added again', async () => {
    await makeUndeletable();
    let isAdded = false;
    const said = await removeWith(async () => {
      await rm(undeletable, { recursive: true });
      await run('application.add', argumentOf(service().shop));
      isAdded = true;
      return 'Try Again';
    });
    await eventually(() => assert.ok(isAdded, titlesOf(said).join('\n')));
    await run('application.authorize', confirmed());
  });
});
