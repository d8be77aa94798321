import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'mocha';
import { createHttpClient } from '../../../src/api/http/httpClient';
import { Secret } from '../../../src/api/secret';
import { allFunctions } from '../../../src/cli/functionSession';

describe('the list of functions in the program', () => {
  it('ends at a repeated page', async () => {
    let requests = 0;
    const objects = Array.from({ length: 20 }, (_, index) => ({ name: `f${index}`, function_code: '' }));
    const server = createServer((_request, response) => {
      requests += 1;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ meta: { total_count: 200 }, objects }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = createHttpClient({ strictSSL: true, systemCertificates: false });
    try {
      const all = await allFunctions({
        target: { authUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, envId: undefined },
        context: { fetch: client.fetch },
        withToken: call => call(new Secret('token')),
      });
      assert.deepEqual([all.length, requests], [20, 2]);
    } finally {
      await client.close();
      server.close();
    }
  });
});
