import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'mocha';
import { sendOnce } from '../../../../src/sandbox/functions/runtime/baas/sendOnce';

describe('sandbox: a request of a cloud function', () => {
  it('has its own connection, because a stopped process does not see that the server closes an idle one', async () => {
    let connections = 0;
    const server = createServer((_, response) => response.end('{}')).on('connection', () => (connections += 1));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    for (let requests = 0; requests < 2; requests += 1) await sendOnce(url, 'GET', {}, undefined);
    server.close();
    assert.equal(connections, 2);
  });
});
