import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Fetch } from '../../../../src/api/http/sendOnce';
import type { DataService } from '../../../../src/api/openApi/dataService';
import { Secret } from '../../../../src/api/secret';
import { ExactNumber, type Json } from '../../../../src/json/json';
import { readGroupIds, readTableNames } from '../../../../src/records/schema/tableState';
import { response } from '../modelServer';

/** A service with `count` tables and groups. It sends at most 1000 items, and may ignore the offset. */
function serviceWith(count: number, { ignoresOffset = false } = {}): { service: DataService; sent: () => number } {
  let sent = 0;
  const all = Array.from({ length: count }, (_, at): Json => {
    return new Map<string, Json>([
      ['id', new ExactNumber(String(at + 1))],
      ['name', `table${at + 1}`],
    ]);
  });
  const fetch: Fetch = async url => {
    sent += 1;
    const offset = ignoresOffset ? 0 : Number(new URL(url).searchParams.get('offset') ?? 0);
    const meta = new Map<string, Json>([['total_count', new ExactNumber(String(count))]]);
    return response(
      200,
      new Map<string, Json>([
        ['meta', meta],
        ['objects', all.slice(offset, offset + 1000)],
      ]),
    );
  };
  const target = { authUrl: 'http://127.0.0.1:1', envId: undefined };
  const service: DataService = { target, context: { fetch }, withToken: call => call(new Secret('a token of nobody')) };
  return { service, sent: () => sent };
}

describe('the lists that a schema needs', () => {
  it('are read completely, although the service sends at most 1000 items', async () => {
    const { service } = serviceWith(2300);
    const names = await readTableNames(service);
    assert.deepEqual([names.size, names.get('2300')], [2300, 'table2300']);
    assert.equal((await readGroupIds(service)).size, 2300);
  });

  it('end at a repeated page', async () => {
    const { service, sent } = serviceWith(2300, { ignoresOffset: true });
    assert.equal((await readTableNames(service)).size, 1000);
    assert.equal(sent(), 2);
  });
});
