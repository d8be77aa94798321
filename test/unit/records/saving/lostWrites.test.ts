import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Fetch } from '../../../../src/api/http/sendOnce';
import type { Json, JsonObject } from '../../../../src/json/json';
import { planOf } from '../../../../src/records/saving/plan';
import { mergeWithServer, readRecords } from '../../../../src/records/saving/readRecords';
import { save } from '../../../../src/records/saving/save';
import { modelLoopServer } from '../loopServer';
import { ModelServer } from '../modelServer';

class NullOmittingServer extends ModelServer {
  override update(record: Map<string, Json>, set: JsonObject, unset: JsonObject): void {
    super.update(record, set, unset);
    for (const [name, value] of record) if (value === null) record.delete(name);
  }
}

class NullAddingServer extends ModelServer {
  override update(record: Map<string, Json>, set: JsonObject, unset: JsonObject): void {
    super.update(record, set, unset);
    if (!record.has('note')) record.set('note', null);
  }
}

describe('a write that empties a field and loses its response', () => {
  /**
   * Saves a record whose note becomes `to`, and loses the response.
   * @param arrives whether the server receives the write
   */
  const outcome = async (model: ModelServer, from: Json, to: Json | undefined, arrives = true) => {
    const server = modelLoopServer(model);
    await server.create(new Map([['note', from]]));
    const losing: Fetch = async (url, init) => {
      const answer = init.method !== 'PUT' || arrives ? await server.fetch(url, init) : undefined;
      if (answer === undefined || init.method === 'PUT') throw new Error('socket hang up');
      return answer;
    };
    const service = server.service(losing);
    const [read = assert.fail()] = (await readRecords(service, { kind: 'page', table: '1' })).records;
    const edited = new Map(read);
    if (to === undefined) edited.delete('note');
    else edited.set('note', to);
    const id = read.get('id');
    assert.ok(typeof id === 'string');
    const [done] = await save(
      service,
      planOf(server.table, await mergeWithServer(service, server.table, [{ id, read, edited }])),
    );
    return done?.outcome.status;
  };

  it('counts as saved, whether the service returns null or leaves the field out', async () => {
    assert.equal(await outcome(new ModelServer(), 'x', null), 'saved');
    assert.equal(await outcome(new ModelServer(), 'x', undefined), 'saved');
    assert.equal(await outcome(new NullOmittingServer(), 'x', null), 'saved');
    assert.equal(await outcome(new NullAddingServer(), 'x', undefined), 'saved');
  });

  it('does not count as saved if it did not arrive', async () => {
    assert.notEqual(await outcome(new ModelServer(), 'x', null, false), 'saved');
    assert.notEqual(await outcome(new ModelServer(), null, undefined, false), 'saved');
  });
});
