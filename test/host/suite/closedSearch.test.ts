import assert from 'node:assert/strict';
import { after, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { createHttpClient } from '../../../src/api/http/httpClient';
import type { Fetch } from '../../../src/api/http/sendOnce';
import { Secret } from '../../../src/api/secret';
import type { ApplicationTokens } from '../../../src/auth/applicationTokens';
import { Lists } from '../../../src/ui/explorer/lists';
import { findCategories } from '../../../src/ui/explorer/search/findCategories';
import { searchContents } from '../../../src/ui/explorer/search/foundContent';
import { SearchPick } from '../../../src/ui/explorer/search/searchPick';
import { SearchWork } from '../../../src/ui/explorer/search/searchWork';
import { functionsPath } from '../../../src/functions/functionService';
import { applicationNode } from '../../../src/ui/nodes/application';
import { contentLibraryNode } from '../../../src/ui/nodes/contentLibrary';
import { dataTablesNode } from '../../../src/ui/nodes/dataTables';
import { environmentNode, type EnvironmentNode } from '../../../src/ui/nodes/environment';
import type { Users } from '../../../src/ui/users/userSessions';
import { useContentServer } from '../../ui/servers/contentServer';
import { titlesOf, withUser } from './person';

interface Search {
  lists: Lists;
  environment: EnvironmentNode;
  fetch: Fetch;
  signal: AbortSignal;
}

const failed = (error: unknown) => assert.fail(String(error));

async function consume(pages: AsyncIterable<unknown>): Promise<void> {
  for await (const page of pages) void page;
}

const groupsPath = '/hserve/v1/content/group/';
const tablesPath = '/oserve/v1.8/table/';
const asksToWait = { status: 429, headers: { 'retry-after': '1' }, body: {} };
const empty = { status: 200, body: { meta: { total_count: 0 }, objects: [] } };

const searches: [name: string, path: string, run: (search: Search) => Promise<void>][] = [
  [
    'categories',
    groupsPath,
    ({ lists, environment, signal }) =>
      consume(findCategories(lists, contentLibraryNode(environment), { signal }, failed)),
  ],
  [
    'contents',
    groupsPath,
    ({ lists, environment, fetch, signal }) =>
      consume(searchContents(lists, environment, 'Article', { fetch, signal }, () => undefined)),
  ],
  [
    'tables',
    tablesPath,
    async ({ lists, environment, signal }) => {
      const pick = new SearchPick('Tables');
      await new SearchWork(pick).addTables(lists, environment, signal);
      pick.dispose();
    },
  ],
];

describe('a search that is closed', () => {
  const server = useContentServer();
  const client = createHttpClient({ strictSSL: true, systemCertificates: false });
  after(() => client.close());

  /** Runs a search, and returns the requests that it sent. */
  async function requestsOf(run: (search: Search) => Promise<void>, fetch: Fetch, signal: AbortSignal) {
    const application = { ...server().application, environments: [], contentGroups: [] };
    const tokens = { read: async () => undefined, accessToken: async () => new Secret('token') };
    const lists = new Lists({
      applications: {
        list: () => ({ applications: [application], problems: [] }),
        onDidChange: () => new vscode.Disposable(() => undefined),
      },
      http: { fetch: async () => fetch },
      users: { of: () => undefined } as unknown as Users,
      tokens: { of: () => tokens as unknown as ApplicationTokens },
    });
    const environment = environmentNode(applicationNode(application), undefined);
    server().requests.splice(0);
    await run({ lists, environment, fetch, signal });
    lists.dispose();
    return [...server().requests];
  }

  for (const [name, path, run] of searches) {
    it(`reads no further page of ${name}`, async () => {
      const closing = new AbortController();
      const objects = [{ id: 1, name: 'First' }];
      server().respondOnce(path, { status: 200, body: { meta: { total_count: 2 }, objects } });
      const fetch: Fetch = async (url, init) => {
        const response = await client.fetch(url, init);
        closing.abort();
        return response;
      };
      assert.deepEqual(await requestsOf(run, fetch, closing.signal), [`${path}?limit=500&offset=0`]);
    });

    it(`does not begin to read ${name}`, async () => {
      assert.deepEqual(await requestsOf(run, client.fetch, AbortSignal.abort()), []);
    });
  }

  for (const path of [groupsPath, '/hserve/v2.2/content/detail/']) {
    it(`ends without an error while it waits for ${path}`, async () => {
      const closing = new AbortController();
      server().respondOnce(path, asksToWait);
      const run = ({ lists, environment, fetch, signal }: Search) =>
        consume(searchContents(lists, environment, 'Article', { fetch, signal }, () => closing.abort()));
      assert.match((await requestsOf(run, client.fetch, closing.signal)).at(-1) ?? '', new RegExp(`^${path}`));
    });
  }

  it('reads at once when it is opened again after a wait', async () => {
    const closing = new AbortController();
    server().respondOnce(tablesPath, asksToWait);
    server().respondOnce(tablesPath, empty);
    const run = async ({ lists, environment, signal }: Search) => {
      const tables = dataTablesNode(environment);
      await lists.loadUnfiltered(tables, { signal, waiting: () => closing.abort() });
      const again = { signal: new AbortController().signal, waiting: () => assert.fail('waited again') };
      assert.deepEqual(await lists.loadUnfiltered(tables, again), []);
    };
    assert.equal((await requestsOf(run, client.fetch, closing.signal)).length, 2);
  });

  for (const [name, path] of [
    ['addTables', tablesPath],
    ['addFunctions', functionsPath],
  ] as const) {
    it(`shows how long the service asks it to wait, with ${name}`, async () => {
      server().respondOnce(path, asksToWait);
      server().respondOnce(path, empty);
      const pick = new SearchPick('Search');
      const run = ({ lists, environment, signal }: Search) => new SearchWork(pick)[name](lists, environment, signal);
      const said = await withUser([], () => requestsOf(run, client.fetch, new AbortController().signal));
      pick.dispose();
      assert.deepEqual(titlesOf(said), ['The service asks to wait. Continuing in 1 s.']);
    });
  }
});
