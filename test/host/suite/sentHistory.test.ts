import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { eventually } from '../../ui/driver/eventually';
import { run } from './fixture';
import { titlesOf, withUser } from './person';
import { openRequestFile, sendRequest, useFolder, useSelectedShop } from './requestDocuments';

/** The requests in the history, the newest last. */
async function written(): Promise<{ label: string }[]> {
  const user = path.join(path.dirname(process.env.HYDROGEN_RESULTS ?? assert.fail('no profile')), 'user');
  const names = await readdir(user, { recursive: true });
  const file = names.find(name => name.endsWith('history.jsonl'));
  if (file === undefined) return [];
  const lines = (await readFile(path.join(user, file), 'utf8')).split('\n').filter(Boolean);
  return lines.map(line => JSON.parse(line) as { label: string });
}

describe('the history of sent requests', () => {
  const service = useSelectedShop();
  const folder = useFolder();
  const groups = '/hserve/v1/content/group/';
  const last = (label: string) =>
    eventually(async () => (await written()).findLast(entry => entry.label === label) ?? assert.fail(label));
  const settings = () => vscode.workspace.getConfiguration('hydrogen');
  after(() => settings().update('history.enabled', undefined, vscode.ConfigurationTarget.Global));

  it('takes secrets from the secret storage and asks for other values, because it contains none', async () => {
    const { name } = service().shop;
    const login = [
      ...['### History login', 'POST /hserve/v2.1/login/email/', ''],
      '{ "email": "customer@example.com", "password": "{{$secret password}}" }',
    ];
    const header = ['### History header', `GET ${groups}?limit=4`, 'X-Own: written-here'];
    await withUser([[/^Secret/, 'customer-password']], async () =>
      sendRequest(await openRequestFile(folder(), 'login', login)),
    );
    await sendRequest(await openRequestFile(folder(), 'header', header));
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
    const text = await eventually(async () => {
      const all = await written();
      assert.equal(all.filter(({ label }) => label === 'History header').length, 2);
      return JSON.stringify(all);
    });
    assert.doesNotMatch(text, /customer-password|written-here|typed-again|"token\\*":\s*\\*"\w/);
  });

  it('records nothing while it is switched off, and is cleared when the user confirms', async () => {
    await settings().update('history.enabled', false, vscode.ConfigurationTarget.Global);
    await sendRequest(await openRequestFile(folder(), 'off', ['### While off', `GET ${groups}?limit=5`]));
    await settings().update('history.enabled', undefined, vscode.ConfigurationTarget.Global);
    await sendRequest(await openRequestFile(folder(), 'on', ['### While on', `GET ${groups}?limit=6`]));
    await last('While on');
    assert.ok(!(await written()).some(({ label }) => label === 'While off'));
    assert.deepEqual(titlesOf(await withUser([], () => run('history.clear'))), ['Clear the request history?']);
    assert.ok((await written()).length > 0);
    await withUser([[/^Clear/, 'Clear']], () => run('history.clear'));
    await eventually(async () => assert.deepEqual(await written(), []));
  });
});
