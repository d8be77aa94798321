import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { HistoryEntry } from '../../../src/requests/history/history';
import type { History } from '../../../src/ui/requests/history/history';
import { HistoryTree, type HistoryNode } from '../../../src/ui/requests/history/historyTree';
import { useHttpServer } from '../../httpServer';
import { eventually } from '../../ui/driver/eventually';
import { argumentOf, run } from './fixture';
import { withUser } from './person';
import { openRequest, sendRequest, shownResponse, useSelectedShop, useServerDomain } from './requestDocuments';

const day = 24 * 3600_000;

function entry(label: string, at: number, changes: Partial<HistoryEntry>): HistoryEntry {
  const application = {
    name: 'Shop',
    clientId: 'shop',
    serverDomain: 'https://a.example',
    authUrl: 'https://b.example',
  };
  const request = `GET /hserve/v1/content/group/?label=${label}`;
  return {
    ...{ id: label, at, label, request, application, environment: { name: 'Production' } },
    shortened: false,
    ...changes,
  };
}

describe('the rows of the request history', () => {
  const now = Date.now();
  const blog = { name: 'Blog', clientId: 'blog', serverDomain: 'https://a.example', authUrl: 'https://b.example' };
  const all = [
    entry('ok', now, { status: 200 }),
    entry('missing', now - 1, { status: 404 }),
    entry('elsewhere', now - 2, { status: 200, application: blog, environment: { name: 'Staging', envId: 'env-1' } }),
    entry('lost', now - 3 * day, { failure: 'timeout' }),
  ];
  const changed = new vscode.EventEmitter<void>();
  const history = { entries: () => Promise.resolve(all), onDidChange: changed.event } as unknown as History;
  after(() => changed.dispose());

  const labels = async (filter: string, hasSeveral = false): Promise<string[]> => {
    const tree = new HistoryTree(history, () => hasSeveral);
    tree.filter = filter;
    const found: string[] = [];
    const visit = async (node?: HistoryNode): Promise<void> => {
      for (const child of await tree.getChildren(node)) {
        if ('entry' in child) found.push(child.entry.label);
        await visit(child);
      }
    };
    await visit();
    tree.dispose();
    return found;
  };

  it('are filtered by status, application, environment, path and day', async () => {
    const iso = new Date(now - 3 * day);
    const written = [iso.getFullYear(), iso.getMonth() + 1, iso.getDate()].map(part => String(part).padStart(2, '0'));
    const cases: [filter: string, expected: string[]][] = [
      ['', ['ok', 'missing', 'elsewhere', 'lost']],
      ['404', ['missing']],
      ['4xx', ['missing']],
      ['blog', ['elsewhere']],
      ['staging 200', ['elsewhere']],
      ['label=lost', ['lost']],
      [written.join('-'), ['lost']],
      ['nothing like this', []],
    ];
    for (const [filter, expected] of cases) assert.deepEqual(await labels(filter), expected, filter);
  });

  it('show the number of visible entries above a filtered list', async () => {
    const tree = new HistoryTree(history, () => false);
    tree.filter = '4xx';
    const [first = assert.fail()] = await tree.getChildren();
    const item = tree.getTreeItem(first);
    assert.deepEqual([item.label, item.description], ['Filter: 4xx', '1 of 4']);
    assert.equal(item.command?.command, 'hydrogen.history.filter');
    tree.dispose();
  });

  it('name the application if there are several', async () => {
    const descriptions = async (hasSeveral: boolean) => {
      const tree = new HistoryTree(history, () => hasSeveral);
      const item = tree.getTreeItem({ entry: all[2] ?? assert.fail() });
      tree.dispose();
      return String(item.description);
    };
    assert.match(await descriptions(true), /^200 · Blog · Staging · /);
    assert.match(await descriptions(false), /^200 · Staging · /);
  });
});

