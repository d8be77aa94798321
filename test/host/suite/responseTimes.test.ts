import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { createAuthority } from '../../unit/api/certificate/issue';
import { openRequest, sendRequest, shownResponse, useSelectedShop, useServerDomain } from './requestDocuments';

const extra = 'NODE_EXTRA_CA_CERTS';

describe('the head of a response', () => {
  useSelectedShop();
  const authority = createAuthority('Company');
  const usual = process.env[extra];
  const server = https.createServer(
    { ...authority.issue({ names: ['localhost'] }), keepAliveTimeout: 60_000 },
    ({ url = '' }, response) => {
      const next = { '/first/': '/second/', '/second/': '/third/' }[url];
      if (next === undefined) response.setHeader('content-type', 'application/json').end('{"value":[1,\n2]}');
      else response.writeHead(302, { location: next }).end();
    },
  );
  let folder = '';
  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'hydrogen-authority-'));
    await writeFile(path.join(folder, 'authority.pem'), authority.cert);
    process.env[extra] = path.join(folder, 'authority.pem');
    await forgetConnections();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    await useServerDomain(`https://localhost:${(server.address() as AddressInfo).port}`);
  });
  after(async () => {
    if (usual === undefined) delete process.env[extra];
    else process.env[extra] = usual;
    await forgetConnections();
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });

  /** Changes a network setting, because connections end and authorities are read again after such a change. */
  async function forgetConnections(): Promise<void> {
    const set = (address: string | undefined) =>
      vscode.workspace.getConfiguration('http').update('proxy', address, vscode.ConfigurationTarget.Global);
    await set('http://127.0.0.1:1');
    await set(undefined);
  }

  /** The lines of a response without their durations, and what is inside its folds. */
  async function head(address: string): Promise<{ lines: string[]; folds: string[][] }> {
    await sendRequest(await openRequest([`GET ${address}`]));
    const document = shownResponse(`# GET ${address}`);
    const lines = document
      .getText()
      .split('\n')
      .map(line => line.replace(/<?[\d.]+ m?s\b/, '0 ms'));
    const ranges = await vscode.commands.executeCommand<vscode.FoldingRange[]>(
      'vscode.executeFoldingRangeProvider',
      document.uri,
    );
    return { lines, folds: ranges.map(({ start, end }) => lines.slice(start, end + 1)) };
  }

  it('has the times of each step as lines that fold, and says that a connection was reused', async () => {
    const first = await head('/alone/');
    const steps = ['DNS', 'Connect', 'TLS', 'First byte', 'Download'].map(step => `#   ${step}: 0 ms`);
    const times = ['# 0 ms · 16 B', ...steps];
    assert.deepEqual(first.lines.slice(3, 3 + times.length), times);
    assert.ok(
      first.folds.some(fold => fold.join() === times.join()),
      JSON.stringify(first.folds),
    );
    const second = await head('/alone/?again=1');
    const reused = ['# 0 ms · 16 B', '#   The connection was reused.', ...steps.slice(3)];
    assert.deepEqual(second.lines.slice(3, 3 + reused.length), reused);
    assert.ok(
      second.folds.some(fold => fold.join() === reused.join()),
      JSON.stringify(second.folds),
    );
  });

  it('has the redirects that were followed as lines that fold', async () => {
    const { lines, folds } = await head('/first/');
    const chain = [
      '# 2 redirects were followed',
      '#   302 /first/ → /second/ · 0 ms',
      '#   302 /second/ → /third/ · 0 ms',
    ];
    const at = lines.indexOf('# 2 redirects were followed');
    assert.deepEqual(lines.slice(at, at + chain.length), chain);
    assert.ok(
      folds.some(fold => fold.join() === chain.join()),
      JSON.stringify(folds),
    );
  });
});
