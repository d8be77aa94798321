import assert from 'node:assert/strict';
import { rm, symlink } from 'node:fs/promises';
import { beforeEach, describe, it } from 'mocha';
import { startSandbox } from '../../../src/sandbox/sandbox';
import { npm } from '../../host/launcher/npm';
import { root } from '../../host/launcher/root';
import { json, useServer } from '../requests/server';
import { useProgram } from './program';

describe('hydrogen check', () => {
  const server = useServer();
  const { path: inFolder, settings, write, read, start, ended, run, call } = useProgram();

  beforeEach(async () => {
    await rm(inFolder('a.hydrogen.http'), { force: true });
    const { origin } = server;
    await settings({ serverDomain: origin, authUrl: origin });
    server.handler = json({ name: '商品' });
  });

  it('exits with 0 for one file and its own sandbox', async () => {
    await rm(inFolder('hydrogen.json'));
    await write(
      'a.hydrogen.http',
      [
        '### log in\n# @name login\nPOST /hserve/v2.1/login/username/\n',
        '{ "username": "customer", "password": "{{$secret password}}" }\n\n?? status == 201\n?? body token isString',
        '### tables\nGET /oserve/v1/table/\n\n?? status == 200\n?? documented',
      ].join('\n'),
    );
    const { code, out, errors } = await run(['--sandbox']);
    assert.equal(code, 0, out + errors);
    assert.match(out, /2 passed; 4 of 4 checks passed/);
    assert.ok(!out.includes('\x1b'), 'colours are for terminals');
  });

  it('begins with the saved state of a sandbox', async () => {
    const sandbox = await startSandbox();
    await write('state.json', JSON.stringify(sandbox.state()));
    await sandbox.close();
    await write('a.hydrogen.http', 'GET /oserve/v1/table/\n\n?? status == 200');
    assert.equal((await call(['--sandbox', 'state.json'])).code, 0);
    const wrong = await call(['--sandbox', 'hydrogen.json']);
    assert.deepEqual(
      [wrong.code, wrong.errors],
      [2, 'hydrogen.json is neither a saved state of a sandbox nor a world file.\n'],
    );
  });

  it('exits with 1 for a failed check; the report has the expected and the actual value', async () => {
    await write(
      'a.hydrogen.http',
      '### <one>\nGET /a/\n\n?? status == 200\n?? body name == "goods"\n### two\n# @skip later\nGET /b/',
    );
    const { code, out } = await call(['--env', 'staging', '--junit', 'report.xml']);
    assert.equal(code, 1);
    assert.match(
      out,
      /✗ a\.hydrogen\.http:2 <one> .*\n {4}a\.hydrogen\.http:5 body name == "goods": Expected "goods", but it is 商品\.\n- .*two\n {4}later\n/,
    );
    const report = await read('report.xml');
    assert.match(report, /<testsuites tests="2" failures="1" errors="0" skipped="1" time="[\d.]+">/);
    assert.match(report, /name="&lt;one&gt;" file="a\.hydrogen\.http" line="5"/);
    assert.match(
      report,
      /<failure message="body name == &quot;goods&quot;: Expected &quot;goods&quot;, but it is 商品\.">/,
    );
    assert.match(report, /<skipped message="later"\/>/);
    assert.equal(server.received[0]?.headers['x-hydrogen-env-id'], 'env-1');
  });

  it('prints only TAP or JSON', async () => {
    await write('a.hydrogen.http', '### a # b\nGET /a/\n\n?? status == 201\n### two\nGET /b/');
    const tap = await call(['--env', 'Staging', '--tap']);
    assert.deepEqual(tap.out.split('\n'), [
      'TAP version 13',
      '1..2',
      'not ok 1 - a.hydrogen.http a \\# b',
      '# a.hydrogen.http:4 status == 201: Expected 201, but it is 200.',
      'ok 2 - a.hydrogen.http two',
      '',
    ]);
    const { results } = JSON.parse((await call(['--env', 'Staging', '--json'])).out) as {
      results: { outcome: string }[];
    };
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ['failed', 'passed'],
    );
  });

  it('selects requests by their labels, and stops at the first failure on request', async () => {
    await write('a.hydrogen.http', '### one\nGET /a/\n\n?? status == 201\n### two\nGET /b/');
    assert.equal((await call(['--env', 'Staging', '--grep', 'TWO'])).code, 0);
    const { out } = await call(['--env', 'Staging', '--bail']);
    assert.match(out, /- a\.hydrogen\.http:6 two\n {4}An earlier request failed\./);
  });

  const wrong: Record<string, [args: string[], sentence: RegExp]> = {
    'no place': [[], /^Name either --env or --sandbox\.$/m],
    'two places': [['--env', 'Staging', '--sandbox'], /^Name either --env or --sandbox\.$/m],
    'an unknown option': [['--sandbox', '--colour'], /--colour/],
    'an unknown environment': [
      ['--env', 'Test'],
      /^The application has no environment Test\. Use one of: Production, Staging\.$/m,
    ],
    production: [['--env', 'Production'], /^Requests go to production only with --allow-production\.$/m],
    'a file that is missing': [['--env', 'Staging', 'b.hydrogen.http'], /^b\.hydrogen\.http cannot be read\.$/m],
    'a pattern that is none': [['--env', 'Staging', '--grep', '('], /^--grep is not a regular expression\.$/m],
    'too many jobs': [['--env', 'Staging', '--jobs', '99'], /^--jobs must be a number from 1 to 32\.$/m],
    'nothing chosen': [['--env', 'Staging', '--grep', 'nothing'], /^No request matches\.$/m],
    'a report that is a folder': [
      ['--env', 'Staging', '--junit', '.'],
      /^\. cannot be written \(EISDIR\)\. Check its folder, its permissions and the free disk space\.$/m,
    ],
  };
  for (const [name, [args, sentence]] of Object.entries(wrong)) {
    it(`exits with 2: ${name}`, async () => {
      await write('a.hydrogen.http', 'GET /a/');
      const { code, errors } = await call(args);
      assert.equal(code, 2);
      assert.match(errors, sentence);
    });
  }

  it('exits with 2 for an invalid document, a cycle, an unknown variable, # @only in CI', async () => {
    const codeOf = async (content: string, env?: Record<string, string>) => {
      await write('a.hydrogen.http', content);
      return (await call(['--env', 'Staging'], env)).code;
    };
    assert.equal(await codeOf('POST /a/\n\n{}\n?? status == 200\nmore'), 2);
    assert.equal(
      await codeOf('### a\n# @name a\nGET /{{b.response.status}}/\n### b\n# @name b\nGET /{{a.response.status}}/'),
      2,
    );
    assert.equal(await codeOf('GET /{{nothing}}/'), 2);
    assert.equal(await codeOf('# @only\nGET /a/'), 0);
    assert.equal(await codeOf('# @only\nGET /a/', { CI: 'true' }), 2);
    assert.deepEqual(
      server.received.map(({ url }) => url),
      ['/a/'],
    );
  });

  it('explains why a document cannot be read, and why a request cannot be sent', async () => {
    await write('a.hydrogen.http', 'POST /a/\n\n{}\n?? status == 200\nmore');
    const { errors } = await call(['--env', 'Staging']);
    assert.match(
      errors,
      /^a\.hydrogen\.http:5: Only checks and comments can follow a check\. Write this line above the checks, or write # before it\.$/m,
    );
    await write('a.hydrogen.http', 'GET /{{nothing}}/');
    const { out } = await call(['--env', 'Staging']);
    assert.match(out, /^ {4}a\.hydrogen\.http:1 nothing is not defined\. Define it with @nothing = value/m);
  });

  it('exits with 2 for settings that contain a secret, without printing it', async () => {
    await write('a.hydrogen.http', 'GET /a/');
    await settings({ serverDomain: server.origin, clientSecret: 'the-secret-value' });
    const { code, errors } = await call(['--env', 'Staging']);
    assert.equal(code, 2);
    assert.equal(
      errors,
      'hydrogen.json contains a secret (application.clientSecret). Pass secrets through the environment or standard input.\n',
    );
  });

  it('exits with 2 for a body file behind a link that leads out', async () => {
    await symlink('/etc/hostname', inFolder('link.json')).catch(() => undefined);
    await write('a.hydrogen.http', 'POST /a/\n\n< ./link.json');
    assert.equal((await call(['--env', 'Staging'])).code, 2);
    assert.deepEqual(server.received, []);
  });

  it('exits with 2 for a request to production, also if the request itself selects it', async () => {
    await write('a.hydrogen.http', '# @environment Production\nDELETE /a/');
    const { code, out } = await call(['--env', 'Staging']);
    assert.equal(code, 2);
    assert.match(out, /It would go to production, which needs --allow-production\./);
    assert.deepEqual(server.received, []);
    assert.equal((await call(['--env', 'Staging', '--allow-production'])).code, 0);
  });

  it('exits with 2 for a secret or a value of this machine that would be sent to another host', async () => {
    await settings({ serverDomain: 'http://127.0.0.1:9', authUrl: 'http://127.0.0.1:9' });
    const env = { HYDROGEN_SECRET_KEY: 'canary-1', OWN: 'canary-2', HYDROGEN_ALLOW_HOSTS: '' };
    const send = async (body: string) => {
      await write('a.hydrogen.http', `POST ${server.origin}/elsewhere/\n\n${body}\n\n?? status == 200`);
      return call(['--env', 'Staging'], env);
    };
    for (const body of ['{{$secret key}}', '{{$processEnv OWN}}']) {
      const { code, out, errors } = await send(body);
      assert.equal(code, 2, out + errors);
      assert.ok(!`${out}${errors}`.includes('canary'));
    }
    assert.equal(server.received.length, 0);
    assert.equal((await send('harmless')).code, 0);
    assert.equal(server.received.length, 1);
  });

  it('exits with 3 when no server responds', async () => {
    await settings({ serverDomain: 'http://127.0.0.1:9', authUrl: server.origin });
    await write('a.hydrogen.http', 'GET /a/');
    assert.equal((await call(['--env', 'Staging'])).code, 3);
  });

  it('exits with 4 when a secret is missing or refused', async () => {
    await write('a.hydrogen.http', 'GET /oserve/v1/table/');
    const missing = await call(['--env', 'Staging']);
    assert.equal(missing.code, 4);
    assert.match(missing.out, /There is no ClientSecret: set HYDROGEN_CLIENT_SECRET\./);
    server.handler = json({ error_msg: 'wrong' }, 401);
    const refused = await call(['--env', 'Staging'], { HYDROGEN_CLIENT_SECRET: 'the-secret-value' });
    assert.equal(refused.code, 4);
    assert.ok(!JSON.stringify(refused).includes('the-secret-value'));
  });

  it('writes missing snapshots, but not in CI; updates and removes others on request', async () => {
    const file = 'a.hydrogen.http.snapshots.json';
    await write('a.hydrogen.http', '### one\nGET /a/\n\n?? snapshot');
    const check = (args: readonly string[] = [], env: Record<string, string> = {}) =>
      call(['--env', 'Staging', ...args], env);
    const inCi = await check([], { CI: 'true' });
    assert.equal(inCi.code, 1);
    assert.match(
      inCi.out,
      /snapshot: There is no snapshot, and none is written in CI: .*--update-snapshots, and commit/,
    );
    const first = await check();
    assert.deepEqual([first.code, /written for one/.test(first.out)], [0, true], first.out);
    assert.equal(
      await read(file),
      `${JSON.stringify({ one: { Staging: { body: { name: '商品' }, status: 200, type: 'application/json' } } }, undefined, 2)}\n`,
    );
    assert.equal((await check([], { CI: 'true' })).code, 0);
    server.handler = json({ name: 'goods' });
    const other = await check();
    assert.equal(other.code, 1);
    assert.match(other.out, /snapshot: The response differs from its snapshot: body\.name "商品" → "goods"\n/);
    await write('a.hydrogen.http', '### two\nGET /a/\n\n?? snapshot');
    assert.match((await check()).out, /no request uses this snapshot; --update-snapshots removes it: one\n/);
    assert.equal((await check(['--update-snapshots'], { CI: 'true' })).code, 0);
    assert.deepEqual(Object.keys(JSON.parse(await read(file)) as object), ['two']);
    await rm(inFolder(file));
    await symlink(inFolder('elsewhere.json'), inFolder(file));
    assert.match((await check()).out, /The snapshot file cannot be read or written\./);
    await assert.rejects(read('elsewhere.json'));
    await rm(inFolder(file));
  });

  it('compares with another environment, which may be production when that is allowed', async () => {
    await write('a.hydrogen.http', '### one\nGET /a/?x={{x}}\n\n?? same as Production');
    await settings(
      { serverDomain: server.origin, authUrl: server.origin },
      { variables: { Staging: { x: 1 }, Production: { x: 2 } } },
    );
    const refused = await call(['--env', 'Staging']);
    assert.equal(refused.code, 1);
    assert.match(
      refused.out,
      /no response to compare with: It would go to production, which needs --allow-production\./,
    );
    assert.equal(server.received.length, 1);
    assert.equal((await call(['--env', 'Staging', '--allow-production'])).code, 0);
    assert.deepEqual(
      server.received.map(({ url, headers }) => `${url} ${String(headers['x-hydrogen-env-id'])}`),
      ['/a/?x=1 env-1', '/a/?x=1 env-1', '/a/?x=2 undefined'],
    );
  });

  it('exits with 130 after Ctrl+C; the teardown runs and the report is written', async () => {
    await write('a.hydrogen.http', '### one\nGET /never/\n### two\nGET /b/\n### down\n# @teardown\nDELETE /down/');
    const arrived = new Promise<void>(resolve => {
      server.handler = (_, response, { url }) => (url === '/never/' ? resolve() : void response.end('{}'));
    });
    const child = start(['--env', 'Staging', '--junit', 'cancelled.xml']);
    await arrived;
    child.kill('SIGINT');
    const { code, out } = await ended(child);
    assert.equal(code, 130, out);
    assert.deepEqual(
      server.received.map(({ url }) => url),
      ['/never/', '/down/'],
    );
    assert.match(await read('cancelled.xml'), /tests="3" failures="0" errors="0" skipped="2"/);
  });

  it('is in the npm package with its documents and without the extension', async () => {
    const stdout = await npm(['pack', '--dry-run', '--json', '--ignore-scripts'], root);
    const [{ files }] = JSON.parse(stdout) as [{ files: { path: string; mode: number }[] }];
    assert.deepEqual(files.map(file => file.path).sort(), [
      'LICENSE',
      'README.md',
      'README.zh-CN.md', // npm includes every README
      'THIRD_PARTY_NOTICES',
      'dist/cli.cjs',
      'package.json',
    ]);
  });
});
