import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { useServer } from '../requests/server';
import { useProgram } from './program';

describe('the variables of hydrogen check', () => {
  const server = useServer();
  const { settings, write, run } = useProgram();

  it('come from the environment that a request names', async () => {
    await write('a.hydrogen.http', '### one\n# @environment Staging\nGET /a/?x={{x}}');
    await settings(
      { serverDomain: server.origin, authUrl: server.origin },
      { variables: { Staging: { x: 1 }, Production: { x: 2 } } },
    );
    const { code, out } = await run(['--env', 'Production', '--allow-production']);
    assert.equal(code, 0, out);
    assert.deepEqual(
      server.received.map(({ url, headers }) => `${url} ${String(headers['x-hydrogen-env-id'])}`),
      ['/a/?x=1 env-1'],
    );
  });
});
