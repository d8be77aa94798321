import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { logIn, register, withCaller } from '../fixture';
import { jsonOf, send } from '../http';
import { upload } from '../upload';

/** A PNG of 3 × 2, a GIF of 5 × 4 with two frames, and the beginning of a JPEG of 640 × 480. */
const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000003000000020806000000', 'hex');
const frame = '21f904000a0000002c0000000005000400000203448c0500';
const gif = Buffer.from(`47494638396105000400800000000000ffffff${frame}${frame}3b`, 'hex');
const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc000110801e00280030122000211010311', 'hex');

describe('sandbox: uploads', () => {
  it('respond like the upload host: JSON as text, the path unchanged, and the properties of the image', () =>
    withCaller(async call => {
      const shown = async (name: string, bytes: Buffer | string) => {
        const { response, path } = await upload(call, name, bytes, { type: 'image/png' });
        assert.match(response.headers['content-type'] ?? '', /^text\/plain/);
        const { url, time: _time, ...rest } = jsonOf<Record<string, unknown>>(response);
        assert.equal(url, path.slice(path.lastIndexOf('/') + 1));
        return rest;
      };
      const facts = (type: string, width: number, height: number, frames = 1) => ({
        'image-type': type,
        'image-width': width,
        'image-height': height,
        'image-frames': frames,
      });
      const plain = (bytes: Buffer | string) => ({
        code: 200,
        message: 'ok',
        mimetype: 'image/png',
        file_size: bytes.length,
      });
      assert.deepEqual(await shown('a.png', png), { ...plain(png), ...facts('PNG', 3, 2) });
      assert.deepEqual(await shown('a.gif', gif), { ...plain(gif), ...facts('GIF', 5, 4, 2) });
      assert.deepEqual(await shown('a.jpg', jpeg), { ...plain(jpeg), ...facts('JPEG', 640, 480) });
      for (const bytes of ['text', '', png.subarray(0, 20), gif.subarray(0, 30), jpeg.subarray(0, 25)]) {
        assert.deepEqual(await shown('cut.png', bytes), plain(bytes));
      }
    }));

  it('can be deleted by their user and by the Open API, but not by another user', () =>
    withCaller(async (call, shop) => {
      const token = await logIn(shop);
      const other = await register(call, 'other');
      const own = await upload(call, 'own.txt', 'a', { token });
      const second = await upload(call, 'second.txt', 'b', { token });
      const files = '/hserve/v2.2/uploaded-file/';
      const status = async (line: string, options: object) => (await call(line, options)).status;
      const both = { id__in: [own.id, second.id] };
      assert.equal(await status(`DELETE ${files}${own.id}/`, { token: other.token }), 401);
      assert.equal(await status(`DELETE ${files}${own.id}/`, {}), 401);
      const theirs = await upload(call, 'theirs.txt', 'c', { token: other.token });
      const all = { id__in: [...both.id__in, theirs.id] };
      assert.equal(await status(`DELETE ${files}`, { token: other.token, body: all }), 204);
      assert.equal(await status(`GET ${files}${theirs.id}/`, { token }), 404);
      assert.equal(await status(`GET ${files}${own.id}/`, { token }), 200);
      assert.equal(await status(`DELETE ${files}${own.id}/`, { token }), 204);
      assert.equal(await status(`DELETE /oserve/v2.2/file/${second.id}/`, {}), 204);
    }));

  it('keep their name in the address without a random link, and replace an older file', () =>
    withCaller(async (call, shop) => {
      const bytesOf = async (address: string) => (await send(address)).text;
      const one = await upload(call, '目录/a b.txt', 'one', { random_file_link: false });
      assert.ok(one.path.endsWith(`/sandbox/file/${shop.clientId}/production/${encodeURIComponent('目录/a b.txt')}`));
      assert.equal(await bytesOf(one.path), 'one');
      const other = await upload(call, '目录/a b.txt', 'other', { random_file_link: false });
      assert.deepEqual([other.path, await bytesOf(one.path)], [one.path, 'other']);
      const body = { filename: '目录/a b.txt', random_file_link: false };
      await call.json('POST /oserve/v2.1/upload/', { body });
      const { text, headers } = await send(one.path);
      assert.deepEqual([text, headers['content-type']], ['other', 'text/plain']);
      assert.notEqual((await upload(call, 'a.txt', 'c', {})).path, (await upload(call, 'a.txt', 'd', {})).path);
    }));

  it('keep their bytes when another file with the same path is deleted', () =>
    withCaller(async call => {
      const one = await upload(call, 'a.txt', 'one', { random_file_link: false });
      const other = await upload(call, 'a.txt', 'other', { random_file_link: false });
      const remove = async (id: string) => (await call(`DELETE /oserve/v2.2/file/${id}/`, {})).status;
      assert.equal(await remove(one.id), 204);
      const { status, text } = await send(other.path);
      assert.deepEqual([status, text], [200, 'other']);
      assert.equal(await remove(other.id), 204);
      assert.equal((await send(other.path)).status, 404);
    }));
});
