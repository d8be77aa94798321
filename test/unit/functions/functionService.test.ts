import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { codeHash, functionsPerPage, listFunctions, readFunction } from '../../../src/functions/functionService';
import { withSandboxService } from '../records/fixture';

const path = '/oserve/v1.3/cloud-function/';

describe('cloud functions of the service', () => {
  it('are listed with one request for 20, without their code', () =>
    withSandboxService(async ({ service, call, sandbox }) => {
      for (let index = 1; index <= 24; index += 1) {
        const body = { name: `f${index}`, function_code: `// ${index}\u00e9`, remark: 'a note' };
        await call.json(`POST ${path}`, { body }, 201);
      }
      const first = await listFunctions(service, {});
      const second = await listFunctions(service, { offset: first.nextOffset ?? assert.fail() });
      assert.deepEqual([first.items.length, second.items.length, first.totalCount], [functionsPerPage, 5, 25]);
      const [newest] = first.items;
      assert.deepEqual([newest?.name, newest?.remark, newest?.auditStatus], ['f24', 'a note', 'approved']);
      assert.deepEqual([newest?.hash, newest?.size], [codeHash('// 24\u00e9'), 7]);
      assert.ok(newest && !JSON.stringify(newest).includes('// 24'));
      const asked = sandbox.requests.filter(({ method, path: at }) => method === 'GET' && at.startsWith(path));
      assert.deepEqual(
        asked.map(({ path: at }) => at),
        [`${path}?limit=20&offset=0`, `${path}?limit=20&offset=20`],
      );
    }));

  it('are listed in smaller parts if 20 are too large for one response', () =>
    withSandboxService(async ({ service, call }) => {
      for (let index = 1; index <= 12; index += 1) {
        const body = { name: `f${index}`, function_code: `//${' '.repeat(2_000_000)}` };
        await call.json(`POST ${path}`, { body }, 201);
      }
      const names: string[] = [];
      for (let offset: number | undefined = 0; offset !== undefined;) {
        const page = await listFunctions(service, { offset });
        names.push(...page.items.map(({ name }) => name));
        offset = page.nextOffset;
      }
      assert.equal(new Set(names).size, 13);
    }));

  it('are read with their exact code, byte-order mark and line ends included', () =>
    withSandboxService(async ({ service, call }) => {
      const code = '\ufeffexports.main = () => 1;\r\n// \r\n\n';
      await call.json(`POST ${path}`, { body: { name: '测试', function_code: code } }, 201);
      const read = await readFunction(service, '测试');
      assert.deepEqual([read?.code, read?.hash], [code, codeHash(code)]);
      assert.equal(await readFunction(service, 'missing'), undefined);
    }));
});
