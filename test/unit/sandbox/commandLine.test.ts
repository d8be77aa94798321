import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { CommandLine } from '../../../src/sandbox/commandLine';
import { readCommandLine } from '../../../src/sandbox/commandLine';

describe('sandbox: options of the program', () => {
  it('are passed to the sandbox', () => {
    const line = readCommandLine(
      [
        ['--port', '4000', '--data', 'a.json', '--scale', '100000', '--run-functions', '--plan', 'free'],
        ['--latency', '20', '--jitter', '5', '--bandwidth', '1000', '--allow-origin', 'https://a.example'],
        ['--fault', 'status,status=429,retryAfter=3,path=/hserve/v1/?a=b,times=2', '--fault', 'reset'],
        ['--owner-pid', '7', '--end-with-stdin', '--world', 'world.json', '--allow-host', 'b.example:8080'],
      ].flat(),
    ) as CommandLine;
    assert.deepEqual(line, {
      sandbox: {
        port: 4000,
        data: 'a.json',
        scale: 100_000,
        runFunctions: true,
        rateLimit: 'free',
        network: { latencyMs: 20, jitterMs: 5, bytesPerSecond: 1000 },
        functionHosts: ['b.example:8080'],
        allowedOrigins: ['https://a.example'],
      },
      faults: [{ kind: 'status', status: 429, retryAfter: 3, path: '/hserve/v1/?a=b', times: 2 }, { kind: 'reset' }],
      world: 'world.json',
      ownerPid: 7,
      endsWithStdin: true,
    });
    assert.equal(readCommandLine(['--help']), 'help');
  });

  it('are refused with a message that names them', () => {
    for (const argv of [
      ['--scale', '-1'],
      ['--scale', '5000001'],
      ['--plan', 'gold'],
      ['--plan', 'toString'],
      ['--latency', 'long'],
      ['--bandwidth', '0'],
      ['--owner-pid', 'me'],
      ['--fault', 'fire'],
      ['--fault', 'status,status=99'],
      ['--fault', 'status,colour=red'],
      ['--run-functions=yes'],
    ]) {
      const said = readCommandLine(argv);
      assert.ok(typeof said === 'string' && said !== 'help', argv.join(' '));
      assert.ok(said.includes(argv[0]?.split('=')[0] ?? ''), said);
      assert.ok(!said.includes('\n'));
    }
  });
});
