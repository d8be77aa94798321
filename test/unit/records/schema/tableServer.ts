import assert from 'node:assert/strict';
import type { Fetch, FetchResponse } from '../../../../src/api/http/sendOnce';
import { Secret } from '../../../../src/api/secret';
import { ExactNumber, isJsonObject, isList, valueOf, type Json, type JsonObject } from '../../../../src/json/json';
import { textAt } from '../../../../src/records/schema/tableState';
import type { DataService } from '../../../../src/api/openApi/dataService';
import { response } from '../modelServer';

const system = ['id', 'created_by', 'created_at', 'updated_at'];
const entries = (...list: [string, Json][]): JsonObject => new Map(list);

/** A simulated server of one table. A PUT replaces the whole list of columns, as in the service. */
export class TableServer {
  columns: JsonObject[];
  indexes: (readonly Json[])[] = [];
  readonly permissions = new Map<string, Json>(
    ['row_read_perm', 'row_write_perm', 'write_perm'].map(name => [name, ['user:*']]),
  );
  /** Called before and after each request. */
  around: (method: string, moment: 'before' | 'after') => void = () => undefined;
  #changes = 0;

  constructor(columns: readonly JsonObject[]) {
    this.columns = [...columns];
  }

  readonly fetch: Fetch = async (url, { method, body }) => {
    this.around(method, 'before');
    const answer = this.#respond(new URL(url).pathname, method, valueOf(String(body ?? 'null')));
    this.around(method, 'after');
    return answer;
  };

  get service(): DataService {
    return {
      target: { authUrl: 'http://127.0.0.1:1', envId: undefined },
      context: { fetch: this.fetch },
      withToken: call => call(new Secret('a token of nobody')),
    };
  }

  #respond(path: string, method: string, body: Json | undefined): FetchResponse {
    const index = /\/index\/(?:([^/]+)\/)?$/.exec(path);
    if (index !== null) return this.#index(method, index[1], body);
    assert.ok(path.endsWith('/table/1/') || path.endsWith('/table/'), path);
    if (path.endsWith('/table/')) return response(200, entries(['objects', [this.#raw()]]));
    if (method === 'PUT') this.#replace(body);
    return response(200, this.#raw());
  }

  #replace(body: Json | undefined): void {
    assert.ok(isJsonObject(body));
    this.#changes += 1;
    const schema = body.get('schema');
    const fields = isJsonObject(schema) ? schema.get('fields') : undefined;
    if (isList(fields)) {
      this.columns = fields.filter(isJsonObject).filter(column => !system.includes(textAt(column, 'name')));
    }
    for (const name of this.permissions.keys()) {
      const value = body.get(name);
      if (value !== undefined) this.permissions.set(name, value);
    }
  }

  #index(method: string, name: string | undefined, body: Json | undefined): FetchResponse {
    const fields = isJsonObject(body) ? body.get('fields') : undefined;
    if (method === 'POST' && isList(fields)) this.indexes.push(fields);
    if (method === 'DELETE') this.indexes = this.indexes.filter(each => each.map(String).join('_') !== name);
    const shown = this.indexes.map(each => entries(['fields', each], ['index', each.map(String).join('_')]));
    return response(200, entries(['objects', shown]));
  }

  #raw(): JsonObject {
    const own = system.map(name => entries(['name', name], ['type', 'integer']));
    const permission = (name: string): Json => this.permissions.get(name) ?? [];
    return entries(
      ['id', new ExactNumber('1')],
      ['name', 'thing'],
      ['schema', entries(['fields', [...own, ...this.columns]])],
      ['write_perm', permission('write_perm')],
      [
        'default_row_perm',
        entries(['_read_perm', permission('row_read_perm')], ['_write_perm', permission('row_write_perm')]),
      ],
      ['updated_at', new ExactNumber(String(this.#changes))],
    );
  }
}
