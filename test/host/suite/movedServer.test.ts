import assert from 'node:assert/strict';
import { after, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { createHttpClient } from '../../../src/api/http/httpClient';
import type { Application } from '../../../src/applications/application';
import { Lists } from '../../../src/ui/explorer/lists';
import { applicationNode } from '../../../src/ui/nodes/application';
import { contentLibraryNode } from '../../../src/ui/nodes/contentLibrary';
import { environmentNode } from '../../../src/ui/nodes/environment';
import type { Users } from '../../../src/ui/users/userSessions';
import { useContentServer } from '../../ui/servers/contentServer';

const libraryOf = (application: Application) =>
  contentLibraryNode(environmentNode(applicationNode(application), undefined));

describe('the rows of an application', () => {
  const server = useContentServer();
  const client = createHttpClient({ strictSSL: true, systemCertificates: false });
  after(() => client.close());

  /** Returns a function that changes the settings and reads the rows of the Content Library. `remove` empties the settings. */
  const rowsOf = (first: Application) => {
    const applicationsChanged = new vscode.EventEmitter<void>();
    let beforeRequest = (): void => undefined;
    let application = first;
    let isThere = true;
    const lists = new Lists({
      applications: {
        list: () => ({ applications: isThere ? [application] : [], problems: [] }),
        onDidChange: applicationsChanged.event,
      },
      http: {
        fetch: async () => (url, options) => {
          const change = beforeRequest;
          beforeRequest = () => undefined;
          change();
          return client.fetch(url, options);
        },
      },
      users: { of: () => undefined } as unknown as Users,
      tokens: { of: () => assert.fail('not needed') },
    });
    return {
      remove() {
        isThere = false;
        applicationsChanged.fire();
      },
      change(part: Partial<Application>) {
        isThere = true;
        application = { ...application, ...part };
        applicationsChanged.fire();
      },
      async after(part: Partial<Application>) {
        this.change(part);
        const node = libraryOf(application);
        const isRead = await lists.loadFirstPage(node);
        return { application, isRead, applications: new Set(lists.cached(node).map(row => row.application)) };
      },
      /** Begins a search. Returns a function that reads the groups. */
      search() {
        const node = libraryOf(application);
        return () => lists.loadUnfiltered(node, { signal: new AbortController().signal });
      },
      /** Reads the groups like a search. Runs `change` when the first request is sent. */
      searchDuring(change: (lists: Lists) => void): Promise<unknown> {
        const node = libraryOf(application);
        beforeRequest = () => change(lists);
        return lists.firstListing(node, lists.lists(node)[0] ?? assert.fail());
      },
      dispose() {
        lists.dispose();
        applicationsChanged.dispose();
      },
    };
  };

  for (const [change, changed] of [
    ['its server domain', ({ serverDomain }) => ({ serverDomain: serverDomain.replace('127.0.0.1', 'localhost') })],
    ['the store of its secrets', () => ({ sessionOnly: true })],
  ] satisfies [string, (application: Application) => Partial<Application>][]) {
    it(`are read again after a change of ${change}, and not after one of its name`, async () => {
      const rows = rowsOf({ ...server().application, environments: [], contentGroups: [] });
      const { application: first } = await rows.after({});
      assert.equal((await rows.after({ name: 'Another name' })).isRead, false);
      const { isRead, application, applications } = await rows.after(changed(first));
      assert.ok(isRead);
      assert.deepEqual([...applications], [application]);
      rows.dispose();
    });
  }

  it('are read again by a search if the tree is refreshed during its request', async () => {
    const rows = rowsOf({ ...server().application, environments: [], contentGroups: [] });
    assert.ok(await rows.searchDuring(lists => lists.refresh()));
    rows.dispose();
  });

  it('end a search that began before another server domain was set', async () => {
    const first: Application = { ...server().application, environments: [], contentGroups: [] };
    const rows = rowsOf(first);
    let moved: Promise<{ applications: Set<Application> }> | undefined;
    const serverDomain = first.serverDomain.replace('127.0.0.1', 'localhost');
    const searching = rows.searchDuring(() => void (moved = rows.after({ serverDomain })));
    await searching.catch((error: unknown) => assert.ok(error instanceof vscode.CancellationError, String(error)));
    assert.deepEqual(
      [...((await moved)?.applications ?? [])].map(one => one.serverDomain),
      [serverDomain],
    );
    rows.dispose();
  });

  it('do not come from a search that began before another server domain was set', async () => {
    const rows = rowsOf({ ...server().application, environments: [], contentGroups: [] });
    const { application: first } = await rows.after({});
    const read = rows.search();
    rows.change({ serverDomain: first.serverDomain.replace('127.0.0.1', 'localhost') });
    await read();
    const { isRead, application, applications } = await rows.after({});
    assert.ok(isRead);
    assert.deepEqual([...applications], [application]);
    rows.dispose();
  });

  it('are read again when it was removed, and added again with another server domain', async () => {
    const rows = rowsOf({ ...server().application, environments: [], contentGroups: [] });
    const { application: first } = await rows.after({});
    rows.remove();
    const { isRead, application, applications } = await rows.after({
      serverDomain: first.serverDomain.replace('127.0.0.1', 'localhost'),
    });
    assert.ok(isRead);
    assert.deepEqual([...applications], [application]);
    rows.dispose();
  });
});
