import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { describe, it } from 'mocha';
import { json, useServer } from '../requests/server';
import { useProgram } from './program';

const withMark = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
/** “商品” in GBK, as an editor on Windows writes it. */
const gbk = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc9, 0xcc, 0xc6, 0xb7]), Buffer.from('"}')]);

describe('files in another encoding than UTF-8', () => {
  const server = useServer();
  const { settings, write, call, path } = useProgram();
  const ran = async () => {
    await settings({ serverDomain: server.origin, authUrl: server.origin });
    server.handler = json({});
    return call(['--env', 'Staging']);
  };

  it('are not sent with replaced characters, as a document or as the body of a request', async () => {
    await writeFile(path('a.hydrogen.http'), Buffer.concat([Buffer.from('POST /a/\n\n'), gbk]));
    const document = await ran();
    assert.equal(document.code, 2);
    assert.equal(document.errors, 'a.hydrogen.http is not UTF-8. Save it in this encoding.\n');
    await write('a.hydrogen.http', 'POST /a/\n\n<@ ./body.json');
    await writeFile(path('body.json'), gbk);
    const body = await ran();
    assert.equal(body.code, 2);
    assert.match(body.out, /The file \.\/body\.json is not UTF-8, so its variables cannot be replaced\./);
    assert.deepEqual(server.received, []);
    await write('a.hydrogen.http', 'POST /a/\n\n< ./body.json');
    assert.equal((await ran()).code, 0);
  });

  it('are read by their byte order mark', async () => {
    await write('a.hydrogen.http', '@shop = {{$dotenv SHOP}}\nPOST /a/\n\n<@ ./body.json');
    await writeFile(path('body.json'), withMark('{"name":"{{shop}} 商品"}'));
    await writeFile(path('.env'), withMark('SHOP=店\r\n'));
    const { code, out } = await ran();
    assert.equal(code, 0, out);
    assert.equal(server.received[0]?.body, '{"name":"店 商品"}');
  });
});
