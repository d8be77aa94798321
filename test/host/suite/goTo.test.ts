import assert from 'node:assert/strict';
import { after, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { createHttpClient } from '../../../src/api/http/httpClient';
import type { Fetch } from '../../../src/api/http/sendOnce';
import { isCancelled } from '../../../src/ui/platform/command';
import { Lists } from '../../../src/ui/explorer/lists';
import { pickAnything } from '../../../src/ui/explorer/search/goTo';
import type { Users } from '../../../src/ui/users/userSessions';
import { eventually } from '../../ui/driver/eventually';
import { useContentServer } from '../../ui/servers/contentServer';

const names = ['Production', 'One', 'Two', 'Three', 'Four', 'Five'];
const environments = names.slice(1).map(name => ({ name, envId: name }));

describe('“Go to…” with an environment that does not respond', () => {
  const server = useContentServer();
  const client = createHttpClient({ strictSSL: true, systemCertificates: false });
  after(() => client.close());

  /** Opens “Go to…” with a text. @param fetch is given to everything that reads */
  async function search(
    text: string,
    fetch: Fetch,
    body: (shown: () => string[], close: () => void) => Promise<void>,
  ): Promise<void> {
    // The content server lists one small group for this ClientID, with 20 categories.
    const application = { ...server().application, clientId: 'library-client-1', environments, contentGroups: [] };
    const applications = {
      list: () => ({ applications: [application], problems: [] }),
      onDidChange: () => new vscode.Disposable(() => undefined),
    };
    const http = { fetch: async () => fetch };
    const users = { of: () => undefined } as unknown as Users;
    const lists = new Lists({ applications, http, users, tokens: { of: () => assert.fail('no token is needed') } });
    const selection = { current: () => ({ application, environment: undefined }) };
    const tokens = { isAuthorized: async () => false };
    const { window } = vscode;
    const create = window.createQuickPick;
    let pick: vscode.QuickPick<vscode.QuickPickItem> | undefined;
    Object.assign(window, { createQuickPick: () => (pick = create()) });
    const picked = pickAnything({ applications, selection, tokens, http, lists, cachedChildren: () => [] });
    Object.assign(window, { createQuickPick: create });
    const ended = assert.rejects(picked, isCancelled);
    const opened = pick ?? assert.fail('no list');
    opened.value = text;
    const shown = () =>
      opened.items.map(({ description = '' }) => names.find(name => description.includes(name)) ?? '');
    await body(
      () => shown().filter(name => name !== ''),
      () => opened.hide(),
    );
    opened.hide();
    await ended;
    lists.dispose();
  }

  for (const slow of ['Production', 'Two']) {
    it(`shows the results of the others while ${slow} does not respond, and keeps their order`, async () => {
      let release = () => undefined as void;
      const held = new Promise<void>(resolve => (release = resolve));
      const fetch: Fetch = async (url, init) => {
        const name = new Headers(init.headers).get('X-Hydrogen-Env-ID') ?? 'Production';
        if (name === slow) await held;
        return client.fetch(url, init);
      };
      server().requests.splice(0);
      await search('Category 20001', fetch, async shown => {
        const others = names.filter(name => name !== slow);
        await eventually(() => assert.deepEqual(shown(), others));
        release();
        await eventually(() => assert.deepEqual(shown(), names));
        // For each environment its groups, the categories of the group, and the contents of the group.
        await eventually(() => assert.equal(server().requests.length, 3 * names.length));
      });
      assert.equal(server().requests.length, 3 * names.length);
    });
  }

  it('begins to read no further environment after it was closed', async () => {
    const begun = new Set<string>();
    let release = () => undefined as void;
    const held = new Promise<void>(resolve => (release = resolve));
    const fetch: Fetch = async (url, init) => {
      begun.add(new Headers(init.headers).get('X-Hydrogen-Env-ID') ?? 'Production');
      await held;
      return client.fetch(url, init);
    };
    server().requests.splice(0);
    await search('Category 20001', fetch, async (_, close) => {
      await eventually(() => assert.deepEqual([...begun].sort(), [...names.slice(0, 5)].sort()));
      close();
    });
    release();
    // Only the groups that were being read: one request for each of these environments.
    await eventually(() => assert.equal(server().requests.length, 5));
    assert.equal(begun.size, 5);
  });
});
