import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'mocha';
import type { ResolvedRequest } from '../../../src/requests/sending/resolvedRequest';
import { RequestError } from '../../../src/requests/document/requestError';
import { parseDocument } from '../../../src/requests/document/parse';
import type { Log } from '../../../src/ui/platform/log';
import { History } from '../../../src/ui/requests/history/history';
import type { BackgroundWork } from '../../../src/ui/requests/responses/backgroundWork';
import { eventually } from '../../ui/driver/eventually';
import { historyFile, run, writeSetting } from './fixture';
import { titlesOf, withUser } from './person';
import { openRequestFile, sendRequest, useFolder, useSelectedShop } from './requestDocuments';

/** The requests in the history, the newest last. */
async function written(): Promise<{ label: string }[]> {
  const lines = (await readFile(historyFile, 'utf8').catch(() => '')).split('\n').filter(Boolean);
  return lines.map(line => JSON.parse(line) as { label: string });
}

describe('the history of sent requests', () => {
  const service = useSelectedShop();
  const folder = useFolder();
  const groups = '/hserve/v1/content/group/';
  const last = (label: string) =>
    eventually(async () => (await written()).findLast(entry => entry.label === label) ?? assert.fail(label));
  after(() => writeSetting('hydrogen.history.enabled', undefined));

  it('takes secrets from the secret storage and asks for other values, because it contains none', async () => {
    const { name } = service().shop;
    const login = [
      ...['### History login', 'POST /hserve/v2.1/login/email/', ''],
      '{ "email": "customer@example.com", "password": "{{$secret password}}" }',
    ];
    const header = ['### History header', `GET ${groups}?limit=4`, 'X-Own: written-here'];
    const customer = 'Authorization: Hydrogen-r1 {{$secret customer}}';
    const identity = ['### History identity', `GET ${groups}?limit=3`, customer];
    await withUser([[/^Secret/, 'customer-password']], async () =>
      sendRequest(await openRequestFile(folder(), 'login', login)),
    );
    await sendRequest(await openRequestFile(folder(), 'header', header));
    await withUser([[/^Secret/, 'written-here']], async () =>
      sendRequest(await openRequestFile(folder(), 'identity', identity)),
    );
    const { requests } = service().sandbox;
    const again = async (label: string, answer: readonly [RegExp, string]) => {
      const entry = await last(label);
      const { length } = requests;
      const asked = await withUser([[/^Send again in which environment/, 'Production'], answer], () =>
        run('history.sendAgain', { entry }),
      );
      assert.equal(requests.length, length + 1, titlesOf(asked).join('\n'));
      assert.equal(asked[0]?.title, `Send again in which environment of ${name}?`);
      return { question: asked[1], sent: requests[length] };
    };
    const stored = await again('History login', [/^Use the secret/, 'Use Secret']);
    assert.match(stored.question?.detail ?? '', /^This is the first time the request history uses it\./);
    assert.equal(stored.sent?.status, 201);
    const asked = await again('History header', [/^Secret “X-Own” of/, 'typed-again']);
    assert.equal(asked.sent?.headers['x-own'], 'typed-again');
    const other = await again('History identity', [/^A value for the request/, 'Hydrogen-r1 typed-again']);
    assert.equal(other.question?.detail, 'Authorization');
    assert.equal(other.sent?.headers.authorization, 'Hydrogen-r1 •••');
    const text = await eventually(async () => {
      const all = await written();
      assert.equal(all.filter(({ label }) => label === 'History header').length, 2);
      return JSON.stringify(all);
    });
    assert.doesNotMatch(text, /customer-password|written-here|typed-again|"token\\*":\s*\\*"\w/);
  });

  it('records nothing while it is switched off, and is cleared when the user confirms', async () => {
    await writeSetting('hydrogen.history.enabled', false);
    await sendRequest(await openRequestFile(folder(), 'off', ['### While off', `GET ${groups}?limit=5`]));
    await writeSetting('hydrogen.history.enabled', undefined);
    await sendRequest(await openRequestFile(folder(), 'on', ['### While on', `GET ${groups}?limit=6`]));
    await last('While on');
    assert.ok(!(await written()).some(({ label }) => label === 'While off'));
    assert.deepEqual(titlesOf(await withUser([], () => run('history.clear'))), ['Clear the request history?']);
    assert.ok((await written()).length > 0);
    await withUser([[/^Clear/, 'Clear']], () => run('history.clear'));
    await eventually(async () => assert.deepEqual(await written(), []));
  });
});

/** Returns a history in a new folder, and a request that can be written into it. */
async function newHistory(warn: (text: string) => void) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'hydrogen-history-'));
  const history = new History(folder, {} as BackgroundWork, { warn } as unknown as Log);
  const [request = assert.fail()] = parseDocument('DELETE /a/\n').requests;
  const origins = { serverDomain: 'https://a.example', authUrl: 'https://a.example' };
  const application = { name: 'Shop', clientId: 'shop', ...origins, environments: [], contentGroups: [] };
  const url = new URL('https://a.example/a/');
  const sent = { method: 'DELETE', url, family: 'webApi', risk: 'writes', headers: [], body: { kind: 'none' } };
  const resolved = { ...sent, checks: [] } as unknown as ResolvedRequest;
  return { folder, history, begun: { request, resolved, selection: { application, environment: undefined } } };
}

