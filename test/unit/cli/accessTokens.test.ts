import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { Secret } from '../../../src/api/secret';
import { createAccessTokens } from '../../../src/cli/accessTokens';
import { startSandbox } from '../../../src/sandbox/sandbox';
import { useProgram } from './program';

describe('the Access Token of a run', () => {
  const { write, settings, call } = useProgram();

  it('is renewed once when it ends during the run, and the refused request is sent again', async () => {
    const sandbox = await startSandbox();
    try {
      const [shop] = sandbox.applications;
      const { clientId = '', clientSecret = '', serverDomain, authUrl, environments } = shop ?? {};
      await settings({ clientId, serverDomain, authUrl, environments });
      await write(
        'a.hydrogen.http',
        [
          '### before\nGET /oserve/v2.2/server/time/\n\n?? status == 200',
          '### it ends\nPOST /__sandbox/tokens/expire/\nAuthorization: Bearer {{$secret control}}\n',
          `{ "client_id": "${clientId}" }\n\n?? status == 200`,
          '### after\nGET /oserve/v1.8/table/\n\n?? status == 200\n?? documented',
          '### later\nGET /oserve/v2.2/server/time/\n\n?? status == 200',
        ].join('\n'),
      );
      const secrets = { HYDROGEN_CLIENT_SECRET: clientSecret, HYDROGEN_SECRET_CONTROL: sandbox.controlToken };
      const { code, out } = await call(['--env', environments?.[0]?.name ?? '', '--json'], secrets);
      assert.equal(code, 0, out);
      const sent = sandbox.requests.map(({ path, status }) => `${path} ${status}`);
      assert.equal(sent.filter(line => line.startsWith('/api/oauth2/access_token/')).length, 2, sent.join('\n'));
      assert.deepEqual(
        sent.filter(line => line.startsWith('/oserve/')),
        [
          '/oserve/v2.2/server/time/ 200',
          '/oserve/v1.8/table/ 401',
          // The program checks whether the service rejects the token itself.
          '/oserve/v2.2/server/time/ 401',
          '/oserve/v1.8/table/ 200',
          '/oserve/v2.2/server/time/ 200',
        ],
      );
    } finally {
      await sandbox.close();
    }
  });

  it('is not requested again after the service refused the credentials', async () => {
    const sandbox = await startSandbox();
    try {
      const { clientId = '', serverDomain, authUrl, environments } = sandbox.applications[0] ?? {};
      await settings({ clientId, serverDomain, authUrl, environments });
      const request = 'GET /oserve/v2.2/server/time/\n\n?? status == 200';
      await write('a.hydrogen.http', `### one\n${request}\n### other\n${request}`);
      const { code, out } = await call(['--env', environments?.[0]?.name ?? ''], { HYDROGEN_CLIENT_SECRET: 'wrong' });
      assert.equal(code, 4, out);
      assert.equal(sandbox.requests.length, 1, sandbox.requests.map(({ path }) => path).join('\n'));
    } finally {
      await sandbox.close();
    }
  });

  it('is obtained again after a failure; simultaneous requests share one attempt', async () => {
    const unavailable = new Error('unavailable');
    let made = 0;
    const tokens = createAccessTokens(() =>
      ++made === 1 ? Promise.reject(unavailable) : Promise.resolve(new Secret(`token-${made}`)),
    );
    const failed = await Promise.allSettled([tokens.get(), tokens.get()]);
    assert.deepEqual(failed, Array(2).fill({ status: 'rejected', reason: unavailable }));
    assert.ok((await tokens.get()).equals(new Secret('token-2')));
    assert.ok((await tokens.get()).equals(new Secret('token-2')));
  });

  it('is obtained once for simultaneously refused requests', async () => {
    let made = 0;
    const tokens = createAccessTokens(async () => new Secret(`token-${++made}`));
    const first = await tokens.get();
    const both = await Promise.all([tokens.renew(first), tokens.renew(first), tokens.get()]);
    assert.equal(made, 2);
    assert.ok((await tokens.get()).equals(both[0]) && both[0].equals(both[1]));
    assert.ok((await tokens.renew(first)).equals(both[0]), 'the refused one was replaced already');
    assert.equal(made, 2);
  });
});
