import assert from 'node:assert/strict';
import { appendFile } from 'node:fs/promises';
import { describe, it } from 'mocha';
import type { Fetch } from '../../../../src/api/http/sendOnce';
import type { Journal } from '../../../../src/records/transfer/journal';
import type { DataService } from '../../../../src/api/openApi/dataService';
import type { Sandbox } from '../../../../src/sandbox/sandbox';
import { type Caller, withCaller } from '../../sandbox/fixture';
import { cases } from '../../cases';
import { newTable, openTable, runImport, storedRecords, withFetch, withTables, writeRows } from './scene';

const runs = cases(320);
const rows = 23;
const faults = ['reset', 'lostResponse', 'limit', 'unavailable', 'truncated', 'killBefore', 'killAfter'] as const;
type FaultName = (typeof faults)[number] | undefined;

class Killed extends Error {}

/** Creates a generator that gives the same numbers for the same seed (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Makes some of the requests that create records fail. `dead` rejects when a fault kills the process, which then sends
 * nothing more.
 */
function faulty(
  sandbox: Sandbox,
  service: DataService,
  next: () => FaultName,
): { service: DataService; dead: Promise<never> } {
  let kill: (error: Killed) => void = () => undefined;
  let isDead = false;
  const dead = new Promise<never>((_, reject) => (kill = reject));
  dead.catch(() => undefined);
  const die = (): Promise<never> => {
    isDead = true;
    kill(new Killed());
    return new Promise(() => undefined);
  };
  const wrap =
    (fetch: Fetch): Fetch =>
    async (url, init) => {
      if (isDead) return new Promise(() => undefined);
      const fault = init.method === 'POST' ? next() : undefined;
      if (fault === 'killBefore') return die();
      if (fault === 'reset' || fault === 'lostResponse' || fault === 'truncated')
        sandbox.fail({ kind: fault, method: 'POST' });
      if (fault === 'limit') sandbox.fail({ kind: 'status', status: 429, retryAfter: 1, method: 'POST' });
      if (fault === 'unavailable') sandbox.fail({ kind: 'status', status: 503, method: 'POST' });
      const response = await fetch(url, init);
      if (fault === 'killAfter') return die();
      return response;
    };
  return { service: withFetch(service, wrap), dead };
}

/**
 * Counts the rows of the file that are missing on the server, and the records that are there more often than in the
 * file.
 */
async function compareWithServer(
  call: Caller,
  table: string,
  isUnique: boolean,
): Promise<{ lost: number; doubled: number }> {
  const stored = await storedRecords(call, table);
  const counts = new Map<string, number>();
  const add = (key: string, by: number) => counts.set(key, (counts.get(key) ?? 0) + by);
  for (const { sku, name, stock } of stored) add(JSON.stringify([sku, name, stock]), 1);
  for (let at = 0; at < rows; at++)
    add(JSON.stringify([isUnique ? `S${at}` : `S${at % 7}`, `名 ${at % 3}`, at % 5]), -1);
  const left = [...counts.values()];
  const sum = (sign: number) => left.reduce((total, count) => total + Math.max(0, sign * count), 0);
  return { lost: sum(-1), doubled: sum(1) };
}

describe('an import that is interrupted', () => {
  it('stores each row exactly once despite lost requests and crashes', () =>
    withTables(async ({ folder, sandbox, call, service }) => {
      const hits = new Map<string, number>();
      let [lost, doubled, resumed] = [0, 0, 0];
      for (let seed = 0; seed < runs; seed++) {
        const random = numbers(seed);
        const isUnique = seed % 2 === 0;
        const id = await newTable(call, isUnique);
        const file = await writeRows(folder, `rows${seed}.csv`, rows, isUnique);
        const { table, indexes } = await openTable(service, id);
        const rate = 0.2 + random() * 0.5;
        const next = (): FaultName => {
          if (random() > rate) return undefined;
          const fault = faults[Math.floor(random() * faults.length)];
          hits.set(fault ?? '', (hits.get(fault ?? '') ?? 0) + 1);
          return fault;
        };
        for (let attempt = 0; ; attempt++) {
          assert.ok(attempt < 60, `seed ${seed} does not end`);
          let journal: Journal | undefined;
          const world = faulty(sandbox, service, attempt < 40 ? next : () => undefined);
          const ended = await Promise.race([
            runImport({ service: world.service, table, indexes, file, onJournal: opened => (journal = opened) }),
            world.dead,
          ]).catch((error: unknown) => {
            if (error instanceof Killed) return undefined;
            throw error;
          });
          sandbox.clearFaults();
          if (ended === undefined) await journal?.close();
          // A crash while the journal is written can leave a part of a line.
          if (ended === undefined && random() < 0.3) await appendFile(`${file}.import`, '{"type":"done","ba');
          if (ended !== undefined && ended.stopped === undefined) {
            assert.equal(ended.done, rows);
            assert.equal(ended.rejected + ended.altered + ended.extra, 0);
            break;
          }
          resumed++;
        }
        const difference = await compareWithServer(call, id, isUnique);
        lost += difference.lost;
        doubled += difference.doubled;
      }
      console.log(
        `      ${runs} imports, ${resumed} times resumed, faults: ${JSON.stringify(Object.fromEntries(hits))}`,
      );
      assert.deepEqual({ lost, doubled }, { lost: 0, doubled: 0 });
      for (const fault of faults) assert.ok((hits.get(fault) ?? 0) > 0, fault);
    }));

  it('would store rows twice if it repeated every request without a response', () =>
    withCaller(async (call, _, sandbox) => {
      let doubled = 0;
      for (let seed = 1; seed < 40; seed += 2) {
        const random = numbers(seed);
        const id = await newTable(call, false);
        for (let from = 0; from < rows; from += 5) {
          const body = Array.from({ length: Math.min(5, rows - from) }, (_, at) => ({
            ...{ sku: `S${(from + at) % 7}`, name: `名 ${(from + at) % 3}`, stock: (from + at) % 5 },
          }));
          for (let isSent = false; !isSent;) {
            const fault = random() < 0.4 ? (random() < 0.5 ? 'reset' : 'lostResponse') : undefined;
            if (fault !== undefined) sandbox.fail({ kind: fault, method: 'POST' });
            isSent = await call(`POST /oserve/v2.4/table/${id}/record/`, { body }).then(
              () => true,
              () => false,
            );
          }
        }
        doubled += (await compareWithServer(call, id, false)).doubled;
      }
      console.log(`      20 naive imports: ${doubled} of ${20 * rows} rows twice`);
      assert.ok(doubled > 0);
    }));
});
