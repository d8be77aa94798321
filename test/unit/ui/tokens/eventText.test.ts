import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { eventText } from '../../../../src/ui/tokens/eventText';

describe('the log line of a token event', () => {
  it('has the kind, the times and the fingerprint', () => {
    const event = { kind: 'refreshed', at: 0, fingerprint: 'abc', expiresAt: 60_000 } as const;
    const text = 'Shop: refreshed, 1970-01-01T00:00:00.000Z, fingerprint abc, expiresAt 1970-01-01T00:01:00.000Z';
    assert.equal(eventText('Shop', event), text);
  });

  it('is one line, whatever the name of the application is', () => {
    const name = 'Shop\r\n2026-01-01 00:00:00.000 [info] Other\u2028line\u202egpj';
    const text = eventText(name, { kind: 'adopted', at: 0 });
    assert.equal(text.split(/[\r\n\u2028]/).length, 1);
    assert(!text.includes('\u202e'));
  });
});
