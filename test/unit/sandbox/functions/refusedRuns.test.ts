import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { logIn, withCaller } from '../fixture';
import { errorMessageOf } from '../http';
import { runLocally } from './localProgram';

const base = '/oserve/v1.3/cloud-function/';

describe('sandbox: cloud functions that may not run', () => {
  it('are also refused to callers who do not wait', () =>
    withCaller(async (call, shop, sandbox) => {
      await call.json(`POST ${base}`, { body: { name: 'other', function_code: 'exports.main = () => 1' } }, 201);
      const token = await logIn(shop);
      const body = { function_name: 'other', sync: false };
      const paths = [`${base}other/job/`, '/oserve/v1/cloud-function/job/', '/hserve/v1/cloud-function/job/'];
      for (const path of paths) {
        const response = await call(`POST ${path}`, { token, body });
        assert.match(errorMessageOf(response), /--run-functions/, path);
        assert.equal(response.status, 403, path);
      }
      const { run } = await runLocally(sandbox, shop, `exports.main = async () => BaaS.invoke('other', {}, false)`);
      assert.match((run.error as { message: string }).message, /--run-functions/);
      assert.equal((await call(`GET ${base}`)).status, 200);
    }));
});
