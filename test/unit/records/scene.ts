import assert from 'node:assert/strict';
import type { PageQuery } from '../../../src/records/table/query';
import { idOf } from '../../../src/records/text/recordsText';
import { getTable } from '../../../src/records/table/schema';
import type { DataService } from '../../../src/api/openApi/dataService';
import type { Sandbox } from '../../../src/sandbox/sandbox';
import { type Caller, openPermissions, withCaller } from '../sandbox/fixture';
import { PageDocument, plain } from './documents';
import { withService } from './fixture';

export const fields = [
  { name: 'name', type: 'string', constraints: { required: true } },
  { name: 'stock', type: 'integer' },
  { name: 'price', type: 'number' },
  { name: 'tags', type: 'array', items: { type: 'string' } },
  { name: 'details', type: 'object' },
  { name: 'place', type: 'geojson', coordinate_type: 'wgs84' },
  { name: 'store', type: 'reference', schema_id: '5002' },
];

export interface Scene {
  sandbox: Sandbox;
  service: DataService;
  tableId: string;
  call: Caller;
  open: (query?: Partial<PageQuery>) => Promise<PageDocument>;
  /** Changes a record as somebody else. */
  elsewhere: (id: string, body: object) => Promise<void>;
  /** Reads the current record from the service. */
  now: (id: string) => Promise<Record<string, unknown> | undefined>;
  /** Returns the requests on records since the last call: method, path without query, status. */
  requests: () => string[];
}

/** Runs `body` with a table of four records, `n1` to `n4`, the newest first. */
export async function withTable(body: (scene: Scene) => Promise<void>): Promise<void> {
  await withCaller(async (call, shop, sandbox) => {
    const table = { name: 'thing', schema: { fields }, ...openPermissions };
    const { id } = await call.json<{ id: number }>('POST /oserve/v1.8/table/', { body: table }, 201);
    const base = `/oserve/v2.4/table/${id}/record/`;
    for (const number of [4, 3, 2, 1]) {
      const values = { name: `n${number}`, stock: number, tags: ['a'], details: { x: number, y: [1] } };
      await call.json(`POST ${base}`, { body: values }, 201);
    }
    await withService(shop, async service => {
      const schema = await getTable(service, String(id));
      let seen = sandbox.requests.at(-1)?.id ?? 0;
      const scene: Scene = {
        ...{ sandbox, service, call, tableId: String(id) },
        open: query => new PageDocument(service, schema, query).open(),
        async elsewhere(record, changes) {
          await call.json(`PUT /oserve/v2.6/table/${id}/record/${record}/`, { body: changes });
        },
        async now(record) {
          const response = await call(`GET ${base}${record}/`);
          return response.status === 404 ? undefined : (JSON.parse(response.text) as Record<string, unknown>);
        },
        requests() {
          const fresh = sandbox.requests.filter(request => request.id > seen);
          seen = sandbox.requests.at(-1)?.id ?? seen;
          const lines = fresh.map(({ method, path, status }) => `${method} ${path.split('?')[0]} ${status}`);
          return lines.map(line =>
            line.replace(/\/oserve\/v2\.\d\/table\/\d+\/record\//, '…/').replace(/[0-9a-f]{24}\/?/, ':id'),
          );
        },
      };
      scene.requests();
      await body(scene);
    });
  });
}

export const idAt = (page: PageDocument, at: number): string => idOf(page.read[at] ?? assert.fail()) ?? assert.fail();
export const statuses = (outcomes: readonly { outcome: { status: string } }[]): string[] =>
  outcomes.map(({ outcome }) => outcome.status);
export const valueAt = (page: PageDocument, at: number, name: string): unknown =>
  plain(page.rows()[at]?.fields.get(name));
