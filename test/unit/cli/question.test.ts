import assert from 'node:assert/strict';
import { on } from 'node:events';
import { readdir } from 'node:fs/promises';
import { describe, it } from 'mocha';
import { newTable, storedRecords } from '../records/transfer/scene';
import { callerOf, withCaller, withSandbox } from '../sandbox/fixture';
import { useProgram, type Ran } from './program';

const ctrlC = '\x03';
const ctrlD = '\x04';

describe('a question of hydrogen on a terminal', () => {
  const program = useProgram('table');
  const terminal = { NODE_OPTIONS: `--import=${new URL('./terminal.mjs', import.meta.url).href}` };

  /** Runs a command, and presses a key at its question. */
  const answered = async (args: readonly string[], env: Record<string, string>, key: string): Promise<Ran> => {
    const child = program.startCommand(args, { ...env, ...terminal });
    const ran = program.ended(child);
    let shown = '';
    for await (const [part] of on(child.stderr ?? assert.fail(), 'data', { close: ['end'] }) as AsyncIterable<
      [Buffer]
    >) {
      shown += part.toString();
      if (shown.includes('[y/N]')) break;
    }
    child.stdin?.end(key);
    return ran;
  };

  it('sends nothing after Ctrl+C or Ctrl+D; an import frees its lock', () =>
    withCaller(async (call, shop, sandbox) => {
      const env = { HYDROGEN_CLIENT_SECRET: shop.clientSecret };
      const id = await newTable(call, false);
      const { clientId, serverDomain, authUrl } = shop;
      await program.settings({ clientId, serverDomain, authUrl }, { functions: { folder: 'functions' } });
      await program.write('rows.csv', 'sku,name\n1,a\n');
      await program.write('functions/fresh/index.js', 'exports.main = () => 1;\n');
      const target = ['--env', 'Production', '--allow-production'];
      const commands = [
        ['table', 'import', 'rows.csv', '--table', id, ...target],
        ['functions', 'deploy', 'fresh', '--create', ...target],
        ['functions', 'run', 'hello', ...target],
      ];
      for (const command of commands) {
        for (const [key, expected] of [
          [ctrlC, 130],
          [ctrlD, 2],
        ] as const) {
          const { code, errors } = await answered(command, env, key);
          assert.deepEqual(
            [code, /Nothing was sent\./.test(errors)],
            [expected, true],
            `${command.join(' ')}\n${errors}`,
          );
        }
      }
      assert.equal((await storedRecords(call, id)).length, 0);
      assert.deepEqual(
        (await readdir(program.path('.'))).filter(name => name.includes('.import')),
        [],
      );
      const writes = sandbox.requests.filter(({ method, path }) => method !== 'GET' && path.includes('function'));
      assert.deepEqual(writes, []);
    }));

  it('ends a resumed import with 130 after Ctrl+C, and with 3 after Ctrl+D', () =>
    withSandbox(async (sandbox, shop) => {
      const id = await newTable(await callerOf(shop), false);
      const { clientId, clientSecret, serverDomain, authUrl } = shop;
      await program.settings({ clientId, serverDomain, authUrl });
      await program.write('rows.csv', 'sku,name\n1,a\n');
      const command = ['table', 'import', 'rows.csv', '--table', id, '--env', 'Production', '--allow-production'];
      const env = { HYDROGEN_CLIENT_SECRET: clientSecret };
      sandbox.fail({ kind: 'status', status: 403, method: 'POST', path: '/oserve/v2.4/table/' });
      assert.equal((await program.runCommand([...command, '--yes'], env)).code, 3);
      for (const [key, expected] of [
        [ctrlC, 130],
        [ctrlD, 3],
      ] as const) {
        const { code, out, errors } = await answered([...command, '--resume'], env, key);
        assert.deepEqual([code, /Nothing was sent\./.test(out + errors)], [expected, true], out);
      }
    }));
});
