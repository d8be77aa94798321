import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { arrangeShop } from '../driver/arrangedSettings';
import { codeLens } from '../driver/editor';
import { eventually } from '../driver/eventually';
import { expectNotification, pressInModal, readModal } from '../driver/messages';
import { openDocument, responseShows, sendFirst, useOtherServer, writeDocuments } from './requestsFixture';
import { statusBarItem, statusMessage } from '../driver/statusBar';
import { useSandbox } from '../servers/useSandbox';
import { useWorkbench } from '../driver/workbench';

const path = '/hserve/v1/content/group/';

describe('a request document in an untrusted workspace', () => {
  const service = useSandbox();
  const other = useOtherServer();
  const workbench = useWorkbench({
    restricted: true,
    arrange: async profile => {
      await arrangeShop(profile, service().shop);
      await writeDocuments(profile, {
        groups: [`GET ${path}?limit=1`],
        limited: [`GET ${path}?limit={{limit}}`],
        named: ['# @application Shop', '# @environment Staging', `GET ${path}?limit=2`],
        elsewhere: [`GET ${other().origin}/one`, '###', `GET ${other().origin}/two`],
        machine: [`GET ${path}`, 'X-A: {{$processEnv PATH}}'],
      });
      const folder = join(profile.workspace, '.vscode');
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'settings.json'), JSON.stringify({ 'hydrogen.variables': { '*': { limit: 1 } } }));
    },
  });

  it('is sent when the user requests it', async () => {
    const { page } = workbench();
    await statusBarItem(page, 'Restricted Mode').waitFor();
    await sendFirst(page, 'groups');
    await responseShows(page, 'HTTP 200 OK');
    await codeLens(page, 'Send · Shop · Production').waitFor();
    await workbench().screenshot('requests restricted');
  });

  it('goes to the application and environment that it names in the settings of the user', async () => {
    const { page } = workbench();
    await sendFirst(page, 'named');
    await responseShows(page, '# Shop · Staging');
    assert.equal(service().sandbox.requests.at(-1)?.environment, service().shop.environments[0]?.envId);
  });

  it('takes no variable from the settings of that workspace', async () => {
    const { page } = workbench();
    await sendFirst(page, 'limited');
    await expectNotification(page, 'limit is not defined.');
  });

  it('gets no value of the machine', async () => {
    const { page } = workbench();
    const { length } = service().sandbox.requests;
    await sendFirst(page, 'machine');
    await expectNotification(
      page,
      'This workspace is not trusted and gets no values from this machine. Trust it first.',
    );
    assert.equal(service().sandbox.requests.length, length);
  });

  it('asks for every request to another host, and once for several requests', async () => {
    const { page } = workbench();
    await openDocument(page, 'elsewhere');
    await codeLens(page, 'Send All').click();
    await pressInModal(page, 'Send');
    await statusMessage(page, 'All 2 requests got a response.');
    assert.equal(other().headers.length, 2);
    await sendFirst(page, 'elsewhere');
    await readModal(page);
    assert.equal(other().headers.length, 2);
    await pressInModal(page, 'Send');
    await eventually(() => assert.equal(other().headers.length, 3));
  });
});
