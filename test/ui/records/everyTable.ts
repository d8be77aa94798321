import { callerOf, openPermissions } from '../../unit/sandbox/fixture';
import { upload } from '../../unit/sandbox/upload';
import type { SandboxApplication } from '../../../src/sandbox/sandbox';

const rules = [{ type: 'choices', value: ['S', 'M', 'L'] }];
const columns = [
  { name: 'title', type: 'string', constraints: { required: true } },
  { name: 'size', type: 'string', constraints: { rules } },
  { name: 'amount', type: 'number' },
  { name: 'pieces', type: 'integer' },
  { name: 'active', type: 'boolean' },
  { name: 'day', type: 'date' },
  { name: 'shop', type: 'reference', schema_id: '5002' },
  { name: 'tags', type: 'array', items: { type: 'string' } },
  { name: 'details', type: 'object' },
  { name: 'spot', type: 'geojson', coordinate_type: 'wgs84' },
  { name: 'cover', type: 'file' },
];

export const hostileTitle = '<img src=x onerror=alert(1)> \u202eمرحبا [x](command:y)';

/**
 * Creates a table `every` with a column of each type, and a column `mixed` that changed its type after a value was
 * written. It has three records, newest first: one with a value in every column, one with *null* values, one with only
 * a title and an old `mixed` value.
 */
export async function makeEveryTable(shop: SandboxApplication): Promise<void> {
  const call = await callerOf(shop);
  const { objects: stores } = await call.json<{ objects: { id: string }[] }>('GET /oserve/v2.4/table/5002/record/');
  const { id: fileId } = await upload(call, 'cover.txt', 'a picture');
  const cover = await call.json(`GET /oserve/v2.2/file/${fileId}/`);
  const table = (type: string) => ({
    name: 'every',
    schema: { fields: [{ name: 'mixed', type }, ...columns] },
    ...openPermissions,
  });
  const { id } = await call.json<{ id: number }>('POST /oserve/v1.8/table/', { body: table('string') }, 201);
  const add = (body: object) => call.json(`POST /oserve/v2.6/table/${id}/record/`, { body }, 201);
  await add({ title: 'Title alone', mixed: 'a text' });
  await call.json(`PUT /oserve/v1.8/table/${id}/`, { body: table('integer') });
  await add({ title: 'Nothing', ...Object.fromEntries(columns.slice(1).map(({ name }) => [name, null])) });
  await add({
    ...{ title: hostileTitle, size: 'M', amount: 12.25, pieces: 9_007_199_254_740_991, active: true },
    ...{ day: '2024-02-29T12:00:00.000Z', shop: stores[0]?.id, tags: ['<b>', ''], mixed: 5 },
    details: JSON.parse(`{"constructor":${'{"a":['.repeat(28)}${']}'.repeat(28)}}`) as object,
    spot: { type: 'Point', coordinates: [113.2644, 23.1291] },
    cover,
  });
}

/** Creates a table `wide` with 500 columns and two records. In the newer record, `c0` has a million characters and “older”. */
export async function makeWideTable(shop: SandboxApplication): Promise<void> {
  const call = await callerOf(shop);
  const fields = Array.from({ length: 500 }, (_, at) => ({ name: `c${at}`, type: 'string' }));
  const body = { name: 'wide', schema: { fields }, ...openPermissions };
  const { id } = await call.json<{ id: number }>('POST /oserve/v1.8/table/', { body }, 201);
  const values = Object.fromEntries(fields.map(({ name }) => [name, `of ${name}`]));
  for (const c0 of ['older', `${'x'.repeat(1_000_000)} older`]) {
    await call.json(`POST /oserve/v2.6/table/${id}/record/`, { body: { ...values, c0 } }, 201);
  }
}