describe('the file of the history', () => {
  it('is deleted with the drafts of a window that ended while it cut the file', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'hydrogen-history-'));
    const history = new History(folder, {} as BackgroundWork, {} as Log);
    for (const name of ['history.jsonl', `history.${randomUUID()}.jsonl`, 'responses.json'])
      await writeFile(path.join(folder, name), '');
    await history.clear();
    assert.deepEqual(await readdir(folder), ['responses.json']);
    await rm(folder, { recursive: true });
    await history.clear();
    history.dispose();
  });

  it('is not restored by a window that cuts it meanwhile', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'hydrogen-history-'));
    const history = new History(folder, {} as BackgroundWork, {} as Log);
    const [file, draft] = ['history.jsonl', 'history.draft.jsonl'].map(name => path.join(folder, name)) as [
      string,
      string,
    ];
    const cut = async () => {
      await writeFile(draft, '');
      await stat(file);
      await rename(draft, file);
    };
    for (let round = 0; round < 300; round += 1) {
      await writeFile(file, '');
      await Promise.all([cut().catch(() => rm(draft, { force: true })), history.clear()]);
      assert.deepEqual(await readdir(folder), [], `round ${round}`);
    }
    history.dispose();
    await rm(folder, { recursive: true });
  });

  it('has no entry for a request that was not sent, because its file is missing', async () => {
    const { folder, history, begun } = await newHistory(assert.fail);
    const error = new RequestError('noFile', './body.json');
    const outcome = { result: undefined, error, response: undefined, verdicts: [], secretNames: [] };
    await history.add({ ...begun, ...outcome, id: 'unsent' });
    assert.deepEqual(await history.entries(), []);
    await history.add({ ...begun, ...outcome, id: 'sent', milliseconds: 1 });
    assert.deepEqual(
      (await history.entries()).map(({ id }) => id),
      ['sent'],
    );
    history.dispose();
    await rm(folder, { recursive: true });
  });

  it('has no copy after another window cleared the history while the file was cut', async () => {
    const logged: string[] = [];
    const { folder, history, begun } = await newHistory(text => logged.push(text));
    let isDone = false;
    const clear = () => {
      if (readdirSync(folder).length > 1) rmSync(path.join(folder, 'history.jsonl'));
      else if (!isDone) setImmediate(clear);
    };
    clear();
    // The 50th entry cuts the file.
    for (const id of Array.from({ length: 50 }, (_, index) => `id-${index}`)) await history.begin({ ...begun, id });
    isDone = true;
    assert.deepEqual(logged, ['the history cannot be written: ENOENT']);
    assert.deepEqual(await readdir(folder), []);
    history.dispose();
    await rm(folder, { recursive: true });
  });
});
