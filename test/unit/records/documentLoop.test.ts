import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Json } from '../../../src/json/json';
import { recordsIn } from '../../../src/records/text/recordsText';
import { getTable } from '../../../src/records/table/schema';
import { cases } from '../cases';
import { openPermissions } from '../sandbox/fixture';
import { documentLoop, documentLoops } from './documentLoops';
import { json, plain } from './documents';
import { withSandboxService } from './fixture';
import { fields, type LoopServer } from './loopServer';

describe('a document with a grid, a text editor and a server with other clients', () => {
  const sequences = cases(200);

  it(`keeps grid, text, plan and server consistent in ${sequences} random sequences`, async () => {
    const { written, failed, conflicts, reloads } = await documentLoops(sequences);
    assert.ok(Math.min(written, failed, conflicts, reloads) > sequences / 4);
  });

  it('detects an edit of another record when the grid draws the base instead of the text', async () => {
    const reasons: string[] = [];
    for (let seed = 0; seed < 200; seed += 1) {
      await documentLoop(seed, { drawsBase: true }).catch((error: Error) => reasons.push(error.message));
    }
    assert.ok(
      reasons.some(reason => /(delete|write|set|paste) reached another record/.test(reason)),
      reasons[0],
    );
  });

  it('keeps them consistent in 8 sequences with the sandbox', () =>
    withSandboxService(async ({ service: real, call }) => {
      const body = { name: 'looped', schema: { fields }, ...openPermissions };
      const { id } = await call.json<{ id: number }>('POST /oserve/v1.8/table/', { body }, 201);
      const base = `/oserve/v2.4/table/${id}/record/`;
      const values = (record: ReadonlyMap<string, Json>) => plain(record) as object;
      const table = await getTable(real, String(id));
      const server = async (): Promise<LoopServer> => {
        await call.json(`DELETE ${base}`, { query: { where: {} } });
        return {
          ...{ table, fetch: real.context.fetch },
          service: fetch => ({ ...real, context: { fetch } }),
          state: async () => {
            const { objects } = await call.json<{ objects: object[] }>(`GET ${base}`, { query: { limit: 1000 } });
            return recordsIn(json(JSON.stringify(objects)));
          },
          create: async record => void (await call.json(`POST ${base}`, { body: values(record) }, 201)),
          change: async (record, name, value) => {
            await call.json(`PUT /oserve/v2.6/table/${id}/record/${record}/`, { body: { [name]: plain(value) } });
          },
          remove: async record => void (await call(`DELETE ${base}${record}/`)),
        };
      };
      await documentLoops(8, { server });
    }));
});
