import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { codeLens, groupText } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { clearNotifications, notification, pressInModal, readModal } from '../driver/messages';
import {
  responseShows,
  sendFirst,
  sendLens,
  writeApplication,
  writeDocuments,
  writtenHistory,
} from './requestsFixture';
import { saidInStatusBar } from '../driver/statusBar';
import { useSandbox } from '../servers/useSandbox';
import { useWorkbench } from '../driver/workbench';

const groups = '/hserve/v1/content/group/';

describe('values of the machine', () => {
  const service = useSandbox();
  const workbench = useWorkbench({
    env: { HYDROGEN_TEST_VALUE: 'value-of-the-process' },
    arrange: async profile => {
      await writeApplication(profile, service().shop);
      await writeDocuments(profile, {
        both: [`GET ${groups}?limit=1`, 'X-File: {{$dotenv FROM_FILE}}', 'X-Own: {{$processEnv HYDROGEN_TEST_VALUE}}'],
        missing: [`GET ${groups}?limit=2`, 'X-File: {{$dotenv NOTHING}}'],
      });
      const lines = ['# values', 'export FROM_FILE="value of the file" # quoted', 'OTHER=1'];
      await writeFile(path.join(profile.workspace, '.env'), lines.join('\n'));
    },
  });

  it('are used after one question, and appear in no log or history', async () => {
    const { page, profile } = workbench();
    const { requests } = service().sandbox;
    const { length } = requests;
    await sendFirst(page, 'both');
    const { message, detail } = await readModal(page);
    assert.equal(message, 'Let both.hydrogen.http use values from this machine?');
    assert.match(detail, /\$dotenv FROM_FILE, \$processEnv HYDROGEN_TEST_VALUE/);
    await workbench().screenshot('requests machine values');
    await pressInModal(page, 'Cancel');
    await saidInStatusBar(page, 'Cancelled. Nothing was sent.');
    assert.equal(requests.length, length);
    await codeLens(page, sendLens).click();
    await readModal(page);
    await pressInModal(page, 'Allow');
    await responseShows(page, `# GET ${groups}?limit=1`);
    await sendFirst(page, 'both');
    await eventually(() => assert.equal(requests.length, length + 2));
    for (const { headers } of requests.slice(length)) {
      assert.deepEqual([headers['x-file'], headers['x-own']], ['value of the file', 'value-of-the-process']);
    }
    const values = /value of the file|value-of-the-process/;
    assert.doesNotMatch(await groupText(page, 1), values);
    await eventually(async () => assert.equal((await writtenHistory(profile)).length, 2));
    assert.doesNotMatch((await writtenHistory(profile)).join('\n'), values);
    const logs = await workbench().logs();
    assert.deepEqual(
      logs.filter(({ text }) => values.test(text)).map(({ file }) => file),
      [],
    );
  });

  it('are reported when they are missing', async () => {
    const { page } = workbench();
    await sendFirst(page, 'missing');
    await readModal(page);
    await pressInModal(page, 'Allow');
    await notification(page, 'The file .env has no NOTHING.').waitFor();
    await clearNotifications(page);
  });
});
