import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { describe, it } from 'mocha';
import { newTable, storedRecords } from '../records/transfer/scene';
import { type Caller, withCaller } from '../sandbox/fixture';
import { folderLock } from '../../../src/auth/lock';
import type { Sandbox } from '../../../src/sandbox/sandbox';
import { useProgram } from './program';

const rows = 6000;
const wrongSecret = { HYDROGEN_CLIENT_SECRET: 'wrong' };

interface Scene {
  call: Caller;
  sandbox: Sandbox;
  id: string;
  env: { HYDROGEN_CLIENT_SECRET: string };
}

describe('hydrogen table', function () {
  const program = useProgram('table');
  const production = ['--env', 'Production', '--allow-production'];
  /** Runs `body` with a table of a sandbox whose application is in `hydrogen.json`. */
  const withTable = (body: (scene: Scene) => Promise<void>, isUnique = false) =>
    withCaller(async (call, shop, sandbox) => {
      await program.settings({ clientId: shop.clientId, serverDomain: shop.serverDomain, authUrl: shop.authUrl });
      const id = await newTable(call, isUnique);
      await body({ call, sandbox, id, env: { HYDROGEN_CLIENT_SECRET: shop.clientSecret } });
    });
  const file = () =>
    `sku,name,stock\n${Array.from({ length: rows }, (_, at) => `S${at % 11},n${at % 7},${at % 5}`).join('\n')}\n`;

  it('imports a file, continues after it was killed, and stores each row once', () =>
    withTable(async ({ call, sandbox, id, env }) => {
      await program.write('rows.csv', file());
      const args = ['import', 'rows.csv', '--table', id, '--env', 'Production'];

      const refused = await program.run([...args, '--yes'], env);
      assert.deepEqual([refused.code, refused.errors.includes('--allow-production')], [2, true]);
      const asks = await program.call([...args, '--allow-production'], env);
      assert.deepEqual([asks.code, asks.errors.includes('--yes')], [2, true]);
      assert.equal((await storedRecords(call, id)).length, 0);

      const child = program.start([...args, '--allow-production', '--yes'], env);
      const third = new Promise<void>(resolve => {
        let count = 0;
        sandbox.onRequest(({ method, path }) => {
          if (method === 'POST' && path.includes('/record/') && ++count === 3) resolve();
        });
      });
      const closed = once(child, 'close');
      await third;
      child.kill('SIGKILL');
      await closed;
      const before = (await storedRecords(call, id)).length;
      assert.ok(before > 0 && before < rows, String(before));

      const again = await program.call([...args, '--allow-production', '--yes'], env);
      assert.deepEqual([again.code, again.errors.includes('.import')], [2, true]);
      const resumed = await program.run([...args, '--allow-production', '--yes', '--resume'], env);
      assert.deepEqual([resumed.code, resumed.errors], [0, '']);
      assert.ok(resumed.out.includes(`Rows stored: ${rows},`), resumed.out);
      assert.equal((await storedRecords(call, id)).length, rows);
      const journal = (await readdir(program.path('.'))).find(name => name.endsWith('.import')) ?? assert.fail();
      if (process.platform !== 'win32') assert.equal((await stat(program.path(journal))).mode & 0o777, 0o600);

      await program.write('rows.csv', `${file()}S1,new,1\n`);
      const changed = await program.call([...args, '--allow-production', '--yes', '--resume'], env);
      assert.deepEqual([changed.code, changed.errors.includes('changed')], [2, true]);
    }));

  it('continues an import whose process ended before a restart of the machine', () =>
    withTable(async ({ id, env }) => {
      await program.write('left.csv', 'sku,name\n1,a\n');
      const args = ['import', 'left.csv', '--table', id, ...production, '--yes'];
      assert.equal((await program.call(args, env)).code, 0);
      const journal = (await readdir(program.path('.'))).find(name => /^left.*\.import$/.test(name)) ?? assert.fail();
      await program.write(`${journal}.lock/1.0123456789ab.0123456789abcdef`, '');
      const resumed = await program.call([...args, '--resume'], env);
      assert.deepEqual([resumed.code, resumed.errors], [0, '']);
    }));

  it('says that it waits for the import of another process, until Ctrl+C', () =>
    withTable(async ({ call, id, env }) => {
      await program.write('shared.csv', 'sku,name\n1,a\n');
      const args = ['import', 'shared.csv', '--table', id, ...production, '--yes'];
      assert.equal((await program.call(args, env)).code, 0);
      const journal = (await readdir(program.path('.'))).find(name => /^shared.*\.import$/.test(name)) ?? assert.fail();
      await folderLock(`${program.path(journal)}.lock`)(async () => {
        const child = program.start([...args, '--resume'], env);
        const ran = program.ended(child);
        const shown = once(child.stdout ?? assert.fail(), 'data').then(([text]) => String(text));
        assert.equal(
          (await Promise.race([shown, ran.then(({ out }) => out)])).trim(),
          'Waiting for another import of shared.csv…',
        );
        child.kill('SIGINT');
        const { code, errors } = await ran;
        assert.deepEqual([code, errors], [130, 'Nothing was sent.\n']);
      });
      assert.equal((await storedRecords(call, id)).length, 1);
    }));

  it('ends with 3 if an import stopped for any reason and can be continued', () =>
    withTable(async ({ sandbox, id, env }) => {
      await program.write('later.csv', 'sku,name\n1,a\n');
      const args = ['import', 'later.csv', '--table', id, ...production];
      sandbox.fail({ kind: 'status', status: 403, method: 'POST', path: '/oserve/v2.4/table/' });
      assert.equal((await program.call([...args, '--yes'], env)).code, 3);
      sandbox.clearFaults();
      const unconfirmed = await program.call([...args, '--resume'], env);
      assert.deepEqual([unconfirmed.code, unconfirmed.out.includes('--yes')], [3, true]);
      assert.equal((await program.call([...args, '--resume', '--yes'], wrongSecret)).code, 3);
      assert.equal((await program.call([...args, '--resume', '--yes'], env)).code, 0);
    }));

  it('plans no request for a batch of rows that are all wrong', () =>
    withTable(async ({ id, env }) => {
      const planOf = async (text: string) => {
        await program.write('wrong.csv', `sku,stock\n${text}`);
        const args = ['import', 'wrong.csv', '--table', id, ...production];
        return (await program.call(args, env)).out;
      };
      assert.match(await planOf(`1,1\n${'2,many\n'.repeat(1500)}`), /^At least 1 request\./m);
      assert.doesNotMatch(await planOf('2,many\n'), /At least/);
    }));

  it('imports and continues files whose names have the maximum length', () =>
    withTable(async ({ call, id, env }) => {
      const long = '记'.repeat(83);
      for (const end of ['a', 'b']) {
        const name = `${long}${end}.csv`;
        await program.write(name, 'sku,stock\n1,1\n2,many\n');
        const args = ['import', name, '--table', id, ...production, '--yes'];
        const ran = await program.call(args, env);
        assert.deepEqual([ran.code, ran.errors], [1, '']);
        const rejected = /[^ ]*\.rejected\.csv/.exec(ran.out)?.[0] ?? assert.fail(ran.out);
        assert.ok((await program.read(rejected)).includes('2,many,'));
        assert.equal((await program.call(args, env)).code, 2);
        assert.equal((await program.call([...args, '--resume'], wrongSecret)).code, 3);
        assert.equal((await program.call([...args, '--resume'], env)).code, 1);
      }
      assert.equal((await storedRecords(call, id)).length, 2);
    }));

  it('never replaces a file of rejected rows, and reports one that cannot be written', () =>
    withTable(async ({ call, sandbox, id, env }) => {
      const other = await newTable(call, false);
      await program.write('full.csv', 'sku,stock\n1,1\n2,many\n');
      const into = ['import', 'full.csv', ...production, '--yes', '--table'];
      const args = [...into, id];
      const child = program.start(args, env);
      // The name of the unfinished file is taken.
      const draft = `full.rejected.csv.${child.pid}.part`;
      const stop = sandbox.onRequest(({ method }) => {
        if (method === 'POST') mkdirSync(program.path(draft), { recursive: true });
      });
      const blocked = await program.ended(child);
      stop();
      assert.deepEqual([blocked.code, blocked.errors], [1, '']);
      assert.match(blocked.out, /Rows stored: 1,(.|\n)*could not be written to full\.rejected\.csv/);
      await rm(program.path(draft), { recursive: true });

      assert.equal((await program.call([...args, '--resume'], env)).code, 1);
      assert.ok((await program.read('full.rejected.csv')).includes('2,many,'));
      await program.write('full.rejected.csv', 'corrected');
      const shown = await program.call([...args, '--resume'], env);
      assert.deepEqual([shown.code, shown.out.includes('are in full.rejected.csv.')], [1, true]);
      const elsewhere = await program.call([...into, other], env);
      assert.equal(await program.read('full.rejected.csv'), 'corrected');
      assert.deepEqual([elsewhere.code, elsewhere.out.includes('are in full.rejected 2.csv.')], [1, true]);
      assert.ok((await program.read('full.rejected 2.csv')).includes('2,many,'));
      const files = (await readdir(program.path('.'))).filter(name => name.startsWith('full.rejected'));
      assert.deepEqual(files.sort(), ['full.rejected 2.csv', 'full.rejected.csv']);
    }));

  it('writes the rejected rows of an import once, when all its rows are done', () =>
    withTable(async ({ sandbox, id, env }) => {
      const lines = Array.from({ length: 1500 }, (_, at) => `${at},${at % 1000 === 5 ? 'many' : at}`);
      await program.write('halves.csv', ['sku,stock', ...lines, ''].join('\n'));
      const args = ['import', 'halves.csv', '--table', id, ...production, '--yes'];
      const stop = sandbox.onRequest(({ method, path }) => {
        if (method !== 'POST' || !path.includes('/record/')) return;
        stop();
        sandbox.fail({ kind: 'status', status: 403, method: 'POST', path: '/oserve/v2.4/table/' });
      });
      const stopped = await program.call(args, env);
      assert.deepEqual([stopped.code, stopped.out.includes('Rows stored: 999,')], [3, true]);
      sandbox.clearFaults();
      await program.write('halves.rejected.csv', 'corrected');
      assert.equal((await program.call([...args, '--resume'], env)).code, 1);
      assert.equal(await program.read('halves.rejected.csv'), 'corrected');
      assert.match(await program.read('halves.rejected 2.csv'), /\n5,many,.*\r\n1005,many,/);
    }));

  it('shows the names that it knows for an unknown table and for columns that fit none', () =>
    withTable(async ({ call, id, env }) => {
      await program.write('semicolons.csv', 'sku;name\n1;a\n');
      const fits = await program.call(['import', 'semicolons.csv', '--table', id, ...production, '--yes'], env);
      assert.equal(fits.code, 2);
      assert.match(fits.errors, /\(sku;name\).*\(sku, name, .*--map.*separated by commas/);
      await program.write('left-out.csv', 'name\na\n');
      const leftOut = ['import', 'left-out.csv', '--table', id, ...production, '--yes', '--map', 'name='];
      assert.match((await program.call(leftOut, env)).errors, /No column of the file \(name\) would be imported/);
      assert.equal((await storedRecords(call, id)).length, 0);
      const unknown = await program.call(['export', 'out.csv', '--table', 'none', ...production], env);
      assert.deepEqual([unknown.code, /There is no table none\. Use: .*product/.test(unknown.errors)], [2, true]);
    }));

  it('reports rejected rows, writes them to a file, and exports what is stored', () =>
    withTable(async ({ id, env }) => {
      await program.write('some.csv', 'SKU,label,stock\n1,=1+1,5\n2,b,many\n');
      const target = ['--table', id, ...production];
      const args = ['import', 'some.csv', ...target, '--yes', '--map', 'label=name', '--lang', 'zh-cn'];
      const ran = await program.run(args, env);
      assert.deepEqual([ran.code, ran.errors], [1, '']);
      assert.ok(ran.out.includes('stock 的类型必须是 integer'), ran.out);
      assert.ok((await program.read('some.rejected.csv')).includes('2,b,many,'));
      assert.equal((await program.call([...args, '--resume'], env)).code, 1);
      const other = await program.call([...args, '--resume', '--map', 'label='], env);
      assert.deepEqual([other.code, other.errors.includes('label')], [2, true]);
      const exported = await program.call(['export', 'out.csv', ...target, '--keys', 'sku,name'], env);
      assert.deepEqual([exported.code, exported.errors], [0, '']);
      assert.equal(await program.read('out.csv'), '\ufeffsku,name\r\n1,"""=1+1"""\r\n');
      const unknown = await program.call(['export', 'out.csv', ...target, '--keys', 'colour'], env);
      assert.deepEqual([unknown.code, unknown.errors.includes('colour')], [2, true]);
    }, true));

  it('ends an export with 4 if the ClientSecret is refused, 2 if the condition is, and 3 without a service', () =>
    withTable(async ({ sandbox, id, env }) => {
      const args = ['export', 'never.csv', '--table', id, ...production];
      assert.equal((await program.call(args, wrongSecret)).code, 4);
      assert.equal((await program.call(args, {})).code, 4);
      const refused = await program.call([...args, '--where', '{"sku":{"$none":1}}'], env);
      assert.deepEqual([refused.code, refused.errors.includes('$none')], [2, true]);
      sandbox.fail({ kind: 'status', status: 502, path: '/oserve/' });
      const { code, errors } = await program.call(args, env);
      assert.equal(code, 3, errors);
    }));
});
