import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import { shapeOf, shapeText } from '../../src/records/schema/tableShape';
import { findRawTable, readTableNames, readTableState } from '../../src/records/schema/tableState';
import type { Sandbox, SandboxApplication } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/sandbox';
import { useProgram } from '../unit/cli/program';
import { withService } from '../unit/records/fixture';
import { clientsFolder } from './installed';
import { mincloud as runTool, type Ran } from './mincloud';
import { idOf } from '../../src/records/text/recordsText';

/** Code whose bytes a careless client would change: a byte order mark, CRLF, no final newline, emoji, two megabytes. */
const exactCodes = [
  'exports.main = () => 1;',
  '\ufeff// 中文 👩‍👩‍👧 \u2028\r\nexports.main = () => 1;\n\r\n\n',
  '\r\n\texports.main = () => "e\u0301 é";\r// old Mac',
  `exports.main = () => "${'bundle 包 '.repeat(160_000)}";\n`,
];

describe("the service's command line tool, mincloud 1.2.3", () => {
  const hydrogen = useProgram('functions');
  let home = '';
  let sandbox: Sandbox;
  let shop: SandboxApplication;

  before(async () => {
    await clientsFolder();
    home = await mkdtemp(path.join(os.tmpdir(), 'sandbox-mincloud-'));
    sandbox = await startSandbox({ categories: 1, runFunctions: true });
    shop = sandbox.applications[0] ?? assert.fail();
    const code =
      "exports.main = (event, callback) => { console.log('hi'); callback(null, { sum: event.data.a + 1 }); };";
    await mkdir(path.join(home, 'work', 'pulled'), { recursive: true });
    await writeFile(path.join(home, 'work', 'adder.js'), code);
  });

  after(async () => {
    await sandbox?.close();
    await rm(home, { recursive: true, force: true });
  });

  const mincloud = (...args: string[]): Promise<Ran> => runTool({ home, sandbox, application: shop }, args);

  async function succeeds(...args: string[]): Promise<string> {
    const { code, text } = await mincloud(...args);
    assert.equal(code, 0, text);
    return text;
  }

  it('asks to log in first', async () => {
    const { code, text } = await mincloud('list');
    assert.equal(code, 1);
    assert.match(text, /请先登录/);
  });

  it('logs in through the two redirects, and is refused with a wrong secret', async () => {
    const wrong = await mincloud('login', shop.clientId, '0'.repeat(40));
    assert.notEqual(wrong.code, 0);
    assert.match(await succeeds('login', shop.clientId, shop.clientSecret), /登录成功/);
    assert.match(
      await readFile(path.join(home, '.mincloudrc'), 'utf8'),
      new RegExp(`tokens=${shop.clientId}:[0-9a-f]{40}`),
    );
  });

  it('lists the cloud functions', async () => {
    assert.match(await succeeds('list'), /hello\s+approved/);
    const { objects } = JSON.parse(await succeeds('list', '--json')) as { objects: { name: string }[] };
    assert.deepEqual(
      objects.map(({ name }) => name),
      ['hello'],
    );
  });

  it('deploys a new function, then a new version of it', async () => {
    assert.match(await succeeds('deploy', 'adder', '-m', 'first'), /adder/);
    assert.match(await succeeds('deploy', 'adder', '-m', 'second'), /second/);
  });

  it('pulls the code', async () => {
    await succeeds('pull', 'adder', 'pulled');
    const folder = path.join(home, 'work');
    const pulled = await readFile(path.join(folder, 'pulled', 'adder', 'index.js'), 'utf8');
    assert.equal(pulled, await readFile(path.join(folder, 'adder.js'), 'utf8'));
  });

  it('pulls byte for byte what hydrogen deployed, and hydrogen what the tool deployed', async () => {
    const { clientId, authUrl, serverDomain, environments, clientSecret } = shop;
    await hydrogen.settings({ clientId, authUrl, serverDomain, environments }, { functions: { folder: 'functions' } });
    const env = { HYDROGEN_CLIENT_SECRET: clientSecret, XDG_STATE_HOME: hydrogen.path('state') };
    const { name: environment = '', envId = '' } = environments[0] ?? {};
    const ownFile = path.join('functions', 'exact', 'index.js');
    const work = path.join(home, 'work');
    const own = async (...args: string[]) => {
      const { code, errors } = await hydrogen.run([...args, 'exact', '--env', environment], env);
      assert.equal(code, 0, errors);
    };
    for (const [index, code] of exactCodes.entries()) {
      await hydrogen.write(ownFile, code);
      await own('deploy', '--yes', ...(index === 0 ? ['--create'] : []));
      await succeeds('pull', 'exact', 'pulled', '--env', envId);
      const pulled = await readFile(path.join(work, 'pulled', 'exact', 'index.js'));
      assert.ok(pulled.equals(Buffer.from(code)), `the tool pulled other bytes of code ${index}`);
      const theirs = Buffer.from(`${code}// theirs`);
      await writeFile(path.join(work, 'exact.js'), theirs);
      await succeeds('deploy', 'exact', '--json', '--env', envId);
      await own('pull');
      assert.ok(
        (await readFile(hydrogen.path(ownFile))).equals(theirs),
        `hydrogen pulled other bytes of code ${index}`,
      );
    }
    await succeeds('delete', 'exact', '--env', envId);
  });

  it('invokes a function and shows its result, its log and its failure', async () => {
    const text = await succeeds('invoke', 'adder', '{"a": 41}');
    assert.match(text, /测试结果：成功/);
    assert.match(text, /"sum": 42/);
    assert.match(text, /LOG hi/);
    const { data } = JSON.parse(await succeeds('invoke', 'adder', '{"a": 1}', '--json')) as { data: unknown };
    assert.deepEqual(data, { sum: 2 });
    await writeFile(path.join(home, 'work', 'broken.js'), 'exports.main = () => { throw new RangeError("no"); };');
    await succeeds('deploy', 'broken');
    const failed = await succeeds('invoke', 'broken');
    assert.match(failed, /测试结果：失败/);
    assert.match(failed, /错误类型：RangeError/);
  });

  it('works in a test environment with --env', async () => {
    const envId = shop.environments[0]?.envId ?? '';
    const names = async (...env: string[]) => {
      const { objects } = JSON.parse(await succeeds('list', '--json', ...env)) as { objects: { name: string }[] };
      return objects.map(({ name }) => name).sort();
    };
    await succeeds('deploy', 'adder', '--env', envId);
    assert.deepEqual(await names('--env', envId), ['adder', 'hello']);
    await succeeds('delete', 'adder', '--env', envId);
    assert.deepEqual([await names('--env', envId), await names()], [['hello'], ['adder', 'broken', 'hello']]);
    const unknown = await mincloud('list', '--env', 'f'.repeat(20));
    assert.equal(unknown.code, 1);
    assert.match(unknown.text, /Env ID/);
  });

  it('deletes a function', async () => {
    assert.match(await succeeds('delete', 'adder'), /删除成功/);
    const again = await mincloud('delete', 'adder');
    assert.equal(again.code, 1);
    assert.match(again.text, /不存在/);
  });

  it('imports a table with an index, and its columns', async () => {
    const table = {
      name: 'imported',
      schema: { fields: [{ name: 'code', type: 'string' }] },
      indexes: [{ fields: ['code'] }],
      row_read_perm: ['user:anonymous'],
      row_write_perm: ['user:{created_by}'],
      write_perm: ['user:*'],
    };
    await writeFile(path.join(home, 'work', 'imported.json'), JSON.stringify(table));
    assert.match(await succeeds('schema-import', 'imported'), /上传成功/);
    assert.ok(sandbox.requests.some(({ method, path: asked }) => method === 'POST' && asked.endsWith('/index/')));
    const { indexes: _, ...plain } = table;
    const batch = [
      { ...plain, name: 'first' },
      {
        ...plain,
        name: 'second',
        schema: { fields: [{ name: 'to', type: 'reference', schema_name: 'first' }] },
      },
    ];
    await writeFile(path.join(home, 'work', 'batch.json'), JSON.stringify(batch));
    assert.match(await succeeds('schema-import', 'batch'), /上传成功/);
  });

  it('creates the table of a schema document, whose document is then the same', () =>
    withService(shop, async service => {
      const textOf = async (name: string) => {
        const raw = await findRawTable(service, name);
        const state = await readTableState(service, (raw && idOf(raw)) ?? assert.fail(`no table ${name}`));
        return shapeText(shapeOf(state ?? assert.fail(), await readTableNames(service)));
      };
      for (const name of ['product', 'review']) {
        const text = (await textOf(name)).replace(`"name": "${name}"`, `"name": "copied_${name}"`);
        await writeFile(path.join(home, 'work', 'copied.json'), text);
        assert.match(await succeeds('schema-import', 'copied'), /上传成功/);
        assert.equal(await textOf(`copied_${name}`), text);
        assert.match(text, name === 'product' ? /"fields": \[\s+"sku"/ : /"schema_name": "\w+"/);
      }
    }));

  it('deploys a dashboard: an upload in two steps', async () => {
    await mkdir(path.join(home, 'work', 'dashboard'));
    await writeFile(path.join(home, 'work', 'dashboard', 'index.html'), '<!doctype html>');
    assert.match(await succeeds('dashboard-deploy', 'dashboard'), /上传完毕/);
    const uploads = sandbox.requests.filter(({ path: asked }) => asked.startsWith('/sandbox/upload/'));
    assert.deepEqual(
      uploads.map(({ method, status }) => [method, status]),
      [['POST', 200]],
    );
  });

  it('reports that its token has expired', async () => {
    sandbox.revokeTokens(shop.clientId);
    const { code, text } = await mincloud('list');
    assert.equal(code, 1);
    assert.match(text, /登录凭证已过期/);
  });

  it('logs out', async () => {
    assert.match(await succeeds('logout'), /注销成功/);
    assert.match((await mincloud('list')).text, /请先登录/);
  });
});
