import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import type * as vscode from 'vscode';
import { ApiError } from '../../../src/api/errors';
import { parseDocument } from '../../../src/requests/document/parse';
import type { HistoryEntry } from '../../../src/requests/history/history';
import type { ArrivingResponse } from '../../../src/requests/sending/arrivingText';
import type { ResolvedRequest } from '../../../src/requests/sending/resolvedRequest';
import { RunResult } from '../../../src/requests/sending/runResult';
import type { Log } from '../../../src/ui/platform/log';
import { History, type BegunRequest } from '../../../src/ui/requests/history/history';
import type { BackgroundWork } from '../../../src/ui/requests/responses/backgroundWork';
import { LargeResponses } from '../../../src/ui/requests/responses/largeResponses';
import { Responses } from '../../../src/ui/requests/responses/responses';
import type { RequestExecutor } from '../../../src/ui/requests/sending/requestExecutor';
import { sendRequest, type SendDependencies } from '../../../src/ui/requests/sending/sendRequest';

const document = parseDocument('### Stream\nGET /events/\n');
const request = document.requests[0] ?? assert.fail();
const origins = { serverDomain: 'https://a.example', authUrl: 'https://a.example' };
const application = { name: 'Shop', clientId: 'shop', ...origins, environments: [] };
const url = new URL('https://a.example/events/');
const resolved = {
  method: 'GET',
  url,
  family: 'webApi',
  risk: 'reads',
  headers: [],
  body: { kind: 'none' },
  checks: [],
} as unknown as ResolvedRequest;
const report = { method: 'GET', status: 200, statusText: 'OK', headers: [], size: 2, ms: { headers: 1, total: 2 } };
const raw = {
  bytes: Buffer.from('a\n'),
  text: () => 'a\n',
  masked: 'a\n',
  isMasked: false,
  headers: [],
  credentials: [],
};
const result = new RunResult({ ...report, text: 'a\n', truncated: false } as unknown as RunResult['report'], raw);
const part = { text: 'a\n', lacksStart: false, lacksEnd: false, isShowable: true };
const arriving: ArrivingResponse = { status: 200, statusText: 'OK', size: 2, read: () => part };

function outcomes(entries: readonly HistoryEntry[]): unknown[] {
  return entries.map(({ failure, status }) => failure ?? status);
}

describe('the document of a response that arrives', () => {
  let responses: Responses;
  before(() => {
    const unused = () => Promise.reject(new Error('nothing is restored'));
    responses = new Responses({ run: unused } as unknown as BackgroundWork, () => Promise.resolve(), unused);
  });
  after(() => responses.dispose());

  const textOf = async (uri: vscode.Uri) => Buffer.from(await responses.files.readFile(uri)).toString();

  /** Sends a request whose response is shown before it is complete. */
  function send(
    changes: Partial<SendDependencies> = {},
    onSending: (begun: BegunRequest) => unknown = () => undefined,
    executed: object = {},
  ) {
    const shown: vscode.Uri[] = [];
    let isShown = () => {};
    const showing = new Promise<void>(resolve => (isShown = resolve));
    const executor = {
      async execute(_: unknown, _selection: unknown, scope: Parameters<RequestExecutor['execute']>[2]) {
        await scope.onSending?.(resolved);
        scope.onArriving?.(arriving);
        await showing;
        return { request, resolved, result, error: undefined, milliseconds: 1, ...executed };
      },
    } as unknown as RequestExecutor;
    const dependencies = {
      applications: { list: () => ({ applications: [application] }) },
      responses,
      largeResponses: { begin: () => ({ end: () => Promise.resolve(undefined) }) },
      work: {},
      ...changes,
    } as unknown as SendDependencies;
    const sent = sendRequest(executor, dependencies, request, {
      selection: { application, environment: undefined },
      scope: { document },
      onSending: async (begun: BegunRequest) => void (await onSending(begun)),
      onArriving(uri: vscode.Uri) {
        shown.push(uri);
        isShown();
      },
    } as unknown as Parameters<typeof sendRequest>[3]);
    return { sent, shown };
  }

  it('ends with the cause if the response cannot be kept', async () => {
    const end = () => Promise.reject(new Error('no space left on device'));
    const { sent, shown } = send({ largeResponses: { begin: () => ({ end }) } as never });
    assert.match(String((await sent).error), /no space left/);
    const text = await textOf(shown[0] ?? assert.fail());
    assert.match(text, /The response cannot be shown as a whole\. .*\n# 2 B had arrived\.\n\na\n$/);
    assert.doesNotMatch(text, /so far/);
  });

  it('is a response in the history if it cannot be kept', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'hydrogen-history-'));
    const work = { run: async () => ({ text: 'a', isShortened: false }) } as unknown as BackgroundWork;
    const history = new History(folder, work, { warn: assert.fail } as unknown as Log);
    const end = () => Promise.reject(new Error('no space left on device'));
    const writes = { ...resolved, risk: 'writes' } as ResolvedRequest;
    const { sent } = send({ largeResponses: { begin: () => ({ end }) } as never }, async begun => {
      await history.begin({ ...begun, resolved: writes });
      assert.deepEqual(outcomes(await history.entries()), ['inFlight']);
    });
    await history.add(await sent);
    assert.deepEqual(outcomes(await history.entries()), [200]);
    history.dispose();
    await rm(folder, { recursive: true });
  });

  it('leaves no file of a large response if its checks are cancelled', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'hydrogen-responses-'));
    const largeResponses = new LargeResponses(folder);
    const large = largeResponses.begin();
    await large.write(Buffer.from('"access_token": "abc"'));
    const files = async () => (await readdir(folder, { recursive: true })).filter(name => name.endsWith('.txt'));
    assert.equal((await files()).length, 1);
    const { checks } = parseDocument('GET /events/\n\n?? status == 200\n').requests[0] ?? assert.fail();
    const { sent } = send(
      {
        largeResponses: { begin: () => large } as never,
        work: {
          run: () => Promise.reject(new ApiError('cancelled', { method: 'GET', url: url.href })),
        } as unknown as BackgroundWork,
      },
      undefined,
      {
        resolved: { ...resolved, checks: checks.map(check => ({ check, expected: [] })) },
        result: new RunResult({ ...report, text: 'a\n', truncated: true } as unknown as RunResult['report'], raw),
      },
    );
    assert.equal(((await sent).error as ApiError).code, 'cancelled');
    assert.deepEqual(await files(), []);
    largeResponses.dispose();
    await rm(folder, { recursive: true });
  });

  it('keeps its address when applications are added meanwhile', async () => {
    let count = 0;
    const list = () => ({ applications: Array.from({ length: ++count }, () => ({ name: 'Shop', environments: [] })) });
    const { sent, shown } = send({ applications: { list } as never });
    assert.equal((await sent).response?.uri.toString(), shown[0]?.toString());
  });

  it('stays while it grows, even if many others are shown after it', async () => {
    const [first, ...others] = Array.from({ length: 60 }, (_, index) => `id-${index}`);
    const uri = responses.showArriving('begins', 'Stream', first ?? '');
    for (const id of others) {
      responses.showArriving('other', 'Other', id);
      responses.showArriving('grows', 'Stream', first ?? '');
    }
    assert.equal(await textOf(uri), 'grows');
  });
});
