import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';
import jsQR from 'jsqr';
import { describe, it } from 'mocha';
import { logIn, withCaller } from '../fixture';

/** Decodes a QR code in a PNG of one bit per pixel without filters, and returns its width. */
function readCode(png: Buffer): { text: string | undefined; width: number } {
  assert.equal(png.toString('latin1', 1, 4), 'PNG');
  const width = png.readUInt32BE(16);
  assert.deepEqual([png.readUInt32BE(20), png.readUInt8(24), png.readUInt8(25)], [width, 1, 0]);
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const rows = inflateSync(Buffer.concat(parts));
  const bytesInRow = 1 + Math.ceil(width / 8);
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (let pixel = 0; pixel < width * width; pixel += 1) {
    const [y, x] = [Math.floor(pixel / width), pixel % width];
    const isWhite = (rows.readUInt8(y * bytesInRow + 1 + (x >> 3)) >> (7 - (x & 7))) & 1;
    pixels.fill(isWhite ? 255 : 0, pixel * 4, pixel * 4 + 3);
  }
  return { text: jsQR(pixels, width, width, { inversionAttempts: 'dontInvert' })?.data, width };
}

async function fetched(url: unknown): Promise<Buffer> {
  const response = await fetch(String(url));
  assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/png']);
  return Buffer.from(await response.arrayBuffer());
}

const dataUrl = 'data:image/png;base64,';
const bytesOf = (image: unknown) => Buffer.from(String(image).slice(dataUrl.length), 'base64');

describe('sandbox: QR codes of mini-programs', () => {
  it('can be read and saved as a file for WeChat', () =>
    withCaller(async (call, shop) => {
      const token = await logIn(shop);
      for (const version of ['v1.4', 'v2.4']) {
        const line = `POST /hserve/${version}/miniappcode/`;
        const page = { code_type: 'miniapp_permanent', path: 'pages/商品?id=7' };
        const { image } = await call.json(line, { token, body: page });
        assert.ok(String(image).startsWith(dataUrl));
        assert.deepEqual(readCode(bytesOf(image)), { text: 'pages/商品?id=7', width: 430 });
        const small = { code_type: 'miniapp_temporary', scene: 'a=1', options: { width: 280 } };
        const kept = await call.json(line, {
          token,
          body: { ...small, upload_to_cdn: true, category_name: '图片 Images' },
        });
        assert.deepEqual(readCode(bytesOf(kept.image)), { text: 'a=1', width: 280 });
        const file = kept.uploaded_file as Record<string, unknown>;
        assert.deepEqual(await fetched(file.path), bytesOf(kept.image));
        assert.equal(kept.download_url, file.path);
        const listed = await call.json(`GET /hserve/v2.2/uploaded-file/${String(file.id)}/`, { token });
        assert.equal((listed.category as { name: string }).name, '图片 Images');
      }
    }));

  it('have an address for Alipay and ByteDance', () =>
    withCaller(async (call, shop) => {
      const token = await logIn(shop);
      const asked = { url_param: 'pages/index', query_param: 'x=1', describe: 'shop' };
      const alipay = await call.json('POST /hserve/v2.0/idp/alipay/miniapp-qr-code/', { token, body: asked });
      assert.equal(readCode(await fetched(alipay.image_url)).text, 'pages/index?x=1');
      const body = { appname: 'douyin', path: 'pages/index', width: 300 };
      const made = await call.json('POST /hserve/v2.4/idp/bytedance/miniapp-qr-code/', { token, body });
      assert.deepEqual(readCode(await fetched(made.image_url)), { text: 'douyin:pages/index', width: 300 });
      assert.deepEqual([made.mime_type, made.categories, typeof made.size], ['image/png', [], 'number']);
    }));

  it('are refused without a user, with invalid fields, and for too much text', () =>
    withCaller(async (call, shop) => {
      const token = await logIn(shop);
      const line = 'POST /hserve/v2.4/miniappcode/';
      const good = { code_type: 'miniapp_qr', path: 'p' };
      assert.equal((await call(line, { body: good })).status, 401);
      for (const odd of [
        { code_type: 'shoe' },
        { path: undefined },
        { path: 'x'.repeat(5000) },
        { options: { width: 20 } },
        { options: { width: 1e9 } },
        { options: 'wide' },
        { code_type: 'miniapp_temporary' },
      ]) {
        assert.equal((await call(line, { token, body: { ...good, ...odd } })).status, 400, JSON.stringify(odd));
      }
      const alipay = 'POST /hserve/v2.0/idp/alipay/miniapp-qr-code/';
      assert.equal((await call(alipay, { token, body: { url_param: 'p' } })).status, 400);
    }));
});
