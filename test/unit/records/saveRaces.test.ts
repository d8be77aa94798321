import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { recordsIn } from '../../../src/records/text/recordsText';
import { getTable } from '../../../src/records/table/schema';
import { cases } from '../cases';
import { openPermissions } from '../sandbox/fixture';
import { json, plain } from './documents';
import { withSandboxService } from './fixture';
import { fields, modelArena, races, type Arena } from './races';

describe('two windows and another client on the same records', () => {
  const [inMemory, inSandbox] = [cases(1000), cases(60)];

  it(`lose no field in ${inMemory} races`, async () => {
    const { lost, written, asked } = await races(inMemory, false, modelArena);
    assert.equal(lost, 0);
    assert.ok(written > inMemory && asked > inMemory / 10, `${written} written, ${asked} asked`);
  });

  it('lose records when whole records are written without a condition', async () => {
    const { lost } = await races(100, true, modelArena);
    assert.ok(lost > 0);
  });

  it(`lose no record in ${inSandbox} races with the sandbox, and some without a condition`, () =>
    withSandboxService(async ({ service: real, call, sandbox }) => {
      const body = { name: 'raced', schema: { fields }, ...openPermissions };
      const { id } = await call.json<{ id: number }>('POST /oserve/v1.8/table/', { body }, 201);
      const base = `/oserve/v2.4/table/${id}/record/`;
      const table = await getTable(real, String(id));
      const arena = async (): Promise<Arena> => {
        await call.json(`DELETE ${base}`, { query: { where: {} } });
        for (const word of ['w10', 'w11']) {
          await call.json(`POST ${base}`, { body: { text: word, number: 10, list: [word] } }, 201);
        }
        return {
          ...{ table, fetch: real.context.fetch },
          service: fetch => ({ ...real, context: { fetch } }),
          state: async () => {
            const { objects } = await call.json<{ objects: object[] }>(`GET ${base}`);
            return recordsIn(json(JSON.stringify(objects)));
          },
          async elsewhere(record, field, value) {
            const change = value === undefined ? { $unset: { [field]: '' } } : { [field]: plain(value) };
            await call.json(`PUT /oserve/v2.6/table/${id}/record/${record}/`, { body: change });
          },
          tick: () => sandbox.moveClock(1000),
        };
      };
      assert.equal((await races(inSandbox, false, arena)).lost, 0);
      assert.ok((await races(10, true, arena)).lost > 0);
    }));
});
