import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'mocha';
import { isTokenRejected, readServerTime } from '../../../src/api/openApi/openApi';
import { Secret } from '../../../src/api/secret';
import { isUnauthorized } from '../../../src/api/errors';

describe('a 401', () => {
  const bodies = [
    { body: '{"error_msg":"Unauthorized"}', rejects: true },
    { body: 'Unauthorized', rejects: true },
    { body: '', rejects: true },
    { body: '<!DOCTYPE html><title>Sign in</title>', rejects: false },
  ];
  for (const { body, rejects } of bodies) {
    it(`${rejects ? 'rejects' : 'does not reject'} the access token with the body ${JSON.stringify(body)}`, async () => {
      const server = createServer((_, response) => response.writeHead(401).end(body)).listen(0, '127.0.0.1');
      await once(server, 'listening');
      try {
        const { port } = server.address() as AddressInfo;
        const parts = [{ authUrl: `http://127.0.0.1:${port}` }, new Secret('token'), { fetch }] as const;
        const error: unknown = await readServerTime(...parts).catch((failure: unknown) => failure);
        assert.deepEqual([isUnauthorized(error), await isTokenRejected(...parts)], [rejects, rejects]);
      } finally {
        server.close();
      }
    });
  }
});

describe('a response that is not the time', () => {
  it('is an unexpected response also if it nests too deeply to be written again', async () => {
    const body = `${'['.repeat(5000)}${']'.repeat(5000)}`;
    const server = createServer((_, response) => response.end(body)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      const parts = [{ authUrl: `http://127.0.0.1:${port}` }, new Secret('token'), { fetch }] as const;
      await assert.rejects(readServerTime(...parts), { name: 'ApiError', code: 'unexpectedShape' });
      assert.equal(await isTokenRejected(...parts), false);
    } finally {
      server.close();
    }
  });
});
