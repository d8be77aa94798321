import assert from 'node:assert/strict';
import type { Fetch } from '../../../src/api/http/sendOnce';
import { Secret } from '../../../src/api/secret';
import type { Json, JsonObject } from '../../../src/json/json';
import { readTable, type Table } from '../../../src/records/table/schema';
import type { DataService } from '../../../src/api/openApi/dataService';
import { json } from './documents';
import { ModelServer } from './modelServer';

export const fields = [
  { name: 'name', type: 'string' },
  { name: 'stock', type: 'integer' },
  { name: 'note', type: 'string' },
];
const system = ['id', 'created_by', 'created_at', 'updated_at'].map(name => ({ name, type: 'integer' }));
const modelTable = readTable({ id: 1, name: 't', schema: { fields: [...system, ...fields] } }) ?? assert.fail();
export const columns = fields.map(({ name }) => name);

/** The server of a loop. `create`, `change` and `remove` are changes by somebody else. */
export interface LoopServer {
  table: Table;
  fetch: Fetch;
  service(fetch: Fetch): DataService;
  state(): Promise<readonly JsonObject[]>;
  create(record: JsonObject): Promise<void>;
  change(id: string, name: string, value: Json): Promise<void>;
  remove(id: string): Promise<void>;
}

/** Gives new records values that nobody sent, like columns with a default. */
class DefaultingServer extends ModelServer {
  override create(given: JsonObject) {
    return super.create(given.has('stock') ? given : new Map([...given, ['stock', json('0')]]));
  }
}

export function modelLoopServer(server: ModelServer = new DefaultingServer()): LoopServer {
  const find = (id: string) => server.records.get(id) ?? assert.fail(id);
  return {
    ...{ table: modelTable, fetch: server.fetch },
    service: fetch => ({
      target: { authUrl: 'http://127.0.0.1:1' },
      context: { fetch },
      withToken: call => call(new Secret('a token of nobody')),
    }),
    state: async () => [...server.records.values()].reverse().map(record => new Map(record)),
    create: async record => void server.create(record),
    change: async (id, name, value) => server.update(find(id), new Map([[name, value]]), new Map()),
    remove: async id => void server.records.delete(id),
  };
}
