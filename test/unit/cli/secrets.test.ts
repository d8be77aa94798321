import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import { json, useServer } from '../requests/server';
import { useProgram } from './program';

describe('the secrets of hydrogen check', () => {
  const server = useServer();
  const { settings, write, read, run, call } = useProgram();

  beforeEach(async () => {
    const { origin } = server;
    await settings({ serverDomain: origin, authUrl: origin });
  });

  it('come from the environment and standard input, and are never printed', async () => {
    server.handler = (request, response, received) => json({ echo: received.body })(request, response, received);
    await write(
      'a.hydrogen.http',
      'POST /a/\n\n{ "x": "{{$secret pass-word}}", "y": "{{$processEnv OTHER}}" }\n\n?? body echo == 1',
    );
    const ways: [string[], Record<string, string>, string][] = [
      [[], { HYDROGEN_SECRET_PASS_WORD: 'value-of-a-secret', OTHER: 'value-of-another' }, ''],
      [['--secrets-stdin'], { OTHER: 'value-of-another' }, '{"secrets":{"pass-word":"value-of-a-secret"}}'],
    ];
    for (const [args, env, input] of ways) {
      const { code, out, errors } = await run(
        ['--env', 'Staging', '--junit', 'secret.xml', '--json', '--allow-env', 'OTHER', ...args],
        env,
        input,
      );
      assert.equal(code, 1, errors);
      assert.equal(server.received.at(-1)?.body, '{ "x": "value-of-a-secret", "y": "value-of-another" }');
      assert.ok(!/value-of/.test(out + errors + (await read('secret.xml'))), out);
    }
  });

  it('do not contain the line break that a file or a form added to a variable', async () => {
    server.handler = (request, response, received) =>
      json({ echo: received.body.trim(), user: received.headers.authorization })(request, response, received);
    await write(
      'a.hydrogen.http',
      '# @as user\nPOST /hserve/v1/a/\n\n{{$secret password}}\n\n?? body echo == 1\n?? body user == 1',
    );
    const env = { HYDROGEN_USER_TOKEN: 'the-token-of-a-user\n', HYDROGEN_SECRET_PASSWORD: 'value-of-a-secret\r\n' };
    const { code, out } = await run(['--env', 'Staging'], env);
    assert.equal(code, 1, out);
    const [{ headers, body } = assert.fail()] = server.received;
    assert.deepEqual([headers.authorization, body], ['Hydrogen-r1 the-token-of-a-user', 'value-of-a-secret']);
    assert.doesNotMatch(out, /value-of|the-token-of/);
  });

  it('are not sent if two names share one environment variable', async () => {
    const two = '### two\nPOST /b/\n\n{{$secret 令牌}}\n';
    await write('a.hydrogen.http', `### one\nPOST /a/\n\n{{$secret 密码}}\n${two}`);
    const env = { HYDROGEN_SECRET___: 'value-of-a-secret' };
    const { code, errors } = await run(['--env', 'Staging'], env);
    assert.equal(code, 2, errors);
    assert.match(errors, /密码.*令牌.*HYDROGEN_SECRET___.*--secrets-stdin/);
    assert.deepEqual(server.received, []);
    const given = '{"secrets":{"令牌":"value-of-another"}}';
    assert.equal((await run(['--env', 'Staging', '--secrets-stdin'], env, given)).code, 0);
    assert.deepEqual(
      server.received.map(({ body }) => body),
      ['value-of-a-secret', 'value-of-another'],
    );
  });

  it('are not sent either if the second name is in the file of a body', async () => {
    await write('two.txt', '{{$secret 令牌}}');
    await write('a.hydrogen.http', '### one\nPOST /a/\n\n{{$secret 密码}}\n### two\nPOST /b/\n\n<@ two.txt\n');
    const { code, errors } = await call(['--env', 'Staging'], { HYDROGEN_SECRET___: 'value-of-a-secret' });
    assert.equal(code, 2, errors);
    assert.match(errors, /密码.*令牌/);
    const part = 'Content-Type: multipart/form-data; boundary=b\n\n--b\nA: b\n\n<@ two.txt\n--b--\n';
    await write('a.hydrogen.http', `### one\nPOST /a/\n\n{{$secret 密码}}\n### two\nPOST /b/\n${part}`);
    assert.equal((await call(['--env', 'Staging'], { HYDROGEN_SECRET___: 'value-of-a-secret' })).code, 2);
    assert.deepEqual(server.received, []);
  });

  it('are one secret for names that differ only in case and in hyphens', async () => {
    await write('a.hydrogen.http', 'POST /a/\n\n{{$secret api-key}} {{$secret Api_Key}}\n');
    assert.equal((await run(['--env', 'Staging'], { HYDROGEN_SECRET_API_KEY: 'value-of-a-secret' })).code, 0);
    assert.equal(server.received[0]?.body, 'value-of-a-secret value-of-a-secret');
  });

  it('appear in no report, even if a later response names an earlier value, or has it as the name of a field', async () => {
    const token = 'token.of.a.response.2026';
    server.handler = (request, response, received) => {
      const told = received.url === '/a/' ? { said: token } : { token, [`x ${token}`]: 1 };
      json(told)(request, response, received);
    };
    const two = '### two\nGET /hserve/v2.2/server/time/\n\n?? documented\n';
    await write('a.hydrogen.http', `### one\nGET /a/\n\n?? body said == 1\n${two}`);
    for (const output of [[], ['--tap'], ['--json']]) {
      const { code, out } = await run(['--env', 'Staging', '--junit', 'later.xml', ...output]);
      assert.equal(code, 1);
      const lines = output.length > 0 ? out : out.slice(out.indexOf(' two'));
      assert.ok(!`${lines}${await read('later.xml')}`.includes(token), lines);
      assert.match(lines, /•••/);
    }
  });

  it('appear in no report, even if the name of an earlier field is the token of a later response', async () => {
    const token = 'token.of.a.response.2026';
    server.handler = (request, response, received) =>
      json(received.url === '/b/' ? { token } : { [`x ${token}`]: 1 })(request, response, received);
    await write('a.hydrogen.http', '### one\nGET /hserve/v2.2/server/time/\n\n?? documented\n### two\nGET /b/\n');
    for (const output of ['--tap', '--json']) {
      const { code, out } = await run(['--env', 'Staging', '--junit', 'field.xml', output]);
      assert.equal(code, 1);
      const reports = `${out}${await read('field.xml')}`;
      assert.ok(!reports.includes(token), reports);
      assert.match(reports, /x •••/);
    }
  });

  it('appear in no report, even if a service repeats everything it receives', async () => {
    server.handler = (request, response, received) => {
      const { url, headers, body } = received;
      if (url.startsWith('/api/oauth2/hydrogen/')) return json({ code: 'canary-code' })(request, response, received);
      if (url.startsWith('/api/oauth2/')) {
        const made = { access_token: 'canary-access', refresh_token: 'canary-refresh', token_type: 'Bearer' };
        return json({ ...made, expires_in: 60, scope: '' })(request, response, received);
      }
      const { authorization = '' } = headers;
      const told = { said: authorization, all: [authorization, body], more: `${authorization} ${body}` };
      return json(told, 200, { 'X-Said': `${authorization} ${body}` })(request, response, received);
    };
    const checks = ['body said', 'body all', 'body all[1]', 'body more', 'body', 'header x-said'];
    const lines = checks.flatMap(subject => [`?? ${subject} == 1`, `?? ${subject} == {{secret}}`]).join('\n');
    await write(
      'a.hydrogen.http',
      [
        '@secret = {{$secret key}}',
        `### a user\n# @as user\nPOST /hserve/v9/\n\n{{$processEnv OWN}} {{secret}}\n\n${lines}`,
        `### the application\n# @as openapi\nPOST /oserve/v9/\n\n{{secret}}\n\n${lines}`,
        '### canary of nobody\nGET /hserve/v9/{{said.response.status}}/',
      ].join('\n'),
    );
    const env = {
      HYDROGEN_CLIENT_SECRET: 'canary-client',
      HYDROGEN_USER_TOKEN: 'canary-user',
      HYDROGEN_SECRET_KEY: 'canary-named',
      OWN: 'canary-own',
    };
    for (const output of [[], ['--tap'], ['--json']]) {
      const { code, out, errors } = await run(
        ['--env', 'Staging', '--allow-env', 'OTHER, OWN', '--junit', 'told.xml', ...output],
        env,
      );
      assert.equal(code, 2, out + errors);
      const sent = server.received.splice(0).map(({ url, headers, body }) => [url, headers.authorization, body]);
      assert.deepEqual(
        sent.filter(([url]) => url?.endsWith('/v9/')),
        [
          ['/hserve/v9/', 'Hydrogen-r1 canary-user', 'canary-own canary-named'],
          ['/oserve/v9/', 'Bearer canary-access', 'canary-named'],
        ],
      );
      const told = `${out}${errors}${await read('told.xml')}`.replaceAll('canary of nobody', '');
      assert.ok(!told.includes('canary'), told);
    }
  });
});
