import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { json, useServer } from '../requests/server';
import { useProgram } from './program';

describe('the variables of hydrogen check', () => {
  const server = useServer();
  const { settings, write, read, call } = useProgram();

  it('come from the environment that a request names', async () => {
    await write('a.hydrogen.http', '### one\n# @environment Staging\nGET /a/?x={{x}}');
    await settings(
      { serverDomain: server.origin, authUrl: server.origin },
      { variables: { Staging: { x: 1 }, Production: { x: 2 } } },
    );
    const { code, out } = await call(['--env', 'Production', '--allow-production']);
    assert.equal(code, 0, out);
    assert.deepEqual(
      server.received.map(({ url, headers }) => `${url} ${String(headers['x-hydrogen-env-id'])}`),
      ['/a/?x=1 env-1'],
    );
  });

  it('keep all digits of a number', async () => {
    await write('a.hydrogen.http', 'GET /{{id}}/?x={{x}}');
    await settings({ serverDomain: server.origin, authUrl: server.origin }, { variables: { '*': { id: 7, x: 0.5 } } });
    await write('hydrogen.json', (await read('hydrogen.json')).replace(/\b7\b/, '9007199254740993'));
    const { code, out, errors } = await call(['--env', 'Staging']);
    assert.equal(code, 0, out + errors);
    assert.deepEqual(
      server.received.map(({ url }) => url),
      ['/9007199254740993/?x=0.5'],
    );
  });

  it('take no value from a response of another environment', async () => {
    const login = '### log in\n# @name login\n# @environment Staging\nPOST /login/\n';
    const one = '### one\n# @environment Staging\nGET /one/?x={{login.response.body.a}}\n';
    const two = '### two\n# @environment QA\nGET /two/?x={{login.response.body.a}}\n';
    await write('a.hydrogen.http', `${login}${one}${two}`);
    const environments = [
      { name: 'Staging', envId: 'env-1' },
      { name: 'QA', envId: 'env-2' },
    ];
    await settings({ serverDomain: server.origin, authUrl: server.origin, environments });
    server.handler = json({ a: 1 });
    const { code, out } = await call(['--env', 'QA']);
    assert.deepEqual(
      server.received.map(({ url }) => url),
      ['/login/', '/one/?x=1'],
    );
    assert.equal(code, 2, out);
    assert.match(out, /:10 There is no response of login from this environment\./);
  });
});
