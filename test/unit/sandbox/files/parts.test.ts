import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { logIn, register, withCaller } from '../fixture';
import { jsonOf, send } from '../http';

interface Started {
  id: string;
  upload_url: string;
  multi_uuid: string;
  multi_part_id: number;
  authorization: string;
  date: string;
  path: string;
}

const base = '/hserve/v2.7/resumable-upload/';
const partSize = 1024 * 1024;
const parts = ['a', 'b'].map(letter => Buffer.alloc(partSize, letter)).concat(Buffer.from('end'));
const whole = Buffer.concat(parts);

const sendPart = async (
  to: Pick<Started, 'upload_url' | 'multi_uuid' | 'authorization'>,
  number: number,
  body: Buffer,
) =>
  send(to.upload_url, {
    method: 'PUT',
    headers: {
      Authorization: to.authorization,
      Origin: 'http://localhost:3000',
      'x-upyun-multi-stage': 'upload',
      'x-upyun-multi-uuid': to.multi_uuid,
      'x-upyun-part-id': String(number),
      'Content-Length': body.length,
    },
    body,
  });

describe('sandbox: uploads in parts', () => {
  it('are begun, continued and ended, and only then the file exists', () =>
    withCaller(async (call, shop) => {
      const token = await logIn(shop);
      const body = { filename: 'large.txt', file_size: whole.length };
      const started = await call.json<Started>(`POST ${base}`, { token, body }, 201);
      assert.equal(started.multi_part_id, 0);
      const first = await sendPart(started, 0, parts[0] ?? Buffer.alloc(0));
      assert.equal(first.status, 204);
      assert.equal(first.headers['x-upyun-multi-uuid'], started.multi_uuid);
      assert.equal(first.headers['x-upyun-next-part-id'], '1');
      assert.match(first.headers['access-control-expose-headers'] ?? '', /x-upyun-next-part-id/);

      const again = await call.json<Started>(`GET ${base}${started.id}/`, { token });
      assert.equal(again.multi_part_id, 1);
      assert.notEqual(again.authorization, started.authorization);
      const ended = await sendPart(started, 1, parts[1] ?? Buffer.alloc(0));
      assert.equal(ended.status, 401);
      assert.equal(jsonOf<{ code: number }>(ended).code, 40100002);

      const end = { token, body: { multi_uuid: started.multi_uuid } };
      assert.match((await call(`PUT ${base}${started.id}/`, end)).text, /lacks 2 of its 3 parts/);
      assert.equal((await sendPart(again, 1, parts[1] ?? Buffer.alloc(0))).headers['x-upyun-next-part-id'], '2');
      assert.equal((await sendPart(again, 2, Buffer.from('end'))).headers['x-upyun-next-part-id'], '-1');
      const file = `/hserve/v2.2/uploaded-file/${started.id}/`;
      assert.equal((await call(`GET ${file}`, { token })).status, 404);
      assert.deepEqual(await call.json(`PUT ${base}${started.id}/`, end), { upload_status: 'success' });
      assert.equal((await call.json(`GET ${file}`, { token })).size, whole.length);
      assert.equal((await send(started.path)).text, whole.toString());
      assert.equal((await call(`PUT ${base}${started.id}/`, end)).status, 404);
    }));

  it('refuse a part in the wrong order, of another size, of another upload, or of another user', () =>
    withCaller(async (call, shop) => {
      const token = await logIn(shop);
      const other = await register(call, 'other');
      const body = { filename: 'large.txt', file_size: whole.length };
      for (const size of [undefined, -1, 1.5, '10', 2 ** 40]) {
        const response = await call(`POST ${base}`, { token, body: { ...body, file_size: size } });
        assert.equal(response.status, 400);
        assert.match(response.text, /file_size/);
      }
      const started = await call.json<Started>(`POST ${base}`, { token, body }, 201);
      const part = parts[0] ?? Buffer.alloc(0);
      assert.match((await sendPart(started, 1, part)).text, /x-upyun-part-id/);
      assert.match((await sendPart(started, 0, Buffer.from('short'))).text, /must have 1048576 bytes/);
      assert.match((await sendPart({ ...started, multi_uuid: 'x' }, 0, part)).text, /x-upyun-multi-uuid/);
      assert.equal((await sendPart({ ...started, authorization: '' }, 0, part)).status, 401);
      assert.equal((await call(`GET ${base}${started.id}/`, { token: other.token })).status, 404);
      const end = { token: other.token, body: { multi_uuid: started.multi_uuid } };
      assert.equal((await call(`PUT ${base}${started.id}/`, end)).status, 404);
      assert.match((await call(`PUT ${base}${started.id}/`, { token, body: {} })).text, /multi_uuid is required/);
    }));
});
