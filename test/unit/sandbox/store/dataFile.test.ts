import assert from 'node:assert/strict';
import { fork, spawn } from 'node:child_process';
import type { ChildProcess, ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { describe, it } from 'mocha';
import type { SandboxApplication } from '../../../../src/sandbox/sandbox';
import { startSandbox } from '../../../../src/sandbox/sandbox';
import { openDataFile } from '../../../../src/sandbox/store/dataFile';
import { onFullDisk, onPosix } from '../../posix';
import { accepts, callerOf, logIn, obtainTokens, register, webApi, withSandbox } from '../fixture';
import { jsonOf, sendJson } from '../http';
import { inFolder } from '../../folder';

const bundle = path.resolve('dist/program/sandbox.js');
const records = '/oserve/v2.4/table/product/record/';

interface Program {
  child: ChildProcess;
  shop: SandboxApplication;
  ended: Promise<number | null>;
}

async function startProgram(...args: string[]): Promise<Program> {
  return programOf(spawn(process.execPath, [bundle, ...args], { stdio: ['pipe', 'pipe', 'inherit'] }));
}

async function startOnFullDisk(...args: string[]): Promise<Program> {
  return programOf(spawn('sh', onFullDisk(200, bundle, ...args), { stdio: ['pipe', 'pipe', 'inherit'] }));
}

async function programOf(child: ChildProcessByStdio<Writable, Readable, null>): Promise<Program> {
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { child, shop: JSON.parse(line) as SandboxApplication, ended };
}

describe('sandbox: the data file', () => {
  it('is readable and writable only by its user, in a private folder', () =>
    inFolder(async folder => {
      const file = path.join(folder, 'made', 'data.json');
      const sandbox = await startSandbox({ categories: 1, data: file });
      const modes = async () =>
        Promise.all(
          ['', 'data.json', 'data.json.journal', 'data.json.lock'].map(
            async name => (await stat(path.join(folder, 'made', name))).mode & 0o777,
          ),
        );
      if (process.platform !== 'win32') assert.deepEqual(await modes(), [0o700, 0o600, 0o600, 0o700]);
      await sandbox.close();
      // Files that were readable for others become private.
      await chmod(file, 0o644);
      await chmod(`${file}.journal`, 0o644);
      await (await startSandbox({ categories: 1, data: file })).close();
      if (process.platform !== 'win32') {
        assert.equal((await stat(file)).mode & 0o777, 0o600);
        assert.equal((await stat(`${file}.journal`)).mode & 0o777, 0o600);
      }
    }));

  it('cannot be a link, nor can the files beside it', () =>
    inFolder(async folder => {
      const precious = path.join(folder, 'precious.txt');
      for (const end of ['', '.journal', '.new']) {
        await writeFile(precious, 'precious');
        const file = path.join(folder, `data${end}.json`);
        await symlink(precious, `${file}${end}`);
        await assert.rejects(startSandbox({ categories: 1, data: file }), { code: 'DATA_IS_LINK' });
        assert.equal(await readFile(precious, 'utf8'), 'precious', end);
      }
    }));

  it('keeps everything over a restart', () =>
    inFolder(async folder => {
      const data = path.join(folder, 'data.json');
      let kept = { access: '', token: '', record: '', deleted: '' };
      await withSandbox(
        async (sandbox, shop) => {
          const call = await callerOf(shop);
          const { access_token } = await obtainTokens(shop);
          const { token } = await register(call, 'kept');
          const { id } = await call.json<{ id: string }>(`POST ${records}`, { body: { sku: 'kept' } }, 201);
          const { objects } = await call.json<{ objects: { id: string }[] }>(`GET ${records}`, {
            query: { offset: '5' },
          });
          await call(`DELETE ${records}${objects[0]?.id}/`);
          sandbox.moveClock(60_000);
          kept = { access: access_token, token, record: id, deleted: objects[0]?.id ?? '' };
        },
        { data },
      );
      const text = await readFile(data, 'utf8');
      for (const secret of [kept.access, kept.token, 'a-password']) assert.ok(!text.includes(secret));
      await withSandbox(
        async (sandbox, shop) => {
          assert.ok(await accepts(shop, kept.access));
          assert.equal((await webApi(shop, '/hserve/v2.0/idp/pay/order/', { token: kept.token })).status, 200);
          const call = await callerOf(shop);
          assert.equal((await call.json(`GET ${records}${kept.record}/`)).sku, 'kept');
          assert.equal((await call(`GET ${records}${kept.deleted}/`)).status, 404);
          assert.equal((await call(`POST ${records}`, { body: { sku: 'kept' } })).status, 400);
          assert.equal(sandbox.state().clockOffset, 60_000);
        },
        { data },
      );
    }));

  it('loses no acknowledged write when the process is killed', () =>
    inFolder(async folder => {
      const data = path.join(folder, 'data.json');
      const { child, shop, ended } = await startProgram('--data', data);
      const { access_token } = await obtainTokens(shop);
      const acknowledged: string[] = [];
      const write = async (number: number): Promise<void> => {
        const response = await sendJson(
          shop.authUrl + records,
          { sku: `kill-${number}` },
          { Authorization: `Bearer ${access_token}` },
        );
        assert.equal(response.status, 201, response.text);
        acknowledged.push(jsonOf<{ id: string }>(response).id);
        if (acknowledged.length === 400) child.kill('SIGKILL');
      };
      const results = await Promise.allSettled(Array.from({ length: 4 }, (_, lane) => writeLane(write, lane)));
      await ended;
      assert.ok(results.every(({ status }) => status === 'rejected'));
      assert.ok(acknowledged.length >= 400 && acknowledged.length < 1000, String(acknowledged.length));
      // The remains of an interrupted write.
      await appendFile(`${data}.journal`, '{"change":{"realm":"x","coll');
      await withSandbox(
        async (_, again) => {
          const call = await callerOf(again);
          const where = { sku: { $contains: 'kill-' } };
          const found = new Set<string>();
          for (const offset of ['0', '1000']) {
            const query = { where, limit: '1000', offset };
            const { objects } = await call.json<{ objects: { id: string }[] }>(`GET ${records}`, { query });
            for (const { id } of objects) found.add(id);
          }
          assert.deepEqual(
            acknowledged.filter(id => !found.has(id)),
            [],
          );
          assert.ok(await accepts(again, access_token));
        },
        { data },
      );
    }));

  it('belongs to one sandbox at a time, and is free when that one is killed', () =>
    inFolder(async folder => {
      const data = path.join(folder, 'data.json');
      const first = await startProgram('--data', data);
      await assert.rejects(startSandbox({ data }), { name: 'DataFileError', code: 'DATA_IN_USE' });
      const second = spawn(process.execPath, [bundle, '--data', data], { stdio: ['ignore', 'ignore', 'pipe'] });
      let text = '';
      second.stderr.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      assert.deepEqual(await once(second, 'close'), [1, null]);
      assert.match(text, /^The data file .*data\.json is used by another sandbox\. Choose another with --data\.\n$/);
      first.child.kill('SIGKILL');
      await first.ended;
      await (await startSandbox({ data })).close();
    }));

  it('is not overwritten when another program wrote it', () =>
    inFolder(async folder => {
      const data = path.join(folder, 'package.json');
      for (const text of ['{"name":"mine"}', 'not JSON', '[]', '']) {
        await writeFile(data, text);
        await assert.rejects(startSandbox({ data }), { code: 'DATA_UNREADABLE' }, text);
        assert.equal(await readFile(data, 'utf8'), text);
      }
      await assert.rejects(startSandbox({ data: path.join(folder, 'no', 'folder', '\0') }));
    }));

  it('leaves no draft that could not replace it', () =>
    inFolder(async folder => {
      const data = path.join(folder, 'data.json');
      const file = await openDataFile(data);
      await rm(data);
      await mkdir(data);
      assert.throws(() => file.replace(file.state));
      assert.ok(!(await readdir(folder)).includes('data.json.new'));
      await file.close();
    }));

  it('is written when the sandbox is reset or a state is loaded', () =>
    inFolder(async folder => {
      const data = path.join(folder, 'data.json');
      const count = async (shop: SandboxApplication) => {
        const query = { where: { sku: { $contains: 'new' } }, return_total_count: '1' };
        const list = await (await callerOf(shop)).json<{ meta: { total_count: number } }>(`GET ${records}`, { query });
        return list.meta.total_count;
      };
      await withSandbox(
        async (sandbox, shop) => {
          const call = await callerOf(shop);
          const token = await logIn(shop);
          await call.json(`POST ${records}`, { body: { sku: 'new' } }, 201);
          const saved = sandbox.state();
          sandbox.reset();
          assert.equal(await count(shop), 0);
          assert.equal((await webApi(shop, '/hserve/v2.0/idp/pay/order/', { token })).status, 401);
          assert.equal((await call(`GET ${records}`)).status, 200);
          sandbox.load(JSON.parse(JSON.stringify(saved)));
          assert.equal(await count(shop), 1);
          assert.equal((await webApi(shop, '/hserve/v2.0/idp/pay/order/', { token })).status, 200);
          assert.throws(() => sandbox.load({ version: 2 }), RangeError);
        },
        { data },
      );
      await withSandbox(async (_, shop) => assert.equal(await count(shop), 1), { data });
    }));
});

describe('sandbox: a data file on a full disk', () => {
  onPosix('keeps what was written after a change that did not fit', () =>
    inFolder(async folder => {
      const data = path.join(folder, 'data.json');
      const { child, shop, ended } = await startOnFullDisk('--data', data);
      const call = await callerOf(shop);
      const write = (text: string) => call(`POST /oserve/v2.4/table/note/record/`, { body: { text } });
      assert.equal((await write('测'.repeat(1000))).status, 201);
      assert.equal((await write('x'.repeat(3e5))).status, 500);
      const failed = { query: { where: { text: { $contains: 'xxx' } } } };
      const notes = await call.json<{ objects: object[] }>(`GET /oserve/v2.4/table/note/record/`, failed);
      for (const text of ['one', 'two']) assert.equal((await write(text)).status, 201);
      child.kill('SIGKILL');
      await ended;
      assert.equal(notes.objects.length, 0);
      await withSandbox(
        async (_, again) => {
          const query = { where: { text: { $in: ['one', 'two'] } } };
          const list = `GET /oserve/v2.4/table/note/record/`;
          const { objects } = await (await callerOf(again)).json<{ objects: object[] }>(list, { query });
          assert.equal(objects.length, 2);
        },
        { data },
      );
    }),
  );

  onPosix('ends no sandbox when the end of a run that nobody waits for cannot be written', () =>
    inFolder(async folder => {
      const { child, shop, ended } = await startOnFullDisk('--data', path.join(folder, 'data.json'), '--run-functions');
      const call = await callerOf(shop);
      const base = '/oserve/v1.3/cloud-function/';
      const body = { name: 'loud', function_code: `exports.main = async () => console.log('x'.repeat(3e5))` };
      await call.json(`POST ${base}`, { body }, 201);
      await call.json(`POST ${base}loud/job/`, { body: { sync: false } });
      // The second run begins while the first one ends, and waits.
      const waited = await call(`POST ${base}loud/job/`, { body: {} });
      assert.equal(waited.status, 500, waited.text);
      assert.equal((await call(`GET ${base}`)).status, 200);
      child.kill('SIGTERM');
      assert.equal(await ended, 0);
    }),
  );
});

/** Writes without a pause until the sandbox has ended. Four clients do this in parallel. */
async function writeLane(write: (number: number) => Promise<void>, lane: number): Promise<void> {
  for (let number = lane; number < 1000; number += 4) await write(number);
}

describe('sandbox: the program and its owner', () => {
  it('ends when standard input ends', async () => {
    const { child, ended } = await startProgram('--end-with-stdin');
    child.stdin?.end();
    assert.equal(await ended, 0);
  });

  it('ends when the owning process has ended', () =>
    inFolder(async folder => {
      const script = path.join(folder, 'owner.cjs');
      await writeFile(script, 'setInterval(() => undefined, 1000);');
      const owner = fork(script);
      const { ended } = await startProgram('--owner-pid', String(owner.pid));
      owner.kill('SIGKILL');
      assert.equal(await ended, 0);
    }));
});
