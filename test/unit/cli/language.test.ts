import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, it } from 'mocha';
import { languageOf } from '../../../src/cli/language';
import { json, useServer } from '../requests/server';
import { useProgram } from './program';

const environments: [env: Record<string, string>, argv: string[], language: string][] = [
  [{}, [], 'en'],
  [{ LANG: 'zh_CN.UTF-8' }, [], 'zh-cn'],
  [{ LANG: 'zh_CN' }, [], 'zh-cn'],
  [{ LANG: 'zh' }, [], 'zh-cn'],
  [{ LANG: 'zh_Hans_CN.UTF-8' }, [], 'zh-cn'],
  [{ LANG: 'zh_TW.UTF-8' }, [], 'en'],
  [{ LANG: 'C.UTF-8' }, [], 'en'],
  [{ LANG: 'zh_CN.UTF-8', LC_ALL: 'en_US.UTF-8' }, [], 'en'],
  [{ LANG: 'zh_CN.UTF-8', LC_ALL: '' }, [], 'zh-cn'],
  [{ LANG: 'en_US.UTF-8', LC_MESSAGES: 'zh_CN' }, [], 'zh-cn'],
  [{ LANG: 'zh_CN.UTF-8' }, ['--lang', 'en'], 'en'],
  [{}, ['check', '--lang=zh-cn', '--sandbox'], 'zh-cn'],
];

describe('the language of hydrogen check', () => {
  const server = useServer();
  const { settings, write, run, runCommand } = useProgram();

  beforeEach(async () => {
    const { origin } = server;
    await settings({ serverDomain: origin, authUrl: origin });
    server.handler = json({ name: 'goods' });
    await write('a.hydrogen.http', '### one\nGET /a/?q=secretive\n\n?? status == 201\n');
  });

  for (const [env, argv, language] of environments) {
    it(`is ${language} with ${JSON.stringify(env)} and ${JSON.stringify(argv)}`, () => {
      assert.equal(languageOf(argv, env), language);
    });
  }

  it('follows the environment, in results and in the summary', async () => {
    const { out, code } = await run(['--env', 'Staging'], { LANG: 'zh_CN.UTF-8' });
    assert.equal(code, 1);
    assert.match(out, /a\.hydrogen\.http:4 status == 201: 预期为 201，实际为 200。\n/);
    assert.match(out, /^0 个通过, 1 个失败; 1 项检查中有 0 项通过$/m);
  });

  it('follows the option, also for wrong options', async () => {
    const { errors } = await run(['--env', 'Nowhere', '--lang', 'zh-cn']);
    assert.equal(errors, '应用没有环境 Nowhere。请使用以下之一：Production, Staging。\n');
    assert.equal((await run(['--no-such', '--lang=zh-cn'])).errors, '没有选项 --no-such。\n');
  });

  it('is one that the program has, for each command', async () => {
    for (const command of ['check --sandbox', 'world diff a.json b.json', 'functions list --env Staging']) {
      const { code, errors } = await runCommand([...command.split(' '), '--lang', 'de']);
      assert.deepEqual([code, errors], [2, '--lang must be one of: en, zh-cn.\n'], command);
    }
  });

  it('matches --grep against the label that reports show, not against the query', async () => {
    await write('b.hydrogen.http', 'GET /b/?q=secretive\n\n?? status == 200\n');
    const { code, errors } = await run(['b.hydrogen.http', '--env', 'Staging', '--grep', 'secretive']);
    assert.deepEqual([code, errors], [2, 'No request matches.\n']);
    assert.equal((await run(['b.hydrogen.http', '--env', 'Staging', '--grep', 'GET /b/$'])).code, 0);
  });

  it('sends through the proxy of HTTP_PROXY, and directly to the hosts of NO_PROXY', async () => {
    const asked: string[] = [];
    const proxy = createServer().listen(0, '127.0.0.1');
    proxy.on('connect', ({ url }, socket) => {
      asked.push(url ?? '');
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    await once(proxy, 'listening');
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const host = 'shop.invalid';
    await settings({ serverDomain: `https://${host}`, authUrl: `https://${host}` });
    const through = await run(['a.hydrogen.http', '--env', 'Staging'], { http_proxy: address });
    const direct = await run(['a.hydrogen.http', '--env', 'Staging'], {
      HTTP_PROXY: address,
      NO_PROXY: `a.example.com ${host}`,
    });
    proxy.close();
    assert.deepEqual(asked, [`${host}:443`]);
    assert.deepEqual([through.code, direct.code], [3, 3]);
  });
});
