import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { mayCarryCredentials } from '../../../src/api/http/sendOnce';
import { parseAddress, type AddressProblem } from '../../../src/applications/address';

describe('a typed address', () => {
  const usable: [typed: string, origin: string][] = [
    ['https://shop.example.com', 'https://shop.example.com'],
    ['shop.example.com', 'https://shop.example.com'],
    ['  shop.example.com\n', 'https://shop.example.com'],
    ['HTTPS://Shop.Example.COM/hserve/v1/?a=1#b', 'https://shop.example.com'],
    ['https://shop.example.com/', 'https://shop.example.com'],
    ['shop.example.com/hserve/', 'https://shop.example.com'],
    ['shop.example.com:8443', 'https://shop.example.com:8443'],
    ['https://shop.example.com:443', 'https://shop.example.com'],
    ['//shop.example.com/x', 'https://shop.example.com'],
    ['bücher.example', 'https://xn--bcher-kva.example'],
    ['商店.example', 'https://xn--czrs0t.example'],
    ['10.0.0.7', 'https://10.0.0.7'],
    ['https://[2001:DB8::1]:8443/', 'https://[2001:db8::1]:8443'],
    ['intranet', 'https://intranet'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['localhost:3000', 'http://localhost:3000'],
    ['LocalHost', 'http://localhost'],
    ['127.0.0.1:8080/auth', 'http://127.0.0.1:8080'],
    ['127.8.9.10', 'http://127.8.9.10'],
    ['[::1]:3000', 'http://[::1]:3000'],
    ['https://localhost', 'https://localhost'],
  ];
  for (const [typed, origin] of usable) {
    it(`becomes ${origin} for ${JSON.stringify(typed)}`, () => {
      assert.deepEqual(parseAddress(typed), { origin });
    });
  }

  const unusable: [typed: string, problem: AddressProblem][] = [
    ['', 'empty'],
    ['   \t\n', 'empty'],
    ['shop example.com', 'spaces'],
    ['https://shop.example.com/a b', 'spaces'],
    ['shop.\texample.com', 'spaces'],
    ['http://shop.example.com', 'insecure'],
    ['HTTP://10.0.0.7', 'insecure'],
    ['http://127.0.0.1.example.com', 'insecure'],
    ['http://localhost.example.com', 'insecure'],
    ['http://[2001:db8::1]', 'insecure'],
    ['ftp://shop.example.com', 'scheme'],
    ['ws://localhost', 'scheme'],
    ['file:///etc/hosts', 'scheme'],
    ['https://me:pass@shop.example.com', 'userInfo'],
    ['me@shop.example.com', 'userInfo'],
    ['127.0.0.1:80@shop.example.com', 'userInfo'],
    ['mailto:me@shop.example.com', 'userInfo'],
    ['https://', 'malformed'],
    ['https:', 'malformed'],
    ['https:/shop.example.com', 'malformed'],
    ['https:\\\\shop.example.com', 'malformed'],
    ['https:shop.example.com', 'malformed'],
    ['shop.example.com:', 'malformed'],
    ['shop.example.com:/x', 'malformed'],
    ['shop.example.com:port', 'malformed'],
    ['shop.example.com:99999', 'malformed'],
    ['/hserve/v1/', 'malformed'],
    ['//', 'malformed'],
    ['?a=1', 'malformed'],
    ['.', 'malformed'],
    ['shop..example.com', 'malformed'],
    ['-shop.example.com', 'malformed'],
    ['shop-.example.com', 'malformed'],
    ['shop,example.com', 'malformed'],
    ['https://*.example.com', 'malformed'],
    ['{base_url}', 'malformed'],
    ['javascript:alert(1)', 'malformed'],
    ['[::1', 'malformed'],
    ['300.1.1.1', 'malformed'],
  ];
  for (const [typed, problem] of unusable) {
    it(`is refused for ${JSON.stringify(typed)}: ${problem}`, () => {
      assert.deepEqual(parseAddress(typed), { problem });
    });
  }

  const parts = fc.constantFrom(
    ...['https', 'http', 'ftp', ':', '//', '/', '\\', '@', '[', ']', '?', '#', '.', '-', '%', ' ', '\0', '443', '::1'],
    ...['localhost', '127.0.0.1', '0x7f.1', 'shop', 'example.com', 'XN--', 'ü', '。', '\u200b', '\u2028', '１２７'],
  );
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.array(parts, { maxLength: 8 }).map(list => list.join('')),
  );

  it('is always either a safe origin or a problem', () => {
    fc.assert(
      fc.property(texts, typed => {
        const { origin, problem } = parseAddress(typed);
        assert.notEqual(origin === undefined, problem === undefined);
        if (origin === undefined) return;
        const url = new URL(origin);
        assert.equal(url.origin, origin);
        assert.ok(mayCarryCredentials(url), origin);
        assert.deepEqual(parseAddress(origin), { origin }, 'read again');
      }),
      { numRuns: 3000 },
    );
  });

  it('is read in one pass at any length', () => {
    for (const unit of ['a', 'a.', '-', '.', '/', ':', '@', '[']) {
      const { origin, problem } = parseAddress(unit.repeat(200_000 / unit.length));
      assert.notEqual(origin === undefined, problem === undefined);
    }
  });
});
