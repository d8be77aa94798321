import assert from 'node:assert/strict';
import type { Fetch, FetchResponse } from '../../../src/api/http/sendOnce';
import {
  ExactNumber,
  isJsonObject,
  isList,
  sameJson,
  valueOf,
  writeJson,
  type Json,
  type JsonObject,
} from '../../../src/json/json';
import { idOf } from '../../../src/records/text/recordsText';

type Stored = Map<string, Json>;

/**
 * A simulated server of one table's records in memory, according to the service's reference. It is fast enough for
 * thousands of cases. Numbers are exact, and only the operators that saving uses are supported.
 */
export class ModelServer {
  readonly records = new Map<string, Stored>();
  /** Unix seconds. */
  now = 1_800_000_000;
  #created = 0;

  readonly fetch: Fetch = async (url, { method, body }) => this.#respond(new URL(url), method, String(body ?? ''));

  /** Returns the values that a write stores. Strict servers drop some, or refuse the request with a message. */
  protected accepted(fields: JsonObject, _isBulk: boolean): JsonObject | string {
    return fields;
  }

  protected isEqual(_name: string, value: Json | undefined, argument: Json | undefined): boolean {
    return sameJson(value, argument);
  }

  create(fields: JsonObject): Stored {
    const number = String((this.#created += 1)).padStart(24, '0');
    const stamps = ['created_at', 'updated_at'].map(name => [name, new ExactNumber(String(this.now))] as const);
    const stored = new Map<string, Json>([['id', number], ['created_by', new ExactNumber('0')], ...stamps, ...fields]);
    this.records.set(number, stored);
    return stored;
  }

  update(record: Stored, set: JsonObject, unset: JsonObject): void {
    for (const [name, value] of set) record.set(name, value);
    for (const name of unset.keys()) record.delete(name);
    record.set('updated_at', new ExactNumber(String(this.now)));
  }

  #respond({ pathname, searchParams }: URL, method: string, text: string): FetchResponse {
    const [, id] = /^\/oserve\/v2\.[46]\/table\/1\/record\/(?:([^/]+)\/)?$/.exec(pathname) ?? assert.fail(pathname);
    const where = searchParams.get('where');
    const body = text === '' ? new Map<string, Json>() : valueOf(text);
    assert.ok(isJsonObject(body));
    const isBulk = method === 'PUT' && id === undefined;
    const [given, unset] = method === 'PUT' ? changesIn(body) : [body, new Map<string, Json>()];
    const set = method === 'GET' ? given : this.accepted(given, isBulk);
    if (typeof set === 'string') return response(400, new Map([['error_msg', set]]));
    if (method === 'POST') return response(201, this.create(set));
    if (id !== undefined) {
      const record = this.records.get(decodeURIComponent(id));
      if (record === undefined) return response(404, new Map([['error_msg', 'none']]));
      if (method === 'PUT') this.update(record, set, unset);
      if (method === 'DELETE') this.records.delete(id);
      return method === 'DELETE' ? response(204, undefined) : response(200, record);
    }
    const condition = where === null ? new Map<string, Json>() : valueOf(where);
    assert.ok(isJsonObject(condition) && (method === 'GET' || condition.has('id')));
    const limit = Number(searchParams.get('limit'));
    const found = [...this.records.values()]
      .reverse()
      .filter(record => this.#meets(record, condition))
      .slice(0, limit);
    if (method === 'GET') return response(200, new Map([['objects', found]]));
    for (const record of found) {
      if (method === 'PUT') this.update(record, set, unset);
      else this.records.delete(idOf(record) ?? '');
    }
    return response(200, new Map([['succeed', new ExactNumber(String(found.length))]]));
  }

  #meets(record: JsonObject, condition: JsonObject): boolean {
    return [...condition].every(([name, test]) => {
      assert.ok(isJsonObject(test) && test.size === 1);
      const [[operator, argument] = assert.fail()] = [...test];
      const value = record.get(name);
      if (operator === '$eq') return this.isEqual(name, value, argument);
      if (operator === '$isnull') return (value === undefined || value === null) === argument;
      assert.ok(operator === '$in' && isList(argument), operator);
      return argument.some(each => this.isEqual(name, value, each));
    });
  }
}

function changesIn(body: JsonObject): [set: JsonObject, unset: JsonObject] {
  const [set = new Map<string, Json>(), unset = new Map<string, Json>()] = [body.get('$set'), body.get('$unset')];
  assert.ok(isJsonObject(set) && isJsonObject(unset) && [...body.keys()].every(name => name.startsWith('$')));
  return [set, unset];
}

export function response(status: number, body: Json | undefined): FetchResponse {
  const bytes = new TextEncoder().encode(body === undefined ? '' : writeJson(body));
  const headers = { get: () => null, getSetCookie: () => [], [Symbol.iterator]: () => [][Symbol.iterator]() };
  return {
    ...{ status, statusText: '', headers },
    body: (async function* () {
      yield bytes;
    })(),
  };
}
