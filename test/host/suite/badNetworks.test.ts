import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { createAuthority } from '../../unit/api/certificate/issue';
import { rejection, run } from './fixture';

const day = 86_400_000;
const extra = 'NODE_EXTRA_CA_CERTS';

describe('the message about a network problem', () => {
  const authority = createAuthority('Company');
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  const usual = process.env[extra];
  let folder = '';

  async function listen(server: Server): Promise<number> {
    servers.push(server.on('connection', (socket: Socket) => sockets.add(socket.on('error', () => undefined))));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return (server.address() as AddressInfo).port;
  }

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'hydrogen-authority-'));
    await writeFile(path.join(folder, 'authority.pem'), authority.cert);
    process.env[extra] = path.join(folder, 'authority.pem');
    await setProxy('http://127.0.0.1:1');
    await setProxy(undefined);
  });
  after(async () => {
    if (usual === undefined) delete process.env[extra];
    else process.env[extra] = usual;
    await setProxy(undefined);
    sockets.forEach(socket => socket.destroy());
    for (const server of servers) server.close();
    await rm(folder, { recursive: true });
  });

  const setProxy = (address: string | undefined) =>
    vscode.workspace.getConfiguration('http').update('proxy', address, vscode.ConfigurationTarget.Global);
  const trying = (origin: string) =>
    rejection(
      run('application.add', {
        ...{ name: 'a', clientId: 'c', clientSecret: 'never-accepted', serverDomain: origin, authUrl: origin },
      }),
    );

  const names = ['localhost'];
  const certificates: [label: string, said: RegExp, issued: () => { cert: string; key: string }][] = [
    [
      'whose certificate has ended',
      /certificate has .*\(CERT_HAS_EXPIRED\)/,
      () => authority.issue({ names, until: new Date(Date.now() - day) }),
    ],
    [
      'whose certificate is not valid yet, perhaps because the clock is wrong',
      /certificate is not valid yet \(CERT_NOT_YET_VALID\).*clock/,
      () => authority.issue({ names, from: new Date(Date.now() + day) }),
    ],
    [
      'whose certificate is for another name',
      /for another name \(ERR_TLS_CERT_ALTNAME_INVALID\)/,
      () => authority.issue({ names: ['other.example'] }),
    ],
    [
      'whose certificate nobody known has signed',
      /\((?:SELF_SIGNED|UNABLE_TO)\w+\).*NODE_EXTRA_CA_CERTS/,
      () => createAuthority('Others').issue({ names }),
    ],
  ];
  for (const [label, said, issued] of certificates) {
    it(`names the cause for a server ${label}`, async () => {
      const port = await listen(https.createServer(issued(), () => assert.fail('nothing may be sent')));
      assert.match(await trying(`https://localhost:${port}`), said);
    });
  }

  it('names the cause for the sign-in page of a network', async () => {
    const page = (_: unknown, response: http.ServerResponse) => void response.end('<html>Sign in first</html>');
    const port = await listen(https.createServer(authority.issue({ names }), page));
    assert.match(await trying(`https://localhost:${port}`), /^Expected JSON .*Sign in first/);
  });

  const proxies: [label: string, said: RegExp, response: string][] = [
    ['answers with a page', /\(ERR_PROXY_403\)/, 'HTTP/1.1 403 No\r\ncontent-length: 9\r\n\r\n<html></a'],
    ['wants a password', /\(ERR_PROXY_407\).*http\.proxyAuthorization/, 'HTTP/1.1 407 No\r\n\r\n'],
    ['closes the connection', /\(ERR_PROXY_CLOSED\)/, ''],
  ];
  for (const [label, said, response] of proxies) {
    it(`names the cause for a proxy that ${label}`, async () => {
      const proxy = http.createServer();
      proxy.on('connect', (_, socket) => socket.end(response));
      await setProxy(`http://127.0.0.1:${await listen(proxy)}`);
      assert.match(await trying('https://service.invalid'), said);
    });
  }

  it('names the cause for a proxy that is down', async () => {
    const closed = http.createServer();
    await once(closed.listen(0, '127.0.0.1'), 'listening');
    const { port } = closed.address() as AddressInfo;
    await new Promise(resolve => closed.close(resolve));
    await setProxy(`http://127.0.0.1:${port}`);
    assert.match(await trying('https://service.invalid'), /\(ERR_PROXY_REFUSED\).*proxy settings/);
  });
});
