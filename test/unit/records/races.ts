import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { Fetch } from '../../../src/api/http/sendOnce';
import { Secret } from '../../../src/api/secret';
import { writeJson, type Json, type JsonObject } from '../../../src/json/json';
import { idOf } from '../../../src/records/text/recordsText';
import { readTable, systemColumns, type Table } from '../../../src/records/table/schema';
import type { DataService } from '../../../src/api/openApi/dataService';
import { json, PageDocument } from './documents';
import { ModelServer } from './modelServer';
import { seeded } from './random';

export const fields = [
  { name: 'text', type: 'string' },
  { name: 'number', type: 'integer' },
  { name: 'list', type: 'array', items: { type: 'string' } },
  { name: 'object', type: 'object' },
];
const system = ['id', 'created_by', 'created_at', 'updated_at'].map(name => ({ name, type: 'integer' }));
const modelTable = readTable({ id: 1, name: 't', schema: { fields: [...system, ...fields] } }) ?? assert.fail();

/** The server of a race. */
export interface Arena {
  table: Table;
  fetch: Fetch;
  service(fetch: Fetch): DataService;
  /** Returns all records on the server. */
  state(): Promise<JsonObject[]>;
  /** Changes a record as another client without an editor. */
  elsewhere(id: string, field: string, value: Json | undefined): Promise<void>;
  /** Advances the clock by a second. */
  tick(): void;
}

interface Result {
  /** The number of values that a window overwrote without the user having seen them. */
  lost: number;
  written: number;
  asked: number;
}

/**
 * Runs a race: two windows and another client change the same two records. The seed determines which request comes
 * next. Records what each user has seen, and compares it with what each write replaces on the server.
 * @param isBlind true if windows write every field of their text, like a PUT of the whole record
 */
async function race(arena: Arena, seed: number, isBlind: boolean): Promise<Result> {
  const random = seeded(seed);
  // In half of the races, all values have the same length and all changes the same second.
  const hasEqualForm = seed % 2 === 0;
  const value = (field: string): Json | undefined => {
    const number = hasEqualForm ? 10 + random(90) : random(10_000);
    const word = hasEqualForm ? `w${number}` : 'w'.repeat(random(9) + 1) + number;
    if (!hasEqualForm && random(8) === 0) return random(2) === 0 ? null : undefined;
    if (field === 'number') return json(String(number));
    return field === 'text' ? word : field === 'list' ? [word] : new Map([['a', word]]);
  };
  const randomField = (): string => fields[random(fields.length)]?.name ?? '';
  const result: Result = { lost: 0, written: 0, asked: 0 };
  const waiting: (() => void)[] = [];
  const turn = (): Promise<void> => new Promise(resolve => waiting.push(resolve));
  const key = (id: string | undefined, name: string): string => `${id} ${name}`;
  const valueText = (each: Json | undefined): string => (each === undefined ? 'missing' : writeJson(each));

  const window = async (): Promise<void> => {
    const seen = new Map<string, string>();
    const see = (records: readonly JsonObject[]): void => {
      for (const record of records)
        for (const { name } of fields) seen.set(key(idOf(record), name), valueText(record.get(name)));
    };
    const gated: Fetch = async (url, init) => {
      await turn();
      if (init.method === 'GET') return arena.fetch(url, init);
      const before = await arena.state();
      const response = await arena.fetch(url, init);
      const after = new Map((await arena.state()).map(record => [idOf(record), record]));
      for (const record of before) {
        const id = idOf(record);
        for (const { name } of fields) {
          const [old, now] = [record.get(name), after.get(id)?.get(name)].map(valueText);
          if (old === now) continue;
          result.written += 1;
          if (old !== seen.get(key(id, name))) result.lost += 1;
        }
      }
      return response;
    };
    const service = arena.service(gated);
    const page = await new PageDocument(service, arena.table).open();
    see(page.read);
    for (let round = 0; round < 3; round += 1) {
      await turn();
      page.edit(records => {
        const record = records[random(records.length)];
        const name = randomField();
        const changed = value(name);
        if (changed === undefined) record?.delete(name);
        else record?.set(name, changed);
      });
      if (isBlind) await putBlindly(service, page);
      else {
        await page.save((merge, name) => {
          result.asked += 1;
          // The question shows the server's value.
          const theirs = name === undefined ? undefined : merge.server?.get(name);
          if (name !== undefined) seen.set(key(merge.edit.id, name), valueText(theirs));
          return random(2) === 0 ? 'mine' : 'theirs';
        });
      }
      // Read values are shown, except for conflicts, where the text has priority.
      see(page.read);
    }
  };
  const putBlindly = async (service: DataService, page: PageDocument): Promise<void> => {
    for (const { id, fields: row } of page.rows()) {
      const set = new Map([...row].filter(([name]) => !systemColumns.has(name)));
      const path = `/oserve/v2.6/table/${arena.table.id}/record/${id}/`;
      const body = writeJson(new Map([['$set', set]]));
      await service.context.fetch(new URL(path, service.target.authUrl).href, await plainPut(service, body));
    }
    page.read = page.rows().map(row => row.fields);
  };
  const client = async (): Promise<void> => {
    for (let round = 0; round < 6; round += 1) {
      await turn();
      const records = await arena.state();
      const id = idOf(records[random(records.length)] ?? assert.fail()) ?? '';
      const name = randomField();
      await arena.elsewhere(id, name, value(name));
      if (!hasEqualForm) arena.tick();
    }
  };

  let running = 3;
  const actors = [window(), window(), client()].map(actor => actor.finally(() => (running -= 1)));
  while (running > 0) {
    await setImmediate();
    // Run one request at a time: choose the next one only when all actors are waiting.
    if (waiting.length < running) continue;
    const [next] = waiting.splice(random(waiting.length), 1);
    next?.();
  }
  await Promise.all(actors);
  return result;
}

async function plainPut(service: DataService, body: string): Promise<Parameters<Fetch>[1]> {
  return service.withToken(async token => ({
    method: 'PUT',
    headers: { authorization: `Bearer ${token.reveal()}`, 'content-type': 'application/json' },
    body,
    redirect: 'manual',
    signal: new AbortController().signal,
  }));
}

export function modelArena(): Arena {
  const server = new ModelServer();
  for (const word of ['w10', 'w11']) {
    server.create(
      new Map<string, Json>([
        ['text', word],
        ['number', json('10')],
        ['list', [word]],
      ]),
    );
  }
  return {
    ...{ table: modelTable, fetch: server.fetch },
    service: fetch => ({
      target: { authUrl: 'http://127.0.0.1:1' },
      context: { fetch },
      withToken: call => call(new Secret('a token of nobody')),
    }),
    state: async () => [...server.records.values()].map(record => new Map(record)),
    async elsewhere(id, field, value) {
      const record = server.records.get(id) ?? assert.fail();
      if (value === undefined) server.update(record, new Map(), new Map([[field, '']]));
      else server.update(record, new Map([[field, value]]), new Map());
    },
    tick: () => void (server.now += 1),
  };
}

/** Runs this number of races, each with its own seed. */
export async function races(count: number, isBlind: boolean, arena: () => Promise<Arena> | Arena): Promise<Result> {
  const total: Result = { lost: 0, written: 0, asked: 0 };
  for (let seed = 0; seed < count; seed += 1) {
    const { lost, written, asked } = await race(await arena(), seed, isBlind);
    total.lost += lost;
    total.written += written;
    total.asked += asked;
  }
  return total;
}
