import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import { json, useServer } from '../requests/server';
import { useProgram } from './program';

describe('hydrogen check refuses a document', () => {
  const server = useServer();
  const { settings, write, call } = useProgram();

  beforeEach(() => settings({ serverDomain: server.origin, authUrl: server.origin }));

  it('with a # @retry that cannot be read, before anything is sent', async () => {
    server.handler = json({});
    await write('a.hydrogen.http', 'GET /a/\n### b\n# @retry 3 times\nGET /b/\n');
    const { code, errors } = await call(['--env', 'Staging']);
    const message = 'a.hydrogen.http:3: @retry takes a number from 1 to 100 and a time, such as 3 every 2s.\n';
    assert.deepEqual([code, errors, server.received.length], [2, message, 0]);
    await write('a.hydrogen.http', '# @retry 3 every 1s\nGET /a/\n');
    assert.equal((await call(['--env', 'Staging'])).code, 0);
  });

  it('with a directive that is written twice', async () => {
    await write('a.hydrogen.http', '### a\n# @environment Staging\n# @environment Production\nGET /a/\n');
    const { code, errors } = await call(['--env', 'Staging']);
    const message = 'a.hydrogen.http:3: @environment is written twice for one request. Remove one of the two.\n';
    assert.deepEqual([code, errors, server.received.length], [2, message, 0]);
  });
});

describe('hydrogen check reports', () => {
  const server = useServer();
  const { settings, write, call } = useProgram();

  it('lines without an effect and repeated names, as the editor does, and sends the requests', async () => {
    await settings({ serverDomain: server.origin, authUrl: server.origin });
    const lines = [
      '# @enviroment Production',
      '# @timeout: 5s',
      '# @prompt a',
      'GET /a/',
      '# @as user',
      '###',
      '@a = 1',
      '@a = 2',
      '# @name login',
      'GET /b/',
      '###',
      '# @name login',
      'GET /c/',
      '',
      'GET /d/',
    ];
    await write('a.hydrogen.http', lines.join('\n'));
    const { code, out, errors } = await call(['--env', 'Staging', '--json']);
    assert.deepEqual([code, (JSON.parse(out) as { results: unknown[] }).results.length], [0, 3]);
    assert.deepEqual(errors.split('\n'), [
      'a.hydrogen.http:1: There is no directive @enviroment. Use one of: @name, @application, @environment, @as, @timeout, @setup, @teardown, @skip, @only, @retry.',
      'a.hydrogen.http:2: @timeout takes a time from 1ms to 24 hours, such as 500ms, 10s or 2m.',
      'a.hydrogen.http:3: There is no directive @prompt. Write {{$prompt question}} where the value is used.',
      'a.hydrogen.http:5: @as has no effect here. Write it above the request line.',
      'a.hydrogen.http:7: @a has no effect, because it is defined again below.',
      'a.hydrogen.http:12: Another request is already called login.',
      'a.hydrogen.http:15: This line is a part of the body. If it begins another request, write ### above it.',
      '',
    ]);
  });
});
