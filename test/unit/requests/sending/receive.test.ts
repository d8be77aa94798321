import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { decode, receive } from '../../../../src/requests/sending/receive';

function responseOf(chunks: readonly Uint8Array[]): Response {
  return new Response(
    new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    }),
  );
}

describe('receiving a response', () => {
  const chunks = fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 10 });
  const limits = fc.record({ keepBytes: fc.nat(60), maxBytes: fc.nat(120) });

  it('keeps small ones, passes large ones on completely, and never exceeds the limit', async () => {
    await fc.assert(
      fc.asyncProperty(chunks, limits, fc.boolean(), async (parts, { keepBytes, maxBytes }, hasSink) => {
        const whole = Buffer.concat(parts);
        const written: Uint8Array[] = [];
        const sink = hasSink ? async (chunk: Uint8Array) => void written.push(Buffer.from(chunk)) : undefined;
        const received = await receive(responseOf(parts), { keepBytes, maxBytes, sink });
        const allowed = whole.subarray(0, maxBytes);
        assert.deepEqual(Buffer.from(received.bytes), whole.subarray(0, received.bytes.byteLength));
        assert.ok(received.bytes.byteLength <= keepBytes && received.size <= maxBytes);
        assert.equal(received.size, allowed.byteLength);
        const large = allowed.byteLength > keepBytes;
        if (hasSink) assert.deepEqual(Buffer.concat(written), large ? allowed : Buffer.alloc(0));
        else assert.equal(received.bytes.byteLength, Math.min(allowed.byteLength, keepBytes));
        assert.equal(received.truncated, received.stopped || received.bytes.byteLength < received.size);
        if (!received.truncated) assert.deepEqual(Buffer.from(received.bytes), whole);
      }),
      { numRuns: 1_000 },
    );
  });

  const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
  const texts: [
    name: string,
    bytes: Uint8Array,
    type: string,
    text: string | undefined,
    charset: string,
    wrong: boolean,
  ][] = [
    ['UTF-8 without a word', Buffer.from('商'), '', '商', 'utf-8', false],
    ['GBK', bytes(0xc9, 0xcc), 'text/html; charset=GBK', '商', 'gbk', false],
    ['quoted', bytes(0xe9), 'text/plain; charset="iso-8859-1"', 'é', 'windows-1252', false],
    [
      'a byte order mark before the header',
      bytes(0xff, 0xfe, 0x61, 0),
      'text/plain; charset=utf-8',
      'a',
      'utf-16le',
      false,
    ],
    [
      'XML by its declaration',
      Buffer.concat([Buffer.from('<?xml version="1.0" encoding="GBK"?><a>'), bytes(0xc9, 0xcc), Buffer.from('</a>')]),
      'application/xml',
      '<?xml version="1.0" encoding="GBK"?><a>商</a>',
      'gbk',
      false,
    ],
    [
      'a page by its meta element',
      Buffer.concat([Buffer.from('<html><meta charset="gb2312"><p>'), bytes(0xc9, 0xcc)]),
      'text/html',
      '<html><meta charset="gb2312"><p>商',
      'gbk',
      false,
    ],
    [
      'a page by an older meta element',
      Buffer.concat([Buffer.from('<META content="text/html; charset=gbk" http-equiv=x>'), bytes(0xc9, 0xcc)]),
      'text/html',
      '<META content="text/html; charset=gbk" http-equiv=x>商',
      'gbk',
      false,
    ],
    [
      'a page by its header',
      Buffer.from('<meta charset=gbk>商'),
      'text/html; charset=utf-8',
      '<meta charset=gbk>商',
      'utf-8',
      false,
    ],
    [
      'a page that cannot be in UTF-16',
      Buffer.from('<meta charset=utf-16>商'),
      'text/html',
      '<meta charset=utf-16>商',
      'utf-8',
      false,
    ],
    [
      'plain text about XML',
      Buffer.from('<?xml encoding="GBK"?>商'),
      'text/plain',
      '<?xml encoding="GBK"?>商',
      'utf-8',
      false,
    ],
    ['an encoding that does not exist', Buffer.from('é'), 'application/json; charset=klingon', 'é', 'utf-8', true],
    ['bytes of another encoding', bytes(0xc9, 0xcc), 'application/json', '\ufffd\ufffd', 'utf-8', true],
    ['a picture', bytes(0x89, 0x50), 'image/png', undefined, 'utf-8', false],
    ['SVG', Buffer.from('<svg/>'), 'image/svg+xml', '<svg/>', 'utf-8', false],
    ['JSON by its ending', Buffer.from('{}'), 'application/problem+json; charset=utf-8', '{}', 'utf-8', false],
    ['lines of JSON', Buffer.from('{}\n'), 'application/jsonl', '{}\n', 'utf-8', false],
    ['lines of JSON by an older name', Buffer.from('{}\n'), 'application/x-jsonlines', '{}\n', 'utf-8', false],
    ['zero bytes without a word', bytes(0, 1), '', undefined, 'utf-8', false],
  ];
  for (const [name, content, type, text, charset, wrongCharset] of texts) {
    it(`decodes text: ${name}`, () => {
      assert.deepEqual(decode(content, type), { text, charset, wrongCharset });
    });
  }
});
