import assert from 'node:assert/strict';
import http from 'node:http';
import { after, before, describe, it } from 'mocha';
import { makeProfile, type Profile } from '../../host/launcher/profile';
import { startServer, type Server } from '../../host/launcher/server';

interface Reply {
  status: number;
  headers: http.IncomingHttpHeaders;
}

describe('the server that `npm start` and the tests open', () => {
  let profile: Profile;
  let server: Server;
  let cookie: string;

  before(async () => {
    profile = await makeProfile();
    server = await startServer(profile);
    cookie = (await send(server.address)).headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  });
  after(async () => {
    await server.stop();
    await profile.remove();
  });

  /**
   * Sends a request with these headers. Resolves with the status and headers, also when an upgrade is refused or
   * accepted.
   */
  function send(address: string, headers: http.OutgoingHttpHeaders = {}, method = 'GET'): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const request = http.request(address, { method, headers, agent: false }, response => {
        response.resume();
        resolve({ status: response.statusCode ?? 0, headers: response.headers });
      });
      request.on('upgrade', (response, socket) => {
        socket.destroy();
        resolve({ status: response.statusCode ?? 0, headers: response.headers });
      });
      request.on('error', reject);
      request.end();
    });
  }

  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
  };
  const socket = () => `${server.origin}/?reconnectionToken=00000000-0000-4000-8000-000000000000&reconnection=false`;

  it('opens at the printed address', async () => {
    assert.match(server.address, /\?tkn=[0-9a-f]{48}$/);
    assert.equal((await send(server.address)).status, 302);
    assert.equal((await send(`${server.origin}/`, { cookie })).status, 200);
    assert.equal((await send(`${server.origin}/mint-key`, { cookie }, 'POST')).status, 200);
    const { status } = await send(socket(), { ...upgrade, cookie, origin: server.origin });
    assert.equal(status, 101);
  });

  it('refuses requests with a missing or wrong token', async () => {
    for (const headers of [{}, { cookie: 'vscode-tkn=0' }]) {
      assert.equal((await send(`${server.origin}/`, headers)).status, 403);
      assert.equal((await send(`${server.origin}/?tkn=0`, headers)).status, 403);
      assert.equal((await send(`${server.origin}/mint-key`, headers, 'POST')).status, 403);
      assert.equal((await send(socket(), { ...headers, ...upgrade, origin: server.origin })).status, 403);
    }
  });

  it('refuses other origins and names with any token', async () => {
    const foreign = [{ origin: 'http://127.0.0.1:1' }, { origin: 'null' }, { host: 'attacker.example' }];
    for (const headers of foreign) {
      assert.equal((await send(`${server.origin}/`, { cookie, ...headers })).status, 403);
      assert.equal((await send(`${server.origin}/mint-key`, { cookie, ...headers }, 'POST')).status, 403);
      assert.equal((await send(socket(), { ...upgrade, cookie, origin: server.origin, ...headers })).status, 403);
    }
    assert.equal((await send(socket(), { ...upgrade, cookie })).status, 403, 'an upgrade that names no origin');
  });
});