describe('a request that gets no response', () => {
  const service = useSelectedShop();
  const received: (string | undefined)[][] = [];
  const server = useHttpServer(({ url, headers, socket }) => {
    received.push([url, headers['x-hydrogen-env-id']?.toString()]);
    socket.destroy();
  });
  before(() => useServerDomain(server()));
  const send = async (text: string, own: string) => {
    await sendRequest(await openRequest([text]));
    return shownResponse(own);
  };

  it('shows a document with the cause, the time and the next step instead', async () => {
    const shown = await send('### Lost\nGET /lost/?first=1', '/lost/');
    assert.match(shown.getText(), /^No response: .+\n# GET \/lost\/\?first=1\n# .*Production\n# .*\d+ m?s\n/);
    assert.match(shown.getText(), /Diagnose Connection/);
    assert.doesNotMatch(shown.getText(), /may have received/);
  });

  /**
   * Opens two requests with the cursor in the first. After a failure the user moves to the other request and selects
   * another environment, then tries again, once.
   */
  const openTwo = async (path: string) => {
    const { clientId, environments } = service().shop;
    const document = await openRequest(['### First', `GET ${path}?a=1`, '', '### Second', `GET ${path}?a=2`]);
    const goTo = async (line: number) => {
      const editor = await vscode.window.showTextDocument(document);
      editor.selection = new vscode.Selection(line, 0, line, 0);
    };
    await goTo(1);
    received.length = 0;
    let failures = 0;
    const afterFailure = async () => {
      failures += 1;
      if (failures > 1) return undefined;
      await goTo(4);
      await run('environment.select', { clientId, envId: environments[0]?.envId });
      return 'Try Again';
    };
    return { afterFailure, failures: () => failures };
  };
  const selectProduction = () => run('application.select', { clientId: service().shop.clientId });

  it('is sent again unchanged, even if the cursor or the selected environment has changed', async () => {
    const { afterFailure, failures } = await openTwo('/again/');
    try {
      await withUser([[/^The connection to /, afterFailure]], async () => {
        await run('request.send');
        await eventually(() => assert.equal(failures(), 2));
      });
    } finally {
      await selectProduction();
    }
    assert.deepEqual(received, [
      ['/again/?a=1', undefined],
      ['/again/?a=1', undefined],
    ]);
  });

  it('is compared again unchanged, even if the cursor or the selected environment has changed', async () => {
    const { afterFailure, failures } = await openTwo('/compare/');
    const answers = [
      [/^Compare with which/, service().shop.environments[0]?.name ?? ''],
      [/^The connection to /, afterFailure],
    ] as const;
    try {
      await withUser(answers, async () => {
        await run('request.compareEnvironments');
        await eventually(() => assert.equal(failures(), 2));
      });
    } finally {
      await selectProduction();
    }
    assert.deepEqual(received, [
      ['/compare/?a=1', undefined],
      ['/compare/?a=1', undefined],
    ]);
  });

  it('is sent again as the last one, even if another one was sent since', async () => {
    const document = await openRequest(['### First', 'GET /last/?a=1', '', '### Second', 'GET /last/?a=2']);
    await sendRequest(document);
    received.length = 0;
    let failures = 0;
    const sendOther = async () => {
      failures += 1;
      if (failures > 1) return undefined;
      await sendRequest(document, 1);
      return 'Try Again';
    };
    await withUser([[/^The connection to /, sendOther]], async () => {
      await run('request.sendLast');
      await eventually(() => assert.equal(failures, 3));
    });
    assert.deepEqual(
      received.map(([url]) => url),
      ['/last/?a=1', '/last/?a=2', '/last/?a=1'],
    );
  });

  it('warns that it may have arrived if it may change something', async () => {
    // Production would ask first.
    const staging = service().shop.environments[0]?.name;
    const shown = await send(
      `### Write\n# @environment ${staging}\nPOST /hserve/v2.2/table/t/record/\n\n{}`,
      '/table/t/',
    );
    assert.match(shown.getText(), /^No response: /);
    assert.match(shown.getText(), /The service may have received the request\./);
  });

  it('names its application in the tab if there are several', async () => {
    const { name } = service().shop;
    assert.doesNotMatch((await send('### One\nGET /one/', '/one/')).uri.path, new RegExp(`${name} · `));
    await run('application.add', argumentOf(service().blog));
    await run('application.select', { clientId: service().shop.clientId });
    assert.match((await send('### Two\nGET /two/', '/two/')).uri.path, new RegExp(`/Two · ${name} · Production$`));
  });
});

describe('a command without an argument that failed', () => {
  const service = useSelectedShop();

  it('is repeated in its environment, even if another one is selected now', async () => {
    const { sandbox, shop } = service();
    const { clientId, environments } = shop;
    const envId = environments[0]?.envId;
    const address = '/oserve/v2.2/server/time/';
    await run('application.authorize', { clientId });
    await run('environment.select', { clientId, envId });
    const first = sandbox.requests.length;
    const tried = () => sandbox.requests.slice(first).filter(({ path }) => path === address);
    sandbox.fail({ kind: 'status', status: 500, path: address, times: 1 });
    const selectOther = async () => {
      await run('application.select', { clientId });
      return 'Try Again';
    };
    await withUser([[/500/, selectOther]], async () => {
      await run('application.verifyToken');
      await eventually(() => assert.equal(tried().length, 2));
    });
    assert.deepEqual(
      tried().map(({ headers }) => headers['x-hydrogen-env-id']),
      [envId, envId],
    );
  });
});
