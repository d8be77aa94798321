import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { expiryMoment, expiryText } from '../../../src/ui/tokens/expiryMoment';

const time = Date.UTC(2026, 6, 1, 12, 30, 15);

describe('the moment at which a token expires', () => {
  it('uses the stored text in the language and time zone that it was written for', () => {
    const kept = { ...expiryMoment(time), text: 'kept' };
    assert.equal(expiryText(time, kept), 'kept');
  });

  it('is formatted again in another language or time zone, and without a stored text', () => {
    const { text, ...kept } = expiryMoment(time);
    assert.match(text, /^\w+day, (June 30|July [12]), 2026 at \d+:\d\d:15/);
    assert.equal(expiryText(time, { ...kept, text: 'kept', language: 'tlh' }), text);
    assert.equal(expiryText(time, { ...kept, text: 'kept', offset: kept.offset + 60 }), text);
    assert.equal(expiryText(time, undefined), text);
  });
});
