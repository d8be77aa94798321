import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { rm } from 'node:fs/promises';
import { beforeEach, describe, it } from 'mocha';
import { json, useServer } from '../requests/server';
import { useProgram } from './program';

describe('the exit code of hydrogen check', () => {
  const server = useServer();
  const { path: inFolder, settings, write, read, start, startCommand, ended, call, callCommand } = useProgram();
  const commands = [['check'], ['functions', 'list'], ['world', 'pull', '--output', 'world.json']];
  /** Responds like a gateway that blocks a request. */
  const page =
    (status: number): typeof server.handler =>
    (_, response) =>
      void response.writeHead(status, { 'Content-Type': 'text/html' }).end('<!doctype html><p>Blocked</p>');

  /** The grace period of a teardown ends with the signal SIGUSR2. */
  const endedGracePeriod = { NODE_OPTIONS: `--import=${new URL('./gracePeriod.mjs', import.meta.url).href}` };
  /** Never responds. Resolves when `/one/` is requested. */
  const holdsFirst = () =>
    new Promise<void>(resolve => {
      server.handler = (_, __, { url }) => url === '/one/' && resolve();
    });

  beforeEach(async () => {
    const { origin } = server;
    await settings({ serverDomain: origin, authUrl: origin });
    server.handler = json({});
  });

  for (const [status, code] of [
    [401, 4],
    [403, 4],
    [404, 1],
  ] as const) {
    it(`is ${code} when the service responds ${status} to a request without checks`, async () => {
      await write('a.hydrogen.http', '### one\nGET /a/\n### two\nGET /b/\n\n?? status == 200');
      server.handler = (request, response, received) =>
        json({}, received.url === '/a/' ? status : 500)(request, response, received);
      assert.equal((await call(['--env', 'Staging'])).code, code);
    });
  }

  for (const [status, code] of [
    [400, 1],
    [401, 4],
  ] as const) {
    it(`is ${code} when the service responds ${status} to a request whose response another one needs`, async () => {
      await write('a.hydrogen.http', '# @name one\nGET /a/\n###\nGET /b/{{one.response.body.id}}/');
      server.handler = json({}, status);
      const ran = await call(['--env', 'Staging']);
      assert.equal(ran.code, code, ran.out);
      assert.match(ran.out, /The request one failed with/);
    });
  }

  for (const [status, code] of [
    [400, 4],
    [401, 4],
    [404, 3],
    [500, 3],
    [503, 3],
  ] as const) {
    it(`is ${code} when the authorization server responds ${status}`, async () => {
      await write('a.hydrogen.http', 'GET /oserve/v2.2/server/time/\n\n?? status == 200');
      server.handler = json({}, status);
      const ran = await call(['--env', 'Staging'], { HYDROGEN_CLIENT_SECRET: 'a client secret' });
      assert.equal(ran.code, code, ran.out);
      assert.ok(server.received.every(({ url }) => !url.startsWith('/oserve/')));
    });
  }

  for (const status of [200, 400, 401, 403]) {
    it(`is 3 when a gateway responds with a page and ${status} instead of the authorization server`, async () => {
      await write('a.hydrogen.http', 'GET /oserve/v2.2/server/time/\n\n?? status == 200');
      server.handler = page(status);
      const ran = await call(['--env', 'Staging'], { HYDROGEN_CLIENT_SECRET: 'a client secret' });
      assert.equal(ran.code, 3, ran.out);
    });
  }

  for (const command of commands.slice(1)) {
    const called = () => callCommand([...command, '--env', 'Staging'], { HYDROGEN_CLIENT_SECRET: 'a client secret' });
    const authorizing =
      (otherwise: typeof server.handler): typeof server.handler =>
      (request, response, received) => {
        const isOther = received.url.startsWith('/oserve/');
        (isOther ? otherwise : json({ code: 'a code', access_token: 'a token' }))(request, response, received);
      };

    for (const status of [200, 401, 403])
      it(`is 3 when a gateway responds with a page and ${status}: ${command.join(' ')}`, async () => {
        for (const handler of [page(status), authorizing(page(status))]) {
          server.handler = handler;
          const ran = await called();
          assert.equal(ran.code, 3, ran.errors);
          assert.match(ran.errors, /web page|doctype/);
        }
      });

    for (const status of [401, 403])
      it(`is 4 when the service responds ${status}: ${command.join(' ')}`, async () => {
        for (const handler of [json({}, status), authorizing(json({}, status))]) {
          server.handler = handler;
          const ran = await called();
          assert.equal(ran.code, 4, ran.errors);
        }
      });
  }

  it('is 1 when a check fails, even if the service refuses the request', async () => {
    await write('a.hydrogen.http', '### one\nGET /a/\n\n?? status == 200');
    server.handler = json({}, 403);
    assert.equal((await call(['--env', 'Staging'])).code, 1);
    await write('a.hydrogen.http', '### one\nGET /a/\n\n?? status == 403');
    assert.equal((await call(['--env', 'Staging'])).code, 0);
  });

  it('is 1 when a teardown fails; later ones and the other files run, and the report names it', async () => {
    const downs = '### down\n# @teardown\nDELETE /down/\n### last\n# @teardown\nDELETE /last/';
    await write('a.hydrogen.http', `### one\nGET /a/\n${downs}`);
    await write('b.hydrogen.http', '### two\nGET /b/');
    server.handler = (request, response, received) =>
      json({}, received.url === '/down/' ? 500 : 200)(request, response, received);
    const { code, out } = await call(['--env', 'Staging', '--junit', 'teardown.xml']);
    await rm(inFolder('b.hydrogen.http'));
    assert.equal(code, 1, out);
    assert.deepEqual(
      server.received.map(({ url }) => url),
      ['/a/', '/down/', '/last/', '/b/'],
    );
    assert.match(out, /✗ a\.hydrogen\.http:5 down/);
    assert.match(out, /3 passed, 1 failed;/);
    assert.match(await read('teardown.xml'), /tests="4" failures="1"/);
  });

  it('is 130 after Ctrl+C while a retry waits; it is not sent again, the teardown runs and the report is written', async () => {
    const down = '### down\n# @teardown\nDELETE /down/';
    await write('a.hydrogen.http', `### one\n# @retry 9 every 1440m\nGET /one/\n\n?? status == 201\n${down}`);
    const responded = new Promise<void>(resolve => {
      server.handler = (_, response, { url }) => void response.end('{}', () => url === '/one/' && resolve());
    });
    const child = start(['--env', 'Staging', '--junit', 'waiting.xml']);
    await responded;
    child.kill('SIGINT');
    const { code, out } = await ended(child);
    assert.equal(code, 130, out);
    assert.deepEqual(
      server.received.map(({ url }) => url),
      ['/one/', '/down/'],
    );
    assert.match(await read('waiting.xml'), /tests="2"/);
  });

  it('is 130 after Ctrl+C while a teardown waits for a token; the teardown is still sent', async () => {
    await write(
      'a.hydrogen.http',
      '### one\n# @as anonymous\nGET /one/\n### down\n# @teardown\nDELETE /oserve/v1.8/table/5001/',
    );
    await write('b.hydrogen.http', '### held\nGET /held/');
    const events = new EventEmitter();
    const both = Promise.all([once(events, 'held'), once(events, 'asked')]);
    server.handler = (request, response, received) => {
      if (received.url === '/held/') {
        response.on('close', () => events.emit('cancelled'));
        events.emit('held');
      } else if (received.url.endsWith('/authorize/')) {
        events.on('cancelled', () => json({ code: 'a code' })(request, response, received));
        events.emit('asked');
      } else json({ access_token: 'an access token' })(request, response, received);
    };
    const child = start(['--env', 'Staging', '--jobs', '2'], { HYDROGEN_CLIENT_SECRET: 'a secret of the test' });
    await both;
    child.kill('SIGINT');
    const { code, out } = await ended(child);
    await rm(inFolder('b.hydrogen.http'));
    assert.equal(code, 130, out);
    assert.equal(server.received.at(-1)?.url, '/oserve/v1.8/table/5001/', out);
  });

  it('is 130 after Ctrl+C when a teardown gets no token during its grace period', async () => {
    await write('a.hydrogen.http', '### one\nGET /one/\n### down\n# @teardown\nDELETE /oserve/v1.8/table/5001/');
    const held = holdsFirst();
    const child = start(['--env', 'Staging'], {
      HYDROGEN_CLIENT_SECRET: 'a secret of the test',
      ...endedGracePeriod,
    });
    await held;
    const asked = new Promise<void>(resolve => (server.handler = () => resolve()));
    child.kill('SIGINT');
    await asked;
    child.kill('SIGUSR2');
    const { code, out, errors } = await ended(child);
    assert.equal(code, 130, out);
    assert.ok(server.received.at(-1)?.url.endsWith('/authorize/'), out);
    assert.doesNotMatch(out + errors, /did not respond in time/);
  });

  it('is 130 after Ctrl+C, and all teardowns together get one grace period', async () => {
    const down = '# @teardown\nDELETE /down/';
    await write('a.hydrogen.http', `### one\nGET /one/\n### first\n${down}1/\n### second\n${down}2/`);
    const held = holdsFirst();
    const child = start(['--env', 'Staging'], endedGracePeriod);
    await held;
    const tearingDown = new Promise<void>(resolve => (server.handler = () => resolve()));
    child.kill('SIGINT');
    await tearingDown;
    child.kill('SIGUSR2');
    const { code, out } = await ended(child);
    assert.equal(code, 130, out);
    assert.deepEqual(
      server.received.map(({ url }) => url),
      ['/one/', '/down/1/'],
      out,
    );
  });

  it('is 130 after Ctrl+C while a refused token is renewed', async () => {
    await write('a.hydrogen.http', '### one\nGET /oserve/v1.8/table/');
    let authorizations = 0;
    const renewed = new Promise<void>(resolve => {
      server.handler = (request, response, received) => {
        if (received.url.startsWith('/oserve/')) json({}, 401)(request, response, received);
        else if (!received.url.endsWith('/authorize/'))
          json({ access_token: 'an access token' })(request, response, received);
        else if (++authorizations === 1) json({ code: 'a code' })(request, response, received);
        else resolve();
      };
    });
    const child = start(['--env', 'Staging'], { HYDROGEN_CLIENT_SECRET: 'a secret of the test' });
    await renewed;
    child.kill('SIGINT');
    const { code, out, errors } = await ended(child);
    assert.equal(code, 130, out + errors);
    assert.doesNotMatch(out + errors, /did not respond in time/);
  });

  it('is 130 after Ctrl+C while the secrets are read from standard input', async () => {
    await write('a.hydrogen.http', '### one\nGET /oserve/v1.8/table/');
    const child = start(['--env', 'Staging', '--secrets-stdin']);
    const { stdin } = child;
    assert.ok(stdin);
    // A pipe takes this much only while the program reads it.
    await new Promise<void>(resolve => void stdin.write(' '.repeat(1_000_000), () => resolve()));
    child.kill('SIGINT');
    const { code, out, errors } = await ended(child);
    assert.deepEqual([code, out, errors], [130, '', 'Cancelled.\n']);
    assert.deepEqual(server.received, []);
  });

  for (const command of commands) {
    it(`is 130 after Ctrl+C while the authorization has no response: ${command.join(' ')}`, async () => {
      await write('a.hydrogen.http', '### one\nGET /oserve/v1.8/table/');
      const asked = new Promise<void>(resolve => (server.handler = () => resolve()));
      const child = startCommand([...command, '--env', 'Staging'], { HYDROGEN_CLIENT_SECRET: 'a secret of the test' });
      await asked;
      child.kill('SIGINT');
      const { code, out, errors } = await ended(child);
      assert.equal(code, 130, out + errors);
      assert.doesNotMatch(out + errors, /did not respond in time/);
    });
  }
});
