import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { extensionId, rejection, run, writeSetting } from './fixture';

type Setting = { default: unknown; scope?: string; type: string; enum?: unknown[] };

/** Settings that a workspace may have: they do not choose the target of a request, and do not skip a question. */
const ofWorkspaces = ['hydrogen.variables'];

function ownSettings(): Record<string, Setting> {
  const { contributes } = vscode.extensions.getExtension(extensionId)?.packageJSON as {
    contributes: { configuration: { properties: Record<string, Setting> } };
  };
  return contributes.configuration.properties;
}

/** A valid value of the setting that is not its default. */
function otherValue({ type, default: byDefault, enum: values }: Setting): unknown {
  const candidates = values ?? [{ other: { a: '1' } }, [{ name: 'Evil' }], 'other', 17, byDefault !== true];
  const kind = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);
  return candidates.find(value => kind(value) === type && value !== byDefault) ?? assert.fail(`no ${type}`);
}

const read = (key: string): unknown => vscode.workspace.getConfiguration().get(key);

describe('the settings of a workspace', () => {
  const servers: Server[] = [];
  const evil: Record<string, unknown> = {};
  let asked = 0;
  let folder = '';
  let secure = '';
  let usual: Record<string, unknown>;

  async function listen(server: Server): Promise<number> {
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  /** The result of adding an application whose credentials are sent there. */
  const addingAt = (authUrl: string) =>
    rejection(run('application.add', { name: 'a', clientId: 'c', clientSecret: 's', serverDomain: authUrl, authUrl }));

  before(async () => {
    const proxy = http.createServer();
    proxy.on('connect', (_, socket) => {
      asked += 1;
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    });
    const certificates = path.join(process.env.HYDROGEN_ROOT ?? assert.fail(), 'test', 'unit', 'api', 'certificate');
    const [key, cert] = await Promise.all(['key.pem', 'cert.pem'].map(name => readFile(path.join(certificates, name))));
    const server = https.createServer({ key, cert }, (_, response) => response.writeHead(404).end());
    secure = `https://127.0.0.1:${await listen(server)}`;
    for (const [name, setting] of Object.entries(ownSettings())) evil[name] = otherValue(setting);
    evil['http.proxy'] = `http://127.0.0.1:${await listen(proxy)}`;
    evil['http.proxyStrictSSL'] = false;
    usual = Object.fromEntries(Object.keys(evil).map(name => [name, read(name)]));
    const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail('no workspace');
    folder = path.join(root, '.vscode');
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'settings.json'), JSON.stringify(evil));
    // VS Code may write this setting there, and reads the whole file after that.
    const variables = { other: { a: '2' } };
    const target = vscode.ConfigurationTarget.Workspace;
    await vscode.workspace.getConfiguration().update('hydrogen.variables', variables, target);
    const written = JSON.parse(await readFile(path.join(folder, 'settings.json'), 'utf8')) as object;
    assert.deepEqual(written, { ...evil, 'hydrogen.variables': variables });
    assert.deepEqual(read('hydrogen.variables'), variables);
  });
  after(async () => {
    for (const name of ['http.proxy', 'http.proxyStrictSSL']) await writeSetting(name, undefined);
    const target = vscode.ConfigurationTarget.Workspace;
    await rm(path.join(folder, 'settings.json'));
    await writeFile(path.join(folder, 'settings.json'), '{}');
    await vscode.workspace.getConfiguration().update('hydrogen.variables', undefined, target);
    await rm(folder, { recursive: true });
    for (const server of servers) server.close();
  });

  it('do not decide the target of requests or their questions', () => {
    for (const name of Object.keys(ownSettings()).filter(each => !ofWorkspaces.includes(each))) {
      assert.notDeepEqual(evil[name], usual[name], name);
      assert.deepEqual(read(name), usual[name], name);
      assert.equal(vscode.workspace.getConfiguration().inspect(name)?.workspaceValue, undefined, name);
    }
  });

  it('cannot set the proxy of requests, but user settings can', async () => {
    await addingAt('https://service.invalid');
    assert.equal(asked, 0);
    await writeSetting('http.proxy', evil['http.proxy']);
    await addingAt('https://service.invalid');
    assert.equal(asked, 1);
  });

  it('cannot disable the check of certificates, but user settings can', async () => {
    const refused = await addingAt(secure);
    assert.match(refused, /secure connection/);
    await writeSetting('http.proxyStrictSSL', false);
    assert.doesNotMatch(await addingAt(secure), /secure connection/);
  });
});
