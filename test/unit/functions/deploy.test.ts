import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { DataService } from '../../../src/api/openApi/dataService';
import { execute } from '../../../src/change/execute';
import {
  createFunction,
  deployState,
  keepAsVersion,
  replaceCode,
  type DeployChange,
} from '../../../src/functions/deploy';
import { codeHash, readFunction, type DeployedFunction } from '../../../src/functions/functionService';
import { FunctionVersions } from '../../../src/functions/versions';
import type { Sandbox } from '../../../src/sandbox/sandbox';
import { withService } from '../records/fixture';
import { type Caller, withCaller } from '../sandbox/fixture';
import { inFolder } from '../folder';

const path = '/oserve/v1.3/cloud-function/';
const [first, second, third] = ['// first\r\n', '\ufeff// second\n', '// third'];

const withFunction = (
  body: (place: { service: DataService; call: Caller; sandbox: Sandbox; kept: string[] }) => Promise<void>,
) =>
  withCaller(async (call, shop, sandbox) => {
    await call.json(`POST ${path}`, { body: { name: 'f', function_code: first, remark: 'mine' } }, 201);
    await withService(shop, service => body({ service, call, sandbox, kept: [] }));
  });

const keeping =
  (kept: string[]) =>
  async (read: () => Promise<DeployedFunction | undefined>): Promise<DeployedFunction | undefined> => {
    const now = await read();
    if (now !== undefined) kept.push(now.code);
    return now;
  };

async function outcomeOf(service: DataService, change: DeployChange) {
  const [result] = await execute(service, [change]);
  return result?.outcome ?? assert.fail('no outcome');
}

const writes = ({ requests }: Sandbox) =>
  requests.filter(({ method, path: at }) => method !== 'GET' && at.startsWith(path)).map(({ method }) => method);

describe('a deployment', () => {
  it('replaces exactly the base with two requests, says its gap and keeps remark and replaced code', () =>
    withFunction(async ({ service, sandbox, kept }) => {
      const before = sandbox.requests.length;
      const outcome = await outcomeOf(service, replaceCode('f', second, codeHash(first), keeping(kept)));
      assert.equal(outcome.status, 'saved');
      assert.ok('gap' in outcome && (outcome.gap ?? 0) >= 1);
      assert.equal(sandbox.requests.length - before, 2);
      assert.deepEqual(kept, [first]);
      const now = await readFunction(service, 'f');
      assert.deepEqual([now?.code, now?.remark], [second, 'mine']);
    }));

  it('sends nothing if the deployed code is not the base', () =>
    withFunction(async ({ service, sandbox, kept, call }) => {
      await call.json(`PATCH ${path}f/`, { body: { function_code: third } }, 202);
      const from = writes(sandbox).length;
      const outcome = await outcomeOf(service, replaceCode('f', second, codeHash(first), keeping(kept)));
      assert.equal(outcome.status, 'conflict');
      assert.ok('server' in outcome && outcome.server?.code === third);
      assert.equal(writes(sandbox).length, from);
    }));

  it('is done without a request if the code is deployed already', () =>
    withFunction(async ({ service, sandbox, kept }) => {
      const from = writes(sandbox).length;
      assert.equal((await outcomeOf(service, replaceCode('f', first, codeHash(third), keeping(kept)))).status, 'saved');
      assert.equal(writes(sandbox).length, from);
    }));

  it('creates a function only on request, and not if its name has been taken since', () =>
    withFunction(async ({ service, sandbox, kept }) => {
      const from = writes(sandbox).length;
      const missing = await outcomeOf(service, replaceCode('g', second, codeHash(first), keeping(kept)));
      assert.deepEqual(missing, { status: 'conflict', server: undefined });
      assert.equal((await outcomeOf(service, createFunction('f', second))).status, 'conflict');
      assert.equal(writes(sandbox).length, from);
      assert.equal((await outcomeOf(service, createFunction('g', second))).status, 'saved');
      assert.equal((await readFunction(service, 'g'))?.code, second);
    }));

  it('rolls back to the exact bytes of a kept version, and is refused if the code moved', () =>
    inFolder(folder =>
      withFunction(async ({ service, call }) => {
        const versions = new FunctionVersions(folder);
        const identity = { authUrl: service.target.authUrl, clientId: 'c', envId: undefined, name: 'f' };
        const replace = (from: string, to: string) =>
          replaceCode('f', to, codeHash(from), keepAsVersion(versions, identity, codeHash(from)));
        for (const [from, to] of [[first, second] as const, [second, third] as const])
          assert.equal((await outcomeOf(service, replace(from, to))).status, 'saved');
        const kept = (await versions.find(identity, codeHash(second))) ?? assert.fail('the version is not kept');
        const rollBack = replace(third, kept);
        await call.json(`PATCH ${path}f/`, { body: { function_code: `${third}// theirs` } }, 202);
        assert.equal((await outcomeOf(service, rollBack)).status, 'conflict');
        assert.equal((await readFunction(service, 'f'))?.code, `${third}// theirs`);
        await call.json(`PATCH ${path}f/`, { body: { function_code: third } }, 202);
        assert.equal((await outcomeOf(service, rollBack)).status, 'saved');
        assert.deepEqual(Buffer.from((await readFunction(service, 'f'))?.code ?? ''), Buffer.from(second));
      }),
    ));

  it('compares here, base and there', () => {
    assert.deepEqual(
      [
        ...[deployState('a', 'a', 'a'), deployState('b', 'a', 'a'), deployState('a', 'a', 'b')],
        ...[deployState('b', 'a', 'c'), deployState('b', undefined, 'c'), deployState('b', 'a', undefined)],
      ],
      ['unchanged', 'changedLocally', 'changedInService', 'changedBoth', 'changedBoth', 'missing'],
    );
  });
});
